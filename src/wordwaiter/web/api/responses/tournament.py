"""Responses about a tournament, its entrants and its rounds, made of what the caller may see."""

from collections.abc import Callable, Iterable

import msgspec

from wordwaiter.game.facts import Tiles
from wordwaiter.rules.announcement import NOTHING_ANNOUNCED, Announcement
from wordwaiter.tournament.entrants.entrants import AgeBand, Contender, Departure, Entrant, Need
from wordwaiter.tournament.equipment import equipment
from wordwaiter.tournament.rounds.rounds import (
    Cancelled,
    Forfeited,
    Ground,
    Rest,
    RestKind,
    ResultState,
    Round,
    RoundStage,
    Scored,
    Sheet,
    Sitting,
)
from wordwaiter.tournament.rounds.running import missing_lines
from wordwaiter.tournament.state import Call, Division, Slot, Tournament

RoomClock = Callable[[str], int | None]
"""Returns the time on the room's clock of a division, in milliseconds."""


class Side(msgspec.Struct):
    """Somebody who sits at a table."""

    number: int
    name: str


# ---------------------------------------------------------------- how far it is


class DivisionResponse(msgspec.Struct):
    """How far a division is."""

    name: str
    rulebook: str
    format: str
    ages: AgeBand | None
    entrants: int
    here: int
    round: int
    """The latest that was published; 0 before the first."""
    rounds: int
    stage: RoundStage | None
    remaining_ms: int | None
    """The time on the room's clock; below zero, time is up."""
    missing: list[str]
    """Reasons why the round cannot be closed yet, a sentence each."""


class EquipmentResponse(msgspec.Struct):
    """Sets and clocks, needed and at hand."""

    boards: int
    sets_missing: int
    boards_without_clock: int


class TournamentResponse(msgspec.Struct):
    """How far a tournament is."""

    tournament: str
    version: int
    name: str
    date: str
    venue: str
    divisions: list[DivisionResponse]
    equipment: EquipmentResponse
    calls: list[Call]
    """Those that are not over, for everybody who has joined."""
    timetable: list[Slot]


def tournament_response(
    stream: str, version: int, tournament: Tournament, room_clock: RoomClock, calls: Iterable[Call]
) -> TournamentResponse:
    """Returns how far a tournament is, and what it waits for."""
    needed = equipment(tournament)
    return TournamentResponse(
        tournament=stream,
        version=version,
        name=tournament.name,
        date=tournament.date,
        venue=tournament.venue,
        divisions=[division_response(tournament, each, room_clock) for each in tournament.divisions.values()],
        equipment=EquipmentResponse(needed.boards, needed.sets_missing, needed.boards_without_clock),
        calls=[call for call in calls if call.is_open],
        timetable=list(tournament.timetable),
    )


def division_response(tournament: Tournament, division: Division, room_clock: RoomClock) -> DivisionResponse:
    """Returns how far a division is."""
    latest, under_way = tournament.latest_round(division.name), tournament.open_round(division.name)
    return DivisionResponse(
        name=division.name,
        rulebook=division.rulebook,
        format=division.format.name,
        ages=division.ages,
        entrants=len(tournament.entrants_of(division.name)),
        here=len(tournament.playing(division.name)),
        round=latest.number if latest else 0,
        rounds=division.format.rounds.count,
        stage=latest.stage if latest else None,
        remaining_ms=room_clock(division.name),
        missing=list(missing_lines(tournament, under_way)) if under_way else [],
    )


# ---------------------------------------------------------------- who takes part


class ContenderResponse(msgspec.Struct):
    """Who sits at tables under a number."""

    number: int
    name: str
    club: str
    members: list[str]
    here: bool
    left: Departure | None
    """How and when somebody stopped taking part."""
    brings_set: bool
    brings_clock: bool
    rating: int | None
    by_initials: bool
    """Asked to be shown so in public."""
    age: int | None
    """For officials alone, like needs and e-mail."""
    needs: list[Need]
    email: str


class EntrantResponse(msgspec.Struct):
    """Who is ranked in a division: a player, a team, or the two of a pair."""

    number: int
    name: str
    division: str
    contenders: list[ContenderResponse]


