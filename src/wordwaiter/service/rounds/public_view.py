"""The public view of a tournament: for the big screen, those at home, and fields of video streams."""

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from threading import Lock
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

from wordwaiter.rules.announcement import NOTHING_ANNOUNCED, Announcement
from wordwaiter.service.access.callers import NOBODY
from wordwaiter.service.access.visibility import tournament_for
from wordwaiter.service.bee.best_boards import RoundBest, latest_best
from wordwaiter.service.rounds.best_plays import BestPlay, PlaysByTable
from wordwaiter.service.rounds.public_sponsors import PublicSponsor, public_sponsors
from wordwaiter.service.rounds.round_view import (
    BoardView,
    RoundView,
    TurnsView,
    latest_round_view,
    versions_in,
)
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.service.tournaments.tournaments import room_clock_ms
from wordwaiter.tournament.formats.choices import ChancesShown
from wordwaiter.tournament.money.ledger import Fund
from wordwaiter.tournament.money.treasury import funds
from wordwaiter.tournament.rounds.rounds import Round, RoundStage
from wordwaiter.tournament.standings.awards import Award, ceremony_steps
from wordwaiter.tournament.standings.chances import ChanceLine, chance_lines
from wordwaiter.tournament.standings.standings import Standings, standings
from wordwaiter.tournament.state import Division, Tournament
from wordwaiter.tournament.timetable import Coming, coming_parts

if TYPE_CHECKING:
    from wordwaiter.service.context import Context

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
    is_away: tuple[bool, ...] = ()
    """By side: whether it is one of them."""
    is_cancelled: bool = False
    """Whether the game counts for nobody."""


@dataclass(frozen=True, slots=True)
class PublicDivision:
    """One division."""

    division: Division
    round: Round | None
    remaining_ms: int | None
    """Of the room's clock, while it runs."""
    boards: tuple[PublicBoard, ...]
    resting: tuple[str, ...]
    """Those who were given a bye."""
    byes: tuple[str, ...]
    """Everybody without a game: those who were given a bye, and those whose opponent is not there."""
    standings: Standings | None
    """Once a game counts."""
    words: Announcement = NOTHING_ANNOUNCED
    """Of the round, once it has begun."""
    chances: tuple[ChanceLine, ...] = ()
    """Of each place; only where the director shows them."""
    is_time_up: bool = False
    """Whether time was called just now."""

    @property
    def is_running(self) -> bool:
        return self.round is not None and self.round.stage is RoundStage.RUNNING

    @property
    def results(self) -> tuple[PublicBoard, ...]:
        """The boards of the latest round whose result stands."""
        return tuple(board for board in self.boards if board.is_settled and board.scores is not None)

    @property
    def shows_clock(self) -> bool:
        """Checks whether the clock of the room is to be seen, or that its time is up."""
        return self.remaining_ms is not None or self.is_time_up

    @property
    def has_words(self) -> bool:
        return self.is_running and self.words != NOTHING_ANNOUNCED

    @property
    def by_name(self) -> list[tuple[str, PublicBoard | None, bool]]:
        """Everybody by name: the board where they sit, none for a bye, and whether they are not there."""
        seated: list[tuple[str, PublicBoard | None, bool]] = [
            (name, board, is_away)
            for board in self.boards
            for name, is_away in zip(board.names, board.is_away, strict=True)
        ]
        seated += [(name, None, False) for name in self.resting]
        return sorted(seated, key=lambda each: each[0].casefold())


@dataclass(frozen=True, slots=True)
class Money:
    """The money that was raised."""

    total_cents: int
    target_cents: int | None
    by_kind: tuple[tuple[Fund, int], ...]
    by_team: tuple[tuple[str, int], ...]

    @property
    def percent(self) -> int:
        """Returns how far to the target; all the way without one."""
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
    """The best boards of the latest closed rounds, one for each division; none while any board is built."""
    money: Money
    sponsors: tuple[PublicSponsor, ...]
    awards: tuple[tuple[Award, ...], ...]
    """By steps of the ceremony; only when all rounds that count are closed in all divisions."""
    coming: tuple[Coming, ...]
    """The parts of the day still to come, in order."""

    @property
    def next(self) -> Coming | None:
        """The next part of the day."""
        return self.coming[0] if self.coming else None

    @property
    def changes_ms(self) -> int | None:
        """When the big screen shows something else though nothing happens, if that is known."""
        over = (each.round for each in self.divisions if each.is_time_up)
        ended = [each.ended_ms + TIME_UP_MS for each in over if each is not None]
        starts = [each.starts_ms for each in self.coming if each.starts_ms is not None]
        return min((*ended, *starts), default=None)


TIME_UP_MS: Final = 20_000
"""How long the big screen says that time is up after an official has called it."""


def public_room(context: "Context", stream: str) -> PublicRoom:
    """Returns the public view of a tournament now."""
    room = standing_room(context, stream)
    return room_at(room, context.watch(), best_in(context, room))


def standing_room(context: "Context", stream: str) -> PublicRoom:
    """The room after all that has happened in it, without clocks and best boards."""
    return _ROOMS_BY_VERSION.setdefault(context, _Rooms()).of(context, stream)


