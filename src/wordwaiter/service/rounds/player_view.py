"""One's own day on a phone: where one sits, against whom, when, how it stands, and where one ranks."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordwaiter.roles import Role
from wordwaiter.rules.announcement import Announcement
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.access.visibility import tournament_for
from wordwaiter.service.rounds.public_view import PublicRoom
from wordwaiter.service.rounds.room_moments import room_of_the_moment
from wordwaiter.service.rounds.round_view import BoardView, TurnsView, latest_round_view, names_in
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.tournament.entrants.entrants import Contender
from wordwaiter.tournament.rounds.rounds import Rest, Round, RoundStage, Sitting
from wordwaiter.tournament.standings.game_lines import GameLine
from wordwaiter.tournament.standings.standings import StandingLine
from wordwaiter.tournament.state import Tournament

if TYPE_CHECKING:
    from wordwaiter.service.context import Context


@dataclass(frozen=True, slots=True)
class Seat:
    """One's place in the latest round."""

    contender: Contender
    division: str
    division_number: int
    rounds: int
    round: Round | None
    remaining_ms: int | None
    """Of the room's clock, while it runs."""
    sitting: Sitting | None
    rest: Rest | None
    others: tuple[str, ...]
    """Who sits at the same board on the other side; nobody where a team builds alone."""
    stream: str | None
    """The table's own page, once it is opened."""
    scores: tuple[int, ...] | None
    """One's own first, then theirs: what it came to, with what rulings on boards moved, or how it stands."""
    is_built: bool
    """Whether a team builds its board there, instead of playing in turns."""
    is_counted: bool
    """Whether the game is over and its result lacks nothing but signatures."""
    is_settled: bool
    is_cancelled: bool
    """Whether the game counts for nobody."""
    without: tuple[str, ...]
    """Whose absence makes this a bye; nobody's where one is away oneself."""
    is_missed: bool
    """Whether the game is not played because one is away oneself."""
    has_signed: bool
    report: "Report | None"
    """How far the report of the result is; nothing where it is not the players who report it."""
    words: Announcement
    """Those of the round; nothing before it has begun."""
    has_left: bool
    line: StandingLine | None
    games: tuple[GameLine, ...]

    @property
    def plays_first(self) -> bool | None:
        """Checks whether the pairing says that one begins; nothing where it is drawn at the table."""
        if self.sitting is None or self.sitting.first is None:
            return None
        return self.sitting.first == self.contender.number

    @property
    def is_played(self) -> bool:
        return self.round is not None and self.round.stage in (RoundStage.RUNNING, RoundStage.ENDED)


@dataclass(frozen=True, slots=True)
class Report:
    """A result that two sides report from their phones: one enters it, and the other confirms it."""

    own: tuple[int, ...] | None
    """The totals that one has signed oneself, one's own first."""
    theirs: tuple[int, ...] | None
    """The totals that the other side has signed, one's own first."""

    @property
    def differs(self) -> bool:
        return None not in (self.own, self.theirs) and self.own != self.theirs


@dataclass(frozen=True, slots=True)
class OwnDay:
    """A tournament as somebody who plays in it sees it."""

    room: PublicRoom
    tournament: Tournament
    is_own: bool
    """Whether this device has joined for those whose seats these are."""
    seats: tuple[Seat, ...]

    @property
    def everybody(self) -> list[tuple[int, str]]:
        """All who play, by name, to choose oneself from."""
        entrants = self.tournament.entrants.values()
        named = [(each.number, each.name) for entrant in entrants for each in entrant.contenders]
        return sorted(named, key=lambda each: each[1].casefold())


def own_day(context: "Context", caller: Caller, stream: str, who: int | None = None) -> OwnDay:
    """The day of whoever is named, or of those for whom this device has joined; anybody may look."""
    return own_day_in(context, caller, room_of_the_moment(context, stream), who)