def entrant_response(tournament: Tournament, entrant: Entrant) -> EntrantResponse:
    """An entrant with everybody who belongs to it."""
    return EntrantResponse(
        entrant.number,
        entrant.name,
        entrant.division,
        [_contender_response(tournament, each) for each in entrant.contenders],
    )


def _contender_response(tournament: Tournament, contender: Contender) -> ContenderResponse:
    profile = contender.profile
    return ContenderResponse(
        number=contender.number,
        name=profile.name,
        club=profile.club,
        members=list(profile.members),
        here=contender.number in tournament.here,
        left=tournament.departures.get(contender.number),
        brings_set=profile.brings_set,
        brings_clock=profile.brings_clock,
        rating=profile.rating,
        by_initials=profile.by_initials,
        age=profile.age,
        needs=list(profile.needs),
        email=profile.email,
    )


# ---------------------------------------------------------------- rounds


class SittingResponse(msgspec.Struct):
    """A board: who sits at it, and what its game came to."""

    table: int
    board: int
    sides: list[Side]
    first: int | None
    why: str
    """How the pairing came about. It may name others and what they need, so it is for officials."""
    state: ResultState
    scores: list[int] | None
    ground: Ground | None
    """Why the result stands."""
    cancelled: bool
    absent: list[int]
    """The sides that were not there, where the game was not played for it."""
    by: str | None
    reason: str
    """Of the director's decision, for officials."""
    sheets: list[Sheet]


class RestResponse(msgspec.Struct):
    """Somebody who has no game in a round."""

    number: int
    name: str
    kind: RestKind
    why: str


class RuledPoints(msgspec.Struct):
    """Points that a ruling on a challenged word gave or took."""

    number: int
    points: int
    sentence: str


class RemovedResponse(msgspec.Struct):
    """The tiles that a team has out of play: which, or how many."""

    number: int
    tiles: Tiles


class RoundResponse(msgspec.Struct):
    """A round of a division."""

    division: str
    round: int
    stage: RoundStage
    remaining_ms: int | None
    words: Announcement
    sittings: list[SittingResponse]
    rests: list[RestResponse]
    removed: list[RemovedResponse]
    ruled: list[RuledPoints]
    missing: list[str]


def round_response(
    tournament: Tournament, played: Round, room_clock: RoomClock, *, words_early: bool = False
) -> RoundResponse:
    """A round with all its boards; its words are a surprise until it begins, save for who announces them."""
    begun = played.stage is not RoundStage.PUBLISHED
    names = {each.number: each.name for each in tournament.contenders_of(played.division)}
    under_way = tournament.open_round(played.division)
    is_open = under_way is not None and under_way.number == played.number
    return RoundResponse(
        division=played.division,
        round=played.number,
        stage=played.stage,
        remaining_ms=room_clock(played.division) if is_open else None,
        words=tournament.announcement(played.division, played.number)
        if begun or words_early
        else NOTHING_ANNOUNCED,
        sittings=[_sitting_response(each, names) for each in played.sittings],
        rests=[rest_response(each, names) for each in played.rests],
        removed=[RemovedResponse(team, tiles) for team, tiles in played.removed.items()],
        ruled=[RuledPoints(*each) for each in played.ruled_points],
        missing=list(missing_lines(tournament, played)),
    )


def _sitting_response(sitting: Sitting, names: dict[int, str]) -> SittingResponse:
    outcome = sitting.outcome
    return SittingResponse(
        table=sitting.table,
        board=sitting.board,
        sides=sides_response(sitting.sides, names),
        first=sitting.first,
        why=sitting.why,
        state=sitting.state,
        scores=list(outcome.scores) if isinstance(outcome, Scored) else None,
        ground=outcome.ground if isinstance(outcome, Scored) else None,
        cancelled=isinstance(outcome, Cancelled),
        absent=list(outcome.absent) if isinstance(outcome, Forfeited) else [],
        by=None if outcome is None else outcome.by,
        reason="" if outcome is None else outcome.reason,
        sheets=list(sitting.sheets),
    )


def sides_response(sides: tuple[int, ...], names: dict[int, str]) -> list[Side]:
    """Those who sit at a board, with their names."""
    return [Side(number, names.get(number, "")) for number in sides]


def rest_response(rest: Rest, names: dict[int, str]) -> RestResponse:
    """Somebody who rests, with the name."""
    return RestResponse(rest.contender, names.get(rest.contender, ""), rest.kind, rest.why)