def room_at_hand(context: "Context", stream: str) -> PublicRoom | None:
    """Returns the room without clocks if it was made already; nobody waits for this."""
    return _ROOMS_BY_VERSION.setdefault(context, _Rooms()).at_hand(context, stream)


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
        self._plays = PlaysByTable()
        self._made: tuple[tuple[int, ...], PublicRoom] | None = None

    def now(self, context: "Context", stream: str) -> PublicRoom:
        """The room after all that has happened in it."""
        # Versions first: what happens while the room is made is in it or not, and then it is made again.
        versions = versions_in(context, stream)
        if self._made is None or self._made[0] != versions:
            snapshot = snapshot_of(context, stream).tournament
            # A move at a table does not change the event, standings above all.
            if self._event is None or self._event.of is not snapshot:
                self._event = _event(stream, snapshot)
            self._made = (versions, _with_tables(context, self._event, self._plays))
        return self._made[1]

    def at_hand(self, context: "Context", stream: str) -> PublicRoom | None:
        """The room as it was looked at last, if nothing has happened in it since."""
        if self._made is None or self._made[0] != versions_in(context, stream):
            return None
        return self._made[1]


_ROOMS_BY_VERSION: Final[WeakKeyDictionary["Context", _Rooms]] = WeakKeyDictionary()
"""Rooms without clocks; made anew when the tournament or one of its tables has another version."""


def room_at(room: PublicRoom, now_ms: int, best: tuple[RoundBest, ...]) -> PublicRoom:
    """The room with what changes while nothing happens: its clocks, what comes next, and best boards."""
    now_ms = max(now_ms, room.tournament.at_ms)
    divisions = tuple(
        replace(
            each,
            remaining_ms=room_clock_ms(room.tournament, each.division.name, now_ms),
            is_time_up=_is_time_up(each.round, now_ms),
        )
        for each in room.divisions
    )
    coming = coming_parts(room.tournament, now_ms)
    return replace(room, now_ms=now_ms, divisions=divisions, best=best, coming=coming)


def _is_time_up(played: Round | None, now_ms: int) -> bool:
    """Checks whether time was called so short a time ago that the room is still to hear of it."""
    is_ended = played is not None and played.stage is RoundStage.ENDED
    return played is not None and is_ended and now_ms - played.ended_ms < TIME_UP_MS


@dataclass(frozen=True, slots=True)
class _Event:
    """A tournament as everybody may see it, without what its tables tell."""

    of: Tournament
    """As officials see it."""
    room: PublicRoom
    names: Mapping[int, str]
    """Of everybody who sits at tables, as the public may see them."""

    def names_of(self, contenders: Iterable[int]) -> tuple[str, ...]:
        return tuple(self.names[number] for number in contenders)


def _event(stream: str, snapshot: Tournament) -> _Event:
    tournament = tournament_for(NOBODY, stream, snapshot)
    names = _names(tournament)
    divisions = tuple(_division(tournament, each) for each in tournament.divisions.values())
    room = PublicRoom(
        stream=stream,
        now_ms=tournament.at_ms,
        tournament=tournament,
        divisions=divisions,
        plays=(),
        best=(),
        money=_money(tournament),
        sponsors=public_sponsors(tournament),
        awards=ceremony_steps(tournament) if tournament.is_final else (),
        coming=(),
    )
    return _Event(snapshot, room, names)


def _names(tournament: Tournament) -> dict[int, str]:
    return {each.number: each.name for entrant in tournament.entrants.values() for each in entrant.contenders}


def _with_tables(context: "Context", event: _Event, plays: PlaysByTable) -> PublicRoom:
    """The room with what its rounds and tables tell: how they stand, and the best plays."""
    divisions = tuple(
        _with_round(event, each, latest_round_view(context, event.room.stream, event.of, each.division.name))
        for each in event.room.divisions
    )
    best = plays.best(context, event.room.stream, event.of, event.names)
    return replace(event.room, divisions=divisions, plays=best)


def _with_round(event: _Event, seen: PublicDivision, view: RoundView | None) -> PublicDivision:
    if view is None:
        return seen
    return replace(
        seen,
        boards=tuple(_board(event, each) for each in view.boards),
        resting=event.names_of(view.resting),
        byes=event.names_of(view.byes),
    )


def _board(event: _Event, view: BoardView) -> PublicBoard:
    """The fields of a board that everybody sees; a board that is being built keeps its points to itself."""
    return PublicBoard(
        table=view.sitting.table,
        board=view.sitting.board,
        names=event.names_of(view.sitting.sides),
        scores=view.play.scores if isinstance(view.play, TurnsView) else view.scores,
        stream=view.stream,
        is_settled=view.is_settled,
        is_built=view.is_built,
        absent=event.names_of(view.absent),
        is_away=tuple(side in view.absent for side in view.sitting.sides),
        is_cancelled=view.is_cancelled,
    )


def _division(tournament: Tournament, division: Division) -> PublicDivision:
    latest = tournament.latest_round(division.name)
    ranked = None if latest is None else standings(tournament, division.name)
    shows_chances = division.format.pairing.chances is ChancesShown.EVERYBODY
    return PublicDivision(
        division=division,
        round=latest,
        remaining_ms=None,
        boards=(),
        resting=(),
        byes=(),
        standings=ranked if ranked is not None and ranked.has_begun else None,
        words=_words(tournament, latest),
        chances=chance_lines(tournament, division.name) if shows_chances else (),
    )


def _words(tournament: Tournament, latest: Round | None) -> Announcement:
    """The words of a round that has begun; those of a coming one are known to nobody."""
    if latest is None or latest.stage is RoundStage.PUBLISHED:
        return NOTHING_ANNOUNCED
    return tournament.announcement(latest.division, latest.number)


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
