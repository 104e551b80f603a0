"""What is told of a tournament: its values as answers, made of a tournament that the caller may see."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import msgspec

from wordwaiter.game.facts import Tiles
from wordwaiter.rules.announcement import NOTHING_ANNOUNCED, Announcement
from wordwaiter.tournament.awards import Award
from wordwaiter.tournament.bee_report import PledgeDue
from wordwaiter.tournament.entrants import AgeBand, Contender, Departure, Entrant, Need
from wordwaiter.tournament.equipment import equipment
from wordwaiter.tournament.format_choices import Criterion
from wordwaiter.tournament.game_lines import GameLine
from wordwaiter.tournament.money import CashCount, LedgerLine
from wordwaiter.tournament.rounds import (
    Cancelled,
    Ground,
    Rest,
    RestKind,
    ResultState,
    Round,
    RoundStage,
    Sheet,
    Sitting,
)
from wordwaiter.tournament.running import missing_lines
from wordwaiter.tournament.standings import Standings, plain_value
from wordwaiter.tournament.state import Call, Division, NotedFeat, Peek, Purchase, Slot, Tournament
from wordwaiter.tournament.treasury import Funds, funds

RoomClock = Callable[[str], int | None]
"""What the room's clock of a division shows, in milliseconds."""


class Side(msgspec.Struct):
    """Somebody who sits at a table."""

    number: int
    name: str


# ---------------------------------------------------------------- how far it is


class DivisionTold(msgspec.Struct):
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
    """What the room's clock shows; below zero, time is up."""
    missing: list[str]
    """What the round still waits for, a sentence each."""


class EquipmentTold(msgspec.Struct):
    """Sets and clocks, needed and at hand."""

    boards: int
    sets_missing: int
    boards_without_clock: int


class TournamentTold(msgspec.Struct):
    """How far a tournament is."""

    tournament: str
    version: int
    name: str
    date: str
    venue: str
    divisions: list[DivisionTold]
    equipment: EquipmentTold
    calls: list[Call]
    """Those that are not over."""
    timetable: list[Slot]


def tell_tournament(
    stream: str, version: int, tournament: Tournament, room_clock: RoomClock
) -> TournamentTold:
    """How far a tournament is, and what it waits for."""
    needed = equipment(tournament)
    return TournamentTold(
        tournament=stream,
        version=version,
        name=tournament.name,
        date=tournament.date,
        venue=tournament.venue,
        divisions=[tell_division(tournament, each, room_clock) for each in tournament.divisions.values()],
        equipment=EquipmentTold(needed.boards, needed.sets_missing, needed.boards_without_clock),
        calls=[call for call in tournament.calls if call.is_open],
        timetable=list(tournament.timetable),
    )


