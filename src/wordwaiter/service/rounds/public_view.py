"""What everybody may see of a tournament: the big screen, those at home, and fields for video streams."""

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from heapq import nlargest
from threading import Lock
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

from wordwaiter.game.result import scores
from wordwaiter.game.table import Played, Table
from wordwaiter.rules.placement import play_text
from wordwaiter.service.access.callers import NOBODY
from wordwaiter.service.access.visibility import initials_of, tournament_for
from wordwaiter.service.bee.best_boards import RoundBest, latest_best
from wordwaiter.service.rounds.byes import byes, left_alone
from wordwaiter.service.rounds.round_tables import is_built, stream_at
from wordwaiter.service.tables.stream_names import BoardPlace, place_of
from wordwaiter.service.tables.views import streams_of_tables
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.service.tournaments.tournaments import room_clock_ms
from wordwaiter.tournament.entrants.absence import not_there, resting
from wordwaiter.tournament.money.ledger import Fund
from wordwaiter.tournament.money.treasury import funds
from wordwaiter.tournament.rounds.rounds import Cancelled, Round, RoundStage, Scored, Sitting
from wordwaiter.tournament.rounds.table_results import contenders_at
from wordwaiter.tournament.standings.awards import Award, ceremony
from wordwaiter.tournament.standings.standings import Standings, standings
from wordwaiter.tournament.state import Division, Screen, Slot, Tournament

if TYPE_CHECKING:
    from wordwaiter.service.context import Context

BEST_PLAYS: Final = 8

MOST_ROOMS: Final = 16
"""Rooms that are kept as they were looked at last; each takes some hundred kilobytes."""


@dataclass(frozen=True, slots=True)
class PublicBoard:
    """One board of the latest round."""

    table: int
    board: int
    names: tuple[str, ...]
    scores: tuple[int, ...] | None
    stream: str | None
    """Where its board can be followed."""
    is_settled: bool
    is_built: bool
    """Whether a team builds its board there, instead of playing in turns."""
    absent: tuple[str, ...] = ()
    """Without whom the game is not played."""
    is_cancelled: bool = False
    """Whether the game counts for nobody."""

    @property
    def left_alone(self) -> tuple[str, ...]:
        """Who has a bye because the other one is not there."""
        return left_alone(self.names, self.absent)


@dataclass(frozen=True, slots=True)
class PublicDivision:
    """One division."""

    division: Division
    round: Round | None
    remaining_ms: int | None
    """Of the room's clock, while it runs."""
    boards: tuple[PublicBoard, ...]
    resting: tuple[str, ...]
    standings: Standings | None
    """Once a game counts."""

    @property
    def is_running(self) -> bool:
        return self.round is not None and self.round.stage is RoundStage.RUNNING

    @property
    def byes(self) -> tuple[str, ...]:
        """Everybody without a game: those who were given a bye, and those whose opponent is not there."""
        return byes(self.resting, self.boards)

    @property
    def places(self) -> list[tuple[str, PublicBoard]]:
        """Everybody with the board where they sit, by name."""
        seated = [(name, board) for board in self.boards for name in board.names]
        return sorted(seated, key=lambda each: each[0].casefold())


@dataclass(frozen=True, slots=True)
class BestPlay:
    """A play that people talk about."""

    who: str
    text: str
    points: int
    division: str