def own_day_in(context: "Context", caller: Caller, room: PublicRoom, who: int | None = None) -> OwnDay:
    """Returns somebody's day in a room that was looked at already."""
    stream, tournament = room.stream, room.tournament
    if caller.grants:
        tournament = tournament_for(caller, stream, snapshot_of(context, stream).tournament)
    own = {grant.entrant for grant in caller.grants_for(stream, Role.PLAYER)} - {None}
    wanted = own if who is None else {who}
    chosen = [
        each
        for entrant in tournament.entrants.values()
        for each in entrant.contenders
        if entrant.number in wanted or each.number in wanted
    ]
    # A code is printed for each partner of a pair: whose it is reads the own table first.
    chosen.sort(key=lambda each: each.name != caller.name)
    return OwnDay(
        room=room,
        tournament=tournament,
        is_own=bool(chosen) and not wanted.isdisjoint(own),
        seats=tuple(_seat(context, room, tournament, each) for each in chosen),
    )


def _seat(context: "Context", room: PublicRoom, tournament: Tournament, contender: Contender) -> Seat:
    number = contender.number
    entrant = tournament.entrant_of(number)
    division = tournament.division(entrant.division)
    latest = tournament.latest_round(division.name)
    sitting = None if latest is None else latest.sitting_of(number)
    seen = next(each for each in room.divisions if each.division.number == division.number)
    line = None if seen.standings is None else seen.standings.line_of(entrant.number)
    official = snapshot_of(context, room.stream).tournament
    view = latest_round_view(context, room.stream, official, division.name)
    board = None if view is None else view.board_of(number)
    play = board.play if board is not None and isinstance(board.play, TurnsView) else None
    absent = () if board is None else board.absent
    return Seat(
        contender=contender,
        division=division.name,
        division_number=division.number,
        rounds=division.format.rounds_with(latest.number if latest else 1),
        round=latest,
        remaining_ms=seen.remaining_ms,
        sitting=sitting,
        rest=None if latest is None else next((r for r in latest.rests if r.contender == number), None),
        others=()
        if sitting is None
        else names_in(tournament, (side for side in sitting.sides if side != number)),
        stream=None if board is None else board.stream,
        scores=None
        if board is None
        else _own_first(board.sitting, board.scores if play is None else play.scores, number),
        is_built=board is not None and board.is_built,
        is_counted=play is not None and play.is_counted,
        is_settled=board is not None and board.is_settled,
        is_cancelled=board is not None and board.is_cancelled,
        without=() if number in absent else names_in(tournament, absent),
        is_missed=number in absent,
        has_signed=(sitting is not None and number not in sitting.unsigned)
        or (play is not None and play.is_counted and number not in play.unsigned),
        report=_report(latest, board, number),
        words=seen.words,
        has_left=number in tournament.departures,
        line=line,
        games=() if line is None else tuple(game for game in line.games if game.contender == number),
    )


def _report(played: Round | None, board: BoardView | None, number: int) -> Report | None:
    """The report of a game between two that has begun; one that is entered turn by turn is signed there."""
    if played is None or board is None or played.stage not in (RoundStage.RUNNING, RoundStage.ENDED):
        return None
    sitting, play = board.sitting, board.play
    is_entered = isinstance(play, TurnsView) and play.turns > 0
    if len(sitting.sides) != 2 or board.is_settled or board.is_built or board.absent or is_entered:
        return None

    def signed_by(side: int) -> tuple[int, ...] | None:
        found = next((sheet for sheet in reversed(sitting.sheets) if side in sheet.signed), None)
        return None if found is None else _own_first(sitting, found.scores, number)

    (other,) = (side for side in sitting.sides if side != number)
    return Report(signed_by(number), signed_by(other))


def _own_first(sitting: Sitting, scores: tuple[int, ...] | None, number: int) -> tuple[int, ...] | None:
    if scores is None:
        return None
    by_side = dict(zip(sitting.sides, scores, strict=True))
    return (by_side[number], *(points for side, points in by_side.items() if side != number))