def tell_division(tournament: Tournament, division: Division, room_clock: RoomClock) -> DivisionTold:
    """How far a division is."""
    latest, under_way = tournament.latest_round(division.name), tournament.open_round(division.name)
    return DivisionTold(
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


class ContenderTold(msgspec.Struct):
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


class EntrantTold(msgspec.Struct):
    """Who is ranked in a division: a player, a team, or the two of a pair."""

    number: int
    name: str
    division: str
    contenders: list[ContenderTold]


def tell_entrant(tournament: Tournament, entrant: Entrant) -> EntrantTold:
    """An entrant with everybody who belongs to it."""
    return EntrantTold(
        entrant.number,
        entrant.name,
        entrant.division,
        [_tell_contender(tournament, each) for each in entrant.contenders],
    )


def _tell_contender(tournament: Tournament, contender: Contender) -> ContenderTold:
    profile = contender.profile
    return ContenderTold(
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


class SittingTold(msgspec.Struct):
    """A board: who sits at it, and what its game came to."""

    table: int
    board: int
    sides: list[Side]
    first: int | None
    why: str
    state: ResultState
    scores: list[int] | None
    ground: Ground | None
    """Why the result stands."""
    cancelled: bool
    by: str | None
    reason: str
    sheets: list[Sheet]


class RestTold(msgspec.Struct):
    """Somebody who has no game in a round."""

    number: int
    name: str
    kind: RestKind


class RuledPoints(msgspec.Struct):
    """Points that a ruling on a challenged word gave or took."""

    number: int
    points: int
    sentence: str


class RemovedTold(msgspec.Struct):
    """The tiles that a team has out of play: which, or how many."""

    number: int
    tiles: Tiles


class RoundTold(msgspec.Struct):
    """A round of a division."""

    division: str
    round: int
    stage: RoundStage
    remaining_ms: int | None
    words: Announcement
    sittings: list[SittingTold]
    rests: list[RestTold]
    removed: list[RemovedTold]
    ruled: list[RuledPoints]
    missing: list[str]


def tell_round(
    tournament: Tournament, played: Round, room_clock: RoomClock, *, words_early: bool = False
) -> RoundTold:
    """A round with all its boards; its words are a surprise until it begins, save for who announces them."""
    begun = played.stage is not RoundStage.PUBLISHED
    names = {each.number: each.name for each in tournament.contenders_of(played.division)}
    under_way = tournament.open_round(played.division)
    is_open = under_way is not None and under_way.number == played.number
    return RoundTold(
        division=played.division,
        round=played.number,
        stage=played.stage,
        remaining_ms=room_clock(played.division) if is_open else None,
        words=tournament.announcement(played.division, played.number)
        if begun or words_early
        else NOTHING_ANNOUNCED,
        sittings=[_tell_sitting(each, names) for each in played.sittings],
        rests=[tell_rest(each, names) for each in played.rests],
        removed=[RemovedTold(team, tiles) for team, tiles in played.removed.items()],
        ruled=[RuledPoints(*each) for each in played.ruled_points],
        missing=list(missing_lines(tournament, played)),
    )


def _tell_sitting(sitting: Sitting, names: dict[int, str]) -> SittingTold:
    outcome = sitting.outcome
    cancelled = isinstance(outcome, Cancelled)
    return SittingTold(
        table=sitting.table,
        board=sitting.board,
        sides=tell_sides(sitting.sides, names),
        first=sitting.first,
        why=sitting.why,
        state=sitting.state,
        scores=None if outcome is None or isinstance(outcome, Cancelled) else list(outcome.scores),
        ground=None if outcome is None or isinstance(outcome, Cancelled) else outcome.ground,
        cancelled=cancelled,
        by=None if outcome is None else outcome.by,
        reason="" if outcome is None else outcome.reason,
        sheets=list(sitting.sheets),
    )


def tell_sides(sides: tuple[int, ...], names: dict[int, str]) -> list[Side]:
    """Those who sit at a board, with their names."""
    return [Side(number, names.get(number, "")) for number in sides]


def tell_rest(rest: Rest, names: dict[int, str]) -> RestTold:
    """Somebody who rests, with the name."""
    return RestTold(rest.contender, names.get(rest.contender, ""), rest.kind)


# ---------------------------------------------------------------- standings and awards


class StandingTold(msgspec.Struct):
    """A line of the standings, and how it came about."""

    rank: int | None
    """Shared where nothing separates; nothing for one who is no longer ranked."""
    entrant: int
    name: str
    values: dict[str, int | float | list[int]]
    """What the division is ranked by, the weightiest first; wins may end in a half."""
    why: list[str]
    note: str
    games: list[GameLine]


class StandingsTold(msgspec.Struct):
    """The standings of a division, the best first."""

    division: str
    round: int
    provisional: bool
    """A round that counts is not closed."""
    criteria: list[Criterion]
    lines: list[StandingTold]


def tell_standings(table: Standings) -> StandingsTold:
    """The standings of a division with the why of each line."""
    lines = []
    for line in table.lines:
        values: dict[str, Any] = {
            key.value: plain_value(key, value) for key, value in zip(table.criteria, line.values, strict=True)
        }
        lines.append(
            StandingTold(
                line.rank, line.entrant, line.name, values, list(line.why), line.note, list(line.games)
            )
        )
    return StandingsTold(table.division, table.after_round, table.is_provisional, list(table.criteria), lines)


class AwardTold(msgspec.Struct):
    """A medal or a prize, and everybody who gets one."""

    division: str
    award: str
    entrant: int
    name: str
    recipients: list[str]
    why: str
    shared: bool


def tell_award(award: Award) -> AwardTold:
    """One award."""
    return AwardTold(
        award.division,
        award.what.value,
        award.entrant,
        award.name,
        list(award.recipients),
        award.why,
        award.shared,
    )


# ---------------------------------------------------------------- money


class TeamFunds(msgspec.Struct):
    """What came from one team; without a number, from nobody in particular."""

    number: int | None
    name: str
    cents: int


class PledgeTold(msgspec.Struct):
    """A promise for each point, and what it comes to now."""

    number: int
    name: str
    donor: str
    cents_per_point: int
    most_cents: int | None
    points: int
    cents: int


class FundsTold(msgspec.Struct):
    """The funds, in cents: what everybody may know."""

    total_cents: int
    target_cents: int | None
    by_fund: dict[str, int]
    by_team: list[TeamFunds]


class LedgerTold(msgspec.Struct):
    """The ledger with all that it adds up to, for the treasurer."""

    funds: FundsTold
    cash_cents: int
    tabs_cents: int
    lines: list[LedgerLine]
    pledges: list[PledgeTold]
    counts: list[CashCount]


def tell_funds(tournament: Tournament, found: Funds | None = None) -> FundsTold:
    """What was raised, for what and by whom."""
    found = found or funds(tournament)
    return FundsTold(
        found.total_cents,
        found.target_cents,
        {fund.value: cents for fund, cents in found.by_fund.items()},
        [TeamFunds(team, _name(tournament, team), cents) for team, cents in found.by_team.items()],
    )


def tell_ledger(tournament: Tournament, due: tuple[PledgeDue, ...]) -> LedgerTold:
    """Every line of the ledger, and what it adds up to."""
    found = funds(tournament)
    return LedgerTold(
        tell_funds(tournament, found),
        found.cash_cents,
        found.tabs_cents,
        list(tournament.ledger),
        list(_tell_pledges(tournament, due)),
        list(tournament.cash_counts),
    )


def _tell_pledges(tournament: Tournament, due: tuple[PledgeDue, ...]) -> Iterator[PledgeTold]:
    for each in due:
        pledge = each.pledge
        yield PledgeTold(
            pledge.team,
            _name(tournament, pledge.team),
            pledge.donor,
            pledge.cents_per_point,
            pledge.most_cents,
            each.points,
            each.cents,
        )


def _name(tournament: Tournament, contender: int | None) -> str:
    return "" if contender is None else tournament.contender(contender).name


# ---------------------------------------------------------------- the Bee


class BeeTold(msgspec.Struct):
    """What is noted beside the boards: peeks, tiles bought back, plays for a prize."""

    peeks: list[Peek]
    purchases: list[Purchase]
    bought_all: list[int]
    feats: list[NotedFeat]


def tell_bee(tournament: Tournament, *, with_answers: bool) -> BeeTold:
    """Peeks, purchases and feats, in the order in which they came; whether a peek was good, for judges."""
    peeks = tournament.peeks if with_answers else (replace(each, good=None) for each in tournament.peeks)
    return BeeTold(
        list(peeks),
        list(tournament.purchases),
        sorted(tournament.bought_all),
        list(tournament.feats),
    )