@dataclass(frozen=True, slots=True)
class Money:
    """What was raised."""

    total_cents: int
    target_cents: int | None
    by_kind: tuple[tuple[Fund, int], ...]
    by_team: tuple[tuple[str, int], ...]

    @property
    def percent(self) -> int:
        """How far to the target; all the way without one."""
        if not self.target_cents:
            return 100
        return max(0, min(100, 100 * self.total_cents // self.target_cents))


@dataclass(frozen=True, slots=True)
class PublicRoom:
    """A tournament as the room sees it at one moment. Who asked for it is shown by initials."""

    stream: str
    now_ms: int
    tournament: Tournament
    divisions: tuple[PublicDivision, ...]
    plays: tuple[BestPlay, ...]
    best: tuple[RoundBest, ...]
    """What the latest closed rounds of boards allowed, one for each division; none while any is built."""
    money: Money
    sponsors: tuple[str, ...]
    awards: tuple[Award, ...]
    """Only when all rounds that count are closed in all divisions."""
    next_slot: Slot | None

    @property
    def screens(self) -> tuple[Screen, ...]:
        """What the big screen shows: the director's choice, or one after the other what there is to see."""
        if self.tournament.screen is not Screen.ROTATE:
            return (self.tournament.screen,)
        there_is = {
            Screen.CLOCK: any(each.is_running for each in self.divisions),
            Screen.PAIRINGS: any(each.boards for each in self.divisions),
            Screen.STANDINGS: any(each.standings for each in self.divisions),
            Screen.PLAYS: bool(self.plays),
            Screen.BOARDS: bool(self.best),
            Screen.FUNDS: bool(self.money.total_cents or self.money.target_cents),
            Screen.SPONSORS: bool(self.sponsors),
        }
        return tuple(screen for screen, is_there in there_is.items() if is_there) or (Screen.CLOCK,)


def public_room(context: "Context", stream: str) -> PublicRoom:
    """What everybody may see of a tournament now."""
    room = standing_room(context, stream)
    return room_at(room, context.watch(), best_in(context, room))


def standing_room(context: "Context", stream: str) -> PublicRoom:
    """The room after all that has happened in it, without clocks and best boards."""
    return _ROOMS.setdefault(context, _Rooms()).of(context, stream)


def room_at_hand(context: "Context", stream: str) -> PublicRoom | None:
    """The same if nothing has to be made for it; nobody waits for this."""
    return _ROOMS.setdefault(context, _Rooms()).at_hand(context, stream)


def best_in(context: "Context", room: PublicRoom) -> tuple[RoundBest, ...]:
    """Its best boards that may be seen now: found by and by on the side, in logs of their own."""
    best = (latest_best(context, room.stream, room.tournament, each.division) for each in room.divisions)
    return tuple(each for each in best if each is not None)


class _Rooms:
    """The rooms of a house as they were looked at last: many look at the same when something happened."""

    def __init__(self) -> None:
        self._turn = Lock()
        self._rooms: OrderedDict[str, _Room] = OrderedDict()

    def of(self, context: "Context", stream: str) -> PublicRoom:
        """The room as it stands, of whatever time; made once for all who ask while nothing happens in it."""
        snapshot_of(context, stream)  # or there is none
        with self._turn:
            room = self._rooms.setdefault(stream, _Room())
            self._rooms.move_to_end(stream)
            if len(self._rooms) > MOST_ROOMS:
                self._rooms.popitem(last=False)
            return room.now(context, stream)

    def at_hand(self, context: "Context", stream: str) -> PublicRoom | None:
        """The room as it stands if it was made already, and nobody is about to."""
        if not self._turn.acquire(blocking=False):
            return None
        try:
            room = self._rooms.get(stream)
            return None if room is None else room.at_hand(context, stream)
        finally:
            self._turn.release()


class _Room:
    """A room as it was looked at last, and what it was made of."""

    def __init__(self) -> None:
        self._event: _Event | None = None
        self._plays: dict[str, _PlaysOfTable] = {}
        self._made: tuple[tuple[int, ...], PublicRoom] | None = None

    def now(self, context: "Context", stream: str) -> PublicRoom:
        """The room after all that has happened in it."""
        # Versions first: what happens while the room is made is in it or not, and then it is made again.
        versions = _versions(context, stream)
        if self._made is None or self._made[0] != versions:
            snapshot = snapshot_of(context, stream).tournament
            # A move at a table does not change the event, standings above all.
            if self._event is None or self._event.of is not snapshot:
                self._event = _event(stream, snapshot)
            self._made = (versions, _with_tables(context, self._event, self._plays))
        return self._made[1]

    def at_hand(self, context: "Context", stream: str) -> PublicRoom | None:
        """The room as it was looked at last, if nothing has happened in it since."""
        if self._made is None or self._made[0] != _versions(context, stream):
            return None
        return self._made[1]


_ROOMS: Final[WeakKeyDictionary["Context", _Rooms]] = WeakKeyDictionary()


def _versions(context: "Context", stream: str) -> tuple[int, ...]:
    """How far a tournament and all its tables are."""
    return tuple(end.version for end in context.states.ends_of(stream))


def room_at(room: PublicRoom, now_ms: int, best: tuple[RoundBest, ...]) -> PublicRoom:
    """The room with what changes while nothing happens: its clocks, what comes next, and best boards."""
    now_ms = max(now_ms, room.tournament.at_ms)
    divisions = tuple(
        replace(each, remaining_ms=room_clock_ms(room.tournament, each.division.name, now_ms))
        for each in room.divisions
    )
    coming = _next_slot(room.tournament, now_ms)
    return replace(room, now_ms=now_ms, divisions=divisions, best=best, next_slot=coming)


@dataclass(frozen=True, slots=True)
class _Event:
    """A tournament as everybody may see it, without what its tables tell."""

    of: Tournament
    """As officials see it."""
    room: PublicRoom
    names: Mapping[int, str]
    """Of everybody who sits at tables, as the public may see them."""


def _event(stream: str, snapshot: Tournament) -> _Event:
    tournament = tournament_for(NOBODY, stream, snapshot)
    names = _names(tournament)
    divisions = tuple(_division(tournament, each, names) for each in tournament.divisions.values())
    room = PublicRoom(
        stream=stream,
        now_ms=tournament.at_ms,
        tournament=tournament,
        divisions=divisions,
        plays=(),
        best=(),
        money=_money(tournament),
        sponsors=_sponsors(tournament),
        awards=ceremony(tournament) if _is_all_over(tournament) else (),
        next_slot=None,
    )
    return _Event(snapshot, room, names)


def _names(tournament: Tournament) -> dict[int, str]:
    return {each.number: each.name for entrant in tournament.entrants.values() for each in entrant.contenders}


@dataclass(frozen=True, slots=True)
class _PlaysOfTable:
    """The best plays of a table at a version of it."""

    version: int
    best: tuple["_PlayMade", ...]


@dataclass(frozen=True, slots=True)
class _PlayMade:
    """A play, and the side that made it."""

    contender: int | None
    opened_as: str
    """The name of the side when its table was opened."""
    text: str
    points: int


def _with_tables(context: "Context", event: _Event, known: dict[str, _PlaysOfTable]) -> PublicRoom:
    """The room with what its tables tell: how they stand, and the best plays."""
    divisions = tuple(
        each
        if each.round is None
        else replace(
            each,
            boards=tuple(
                _board(context, event, each.division, each.round, sitting, board)
                for sitting, board in zip(each.round.sittings, each.boards, strict=True)
            ),
        )
        for each in event.room.divisions
    )
    return replace(event.room, divisions=divisions, plays=_best_plays(context, event, known))


def _is_all_over(tournament: Tournament) -> bool:
    """Whether every division that anybody has entered has played all rounds that count."""
    played = [name for name in tournament.divisions if tournament.entrants_of(name)]
    return bool(played) and all(map(tournament.is_decided, played))


def _division(tournament: Tournament, division: Division, names: Mapping[int, str]) -> PublicDivision:
    latest = tournament.latest_round(division.name)
    ranked = None if latest is None else standings(tournament, division.name)
    return PublicDivision(
        division=division,
        round=latest,
        remaining_ms=None,
        boards=()
        if latest is None
        else tuple(_sitting(tournament, latest, each, names) for each in latest.sittings),
        resting=()
        if latest is None
        else tuple(names[each.contender] for each in resting(tournament, latest)),
        standings=ranked if ranked is not None and ranked.has_begun else None,
    )


def _sitting(
    tournament: Tournament, played: Round, sitting: Sitting, names: Mapping[int, str]
) -> PublicBoard:
    outcome = sitting.outcome
    return PublicBoard(
        table=sitting.table,
        board=sitting.board,
        names=tuple(names[side] for side in sitting.sides),
        scores=played.with_rulings(sitting, outcome.scores) if isinstance(outcome, Scored) else None,
        stream=None,
        is_settled=outcome is not None,
        is_built=False,
        absent=tuple(names[side] for side in not_there(tournament, played, sitting)),
        is_cancelled=isinstance(outcome, Cancelled),
    )


def _board(
    context: "Context", event: _Event, division: Division, played: Round, sitting: Sitting, board: PublicBoard
) -> PublicBoard:
    place = BoardPlace(event.room.stream, division.number, played.number, sitting.table, sitting.board)
    own = stream_at(context, place)
    if own is None:
        return board
    told = board.scores
    # Of what is settled nobody asks the table: at the end of a large round most are not in memory any more.
    if told is None and not board.is_settled:
        state = context.states.of(own).state
        if isinstance(state, Table) and state.turns:
            tournament = event.room.tournament
            numbers = contenders_at(tournament, place.in_tournament(tournament), state)
            totals = dict(zip(numbers, scores(state), strict=True))
            told = tuple(totals.get(side, 0) for side in sitting.sides)
    return replace(board, scores=told, stream=own, is_built=is_built(context, own))


def _best_plays(context: "Context", event: _Event, known: dict[str, _PlaysOfTable]) -> tuple[BestPlay, ...]:
    """The plays that made most points, with those that somebody noted for a prize."""
    tournament = event.room.tournament
    noted = [
        BestPlay(
            tournament.contender(each.contender).name,
            each.text,
            each.points,
            tournament.entrant_of(each.contender).division,
        )
        for each in tournament.feats
        if each.points
    ]
    best = nlargest(BEST_PLAYS, (*noted, *_plays(context, event, known)), key=lambda each: each.points)
    return tuple(dict.fromkeys(best))


def _plays(context: "Context", event: _Event, known: dict[str, _PlaysOfTable]) -> Iterator[BestPlay]:
    divisions = {each.division.number: each.division.name for each in event.room.divisions}
    versions = {end.stream: end.version for end in context.states.ends_of(event.room.stream)}
    for own in streams_of_tables(context, event.room.stream):
        place = place_of(own)
        if place is None:
            continue
        snapshot = known.get(own)
        if snapshot is None or snapshot.version != versions[own]:
            # A table at rest is folded from the journal: what it gave holds as long as nothing happens there.
            made = _plays_at(event.room.tournament, place, context.states.of(own).state)
            snapshot = known[own] = _PlaysOfTable(versions[own], made)
        for play in snapshot.best:
            name = event.names.get(play.contender or 0) or initials_of(play.opened_as)
            yield BestPlay(name, play.text, play.points, divisions.get(place.division, ""))


def _plays_at(tournament: Tournament, place: BoardPlace, state: object) -> tuple[_PlayMade, ...]:
    """The best turns of a table."""
    if not isinstance(state, Table):
        return ()
    numbers = contenders_at(tournament, place.in_tournament(tournament), state)
    made = (
        _PlayMade(
            numbers[side := state.seats[turn.seat].side],
            state.sides[side],
            play_text(turn.before.board, turn.move.placement),
            turn.points,
        )
        for turn in state.turns
        if isinstance(turn.move, Played) and turn.points > 0
    )
    return tuple(nlargest(BEST_PLAYS, made, key=lambda each: each.points))


def _money(tournament: Tournament) -> Money:
    raised = funds(tournament)
    return Money(
        total_cents=raised.total_cents,
        target_cents=tournament.target_cents,
        by_kind=tuple(raised.by_fund.items()),
        by_team=tuple(
            (tournament.contender(team).name, cents)
            for team, cents in sorted(raised.by_team.items(), key=lambda each: -each[1])
            if team is not None
        ),
    )


def _sponsors(tournament: Tournament) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for each in tournament.announcements.values() for name in each.sponsors))


def _next_slot(tournament: Tournament, now_ms: int) -> Slot | None:
    return next((slot for slot in tournament.timetable if slot.starts_ms > now_ms), None)
