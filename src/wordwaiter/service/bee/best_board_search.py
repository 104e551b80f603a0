"""Looking for the best boards of rounds while they are played, and telling them when they are closed.

One process of a server does it, with one search at a time. What it finds while a round runs is in its
memory alone: it is written down when the round is closed, and until then no page, feed or file can tell it.
A program that was started anew begins again.
"""

import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Final, Protocol, Self

from wordwaiter.engine.hare import BestBoard, Effort, HarePuzzle
from wordwaiter.errors import WordwaiterError
from wordwaiter.game.hare.facts import BestBoardFound
from wordwaiter.game.hare.round import HareRound, RoundStage, remaining_ms
from wordwaiter.rules.placement import Placement
from wordwaiter.service.access.callers import director_of_everything
from wordwaiter.service.bee.best_board_kind import BEST_BOARDS, NoteBestBoard
from wordwaiter.service.bee.best_boards import builds, points_in, why_no_practice
from wordwaiter.service.bee.solver_process import HareSearch, fingerprint, puzzle_of
from wordwaiter.service.execute import execute
from wordwaiter.service.judging.word_lists import judge_of_division
from wordwaiter.service.rounds.round_tables import stream_at
from wordwaiter.service.stream_kind import CommandMeta
from wordwaiter.service.tables.practice import end_when_time_is_up
from wordwaiter.service.tables.stream_names import BoardPlace, is_practice, place_of
from wordwaiter.service.tournaments.snapshots import streams_in
from wordwaiter.store.facts import Fact
from wordwaiter.tournament.rounds.rounds import RoundStage as TournamentRoundStage
from wordwaiter.tournament.state import Division, Tournament

if TYPE_CHECKING:
    from wordwaiter.service.context import Context

logger: Final = logging.getLogger(__name__)

PROGRAM: Final = "wordwaiter"
_ITSELF: Final = director_of_everything(PROGRAM)

_LOOK_S: Final = 0.5
"""Between two looks at the room."""


_TRY_AGAIN_S: Final = 15.0
"""After something that was in the way."""

_TRIES: Final = 3
"""Searches for one board that may die; then there is none for it."""

_KEPT: Final = 64
"""Boards that are kept in memory for others with the same words and tiles."""

_TELLING: Final = ("hare.", "tournament.", "access.")
"""Families of facts after which there may be something to do."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How long a search takes, in seconds."""

    longest: float = 300.0
    untimed: float = 120.0
    """Where no clock says when the round ends."""
    late: float = 10.0
    """When the round is over and nothing was found for these tiles yet; everybody waits."""
    shortest: float = 5.0


USUAL: Final = Pace()


@dataclass(frozen=True, slots=True)
class Wanted:
    """A board of which the best is wanted."""

    stream: str
    version: int
    built: HareRound
    is_over: bool
    """Whether it is to be told as soon as it is known."""
    left_s: float | None
    """Of the time in which it is looked for; nothing where no clock runs."""
    is_winner: bool = False
    """Whether it is of a team that made the most points of a closed round: the room waits for these."""


# ---------------------------------------------------------------- what is wanted


def wanted_boards(context: "Context") -> Iterator[Wanted]:
    """Every board that is being built, or was in a round that is not long closed, without its best one."""
    for stream in streams_in(context):
        tournament: Tournament = context.states.of(stream).state
        for division in tournament.divisions.values():
            if builds(context, division):
                yield from _of_division(context, stream, tournament, division)
    if why_no_practice(context) is None:
        for end in context.states.ends():
            if is_practice(end.stream) and not context.families.is_resting(end.kind):
                yield from _of_board(context, end.stream, is_over=None)


def _of_division(
    context: "Context", stream: str, tournament: Tournament, division: Division
) -> Iterator[Wanted]:
    # One that hangs on the wall has no boards yet. The one before the latest may have been closed a moment
    # before the latest was started: it comes after that, and what is found is told when both are closed.
    begun = [
        each
        for each in tournament.rounds_of(division.name)
        if each.stage is not TournamentRoundStage.PUBLISHED
    ]
    is_over = bool(begun) and begun[-1].stage is TournamentRoundStage.CLOSED
    for played in reversed(begun[-2:]):
        points = points_in(played) if played.stage is TournamentRoundStage.CLOSED else {}
        most = max(points.values(), default=None)
        for sitting in played.sittings:
            place = BoardPlace(stream, division.number, played.number, sitting.table, sitting.board)
            own = stream_at(context, place)
            if own is not None:
                (team,) = sitting.sides
                is_winner = most is not None and points.get(team) == most
                yield from _of_board(context, own, is_over=is_over, is_winner=is_winner)


def _of_board(
    context: "Context", stream: str, *, is_over: bool | None, is_winner: bool = False
) -> Iterator[Wanted]:
    """The board, unless its best is known; without a round it is over when the end was signalled."""
    if context.states.last_kind(stream) == BestBoardFound.KIND:
        return  # without folding it: there may be many, and they are looked at again and again
    standing = context.states.of(stream)
    built = standing.state
    if not isinstance(built, HareRound) or built.best is not None:
        return
    is_building = built.stage is RoundStage.BUILDING
    left_ms = remaining_ms(built, max(context.watch(), built.at_ms)) if is_building else None
    yield Wanted(
        stream,
        standing.version,
        built,
        not is_building if is_over is None else is_over,
        None if left_ms is None else left_ms / 1000,
        is_winner,
    )


# ---------------------------------------------------------------- who looks


class BoardSearch(Protocol):
    """A search for a board; usually a process of its own."""

    @property
    def is_over(self) -> bool: ...

    @property
    def died(self) -> bool:
        """Checks whether it is over without having come to an end."""

    def hurry(self) -> None:
        """Let it no longer give way to everything else."""

    def stop(self) -> None: ...

    def result(self) -> BestBoard | None: ...

    def close(self) -> None: ...


@dataclass(slots=True)
class _Running:
    search: BoardSearch
    name: str
    """The fingerprint of its puzzle."""
    since: float
    """When it was begun, by `time.monotonic`."""
    is_awaited: bool = False
    """Whether it was told that people wait for it."""


class BestBoardWatch:
    """Follows a house from its start to its end, in a thread that mostly sleeps."""

    def __init__(
        self,
        context: "Context",
        pace: Pace = USUAL,
        begin: Callable[[HarePuzzle, Effort], BoardSearch] = HareSearch,
    ) -> None:
        self._context = context
        self._pace = pace
        self._begin = begin
        self._running: _Running | None = None
        self._found: dict[str, BestBoard | None] = {}
        """By fingerprint of the puzzle; nothing where these tiles allow no board."""
        self._deaths = Counter[str]()
        """How often a search died, by fingerprint."""
        self._names: dict[str, tuple[int, str]] = {}
        """Fingerprints by stream, with the version that they are of."""
        self._bell = threading.Event()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="best-boards", daemon=True)

    @property
    def found(self) -> tuple[BestBoard | None, ...]:
        """The boards found so far, told or not: for this process alone."""
        return tuple(self._found.values())

    def __enter__(self) -> Self:
        self._context.tail.tell(self._hear)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closing.set()
        self._bell.set()
        self._thread.join()
        self.close()

    def close(self) -> None:
        """Give up what is looked for."""
        if self._running is not None:
            self._running.search.close()
            self._running = None

    def _hear(self, facts: Sequence[Fact]) -> None:
        if any(fact.kind.startswith(_TELLING) for fact in facts):
            self._bell.set()

    def _run(self) -> None:
        while not self._closing.wait(_LOOK_S):
            self._bell.clear()
            try:
                is_busy = self.step()
            except (WordwaiterError, OSError) as error:
                # A full disk, for example, or no room for another process; it is tried again.
                logger.warning("best-board search postponed: %s", error)
                self._bell.wait(_TRY_AGAIN_S)
                continue
            except Exception:  # without this thread no practice board would end any more, either
                logger.exception("best boards must wait")
                self._bell.wait(_TRY_AGAIN_S)
                continue
            # Only a fact can bring something to do then; the bell of the end may have been cleared above.
            if not is_busy and not self._closing.is_set():
                self._bell.wait()

    def step(self) -> bool:
        """Take what a search has found, tell what may be told, begin the next; whether to look again soon."""
        if self._context.judge is None:
            return False
        puzzles = {each.stream: each for each in wanted_boards(self._context)}
        named = {stream: self._name(each) for stream, each in puzzles.items()}
        self._look_after(puzzles, named)
        is_timed = self._end_practice(puzzles.values())
        for stream, each in puzzles.items():
            best = self._found.get(named[stream])
            if each.is_over and best is not None:
                self._tell(each, best)
        open_ = [each for stream, each in puzzles.items() if named[stream] not in self._found]
        if self._running is None and open_:
            self._start(open_, named)
        self._forget(named)
        return self._running is not None or is_timed

    def _forget(self, named: dict[str, str]) -> None:
        """Let go of what nobody needs any more: the program may run for weeks."""
        self._names = {stream: known for stream, known in self._names.items() if stream in named}
        for name in [each for each in self._found if each not in named.values()][:-_KEPT]:
            del self._found[name]
            del self._deaths[name]

    def _end_practice(self, boards: Iterable[Wanted]) -> bool:
        """End practice boards whose time is up, whether or not anybody looks; whether a clock still runs."""
        timed = [each for each in boards if is_practice(each.stream) and each.left_s is not None]
        for each in timed:
            end_when_time_is_up(self._context, each.stream, each.built)
        return bool(timed)

    def _puzzle(self, wanted: Wanted) -> HarePuzzle:
        """The puzzle of a board, by the word lists of its division."""
        context, place = self._context, place_of(wanted.stream)
        judge = context.judge
        if place is not None:
            judge = judge_of_division(context, place.tournament, place.division)
        return puzzle_of(wanted.built, () if judge is None else context.shown_lists(judge.lexicons))

    def _name(self, wanted: Wanted) -> str:
        known = self._names.get(wanted.stream)
        if known is None or known[0] != wanted.version:
            known = wanted.version, fingerprint(self._puzzle(wanted))
            self._names[wanted.stream] = known
        return known[1]

    def _look_after(self, puzzles: dict[str, Wanted], named: dict[str, str]) -> None:
        """Take what the search has found; end it when nobody waits for it, or everybody does."""
        if (running := self._running) is None:
            return
        if running.search.is_over:
            self._running = None
            if running.search.died and self._deaths[running.name] < _TRIES - 1:
                self._deaths[running.name] += 1  # the system needed its memory, perhaps; it is begun anew
                return
            self._found[running.name] = running.search.result()
            return
        waiting = [each for stream, each in puzzles.items() if named[stream] == running.name]
        is_over = any(each.is_over for each in waiting)
        is_done = is_over and time.monotonic() - running.since >= self._pace.late
        awaited = {named[stream] for stream, each in puzzles.items() if each.is_over and each.is_winner}
        gives_way = running.name not in awaited and not awaited <= self._found.keys()
        # Nobody waits when tiles were bought back or the round was halted; a winner's board goes first, and
        # what has to give way to it is begun anew.
        if not waiting or (gives_way and not is_done):
            running.search.close()
            self._running = None
        elif is_done:
            running.search.stop()
        elif is_over and not running.is_awaited:
            running.search.hurry()
            running.is_awaited = True

    def _start(self, open_: list[Wanted], named: dict[str, str]) -> None:
        """Begin the next search: first where people wait, winners before others, then by tables."""
        first = min(open_, key=lambda each: (not each.is_over, not each.is_winner))
        count = len({named[each.stream] for each in open_})
        effort = Effort(seconds=self._share(first, count))
        name = named[first.stream]
        search = self._begin(self._puzzle(first), effort)
        self._running = _Running(search, name, time.monotonic())

    def _share(self, wanted: Wanted, count: int) -> float:
        """Its part of the time that is left, among so many different puzzles."""
        pace = self._pace
        if wanted.is_over:
            return pace.late
        left = pace.untimed if wanted.left_s is None else wanted.left_s
        return max(pace.shortest, min(pace.longest, left / count))

    def _tell(self, wanted: Wanted, best: BestBoard) -> None:
        """Notes what was found; from now on pages may show it."""
        tiles = Placement(tuple(best.board.tiles()))
        found = NoteBestBoard(tiles, best.total, round(1000 * best.elapsed))
        meta = CommandMeta(key=f"best {wanted.stream}", seen=wanted.version)
        execute(self._context, _ITSELF, BEST_BOARDS, wanted.stream, found, meta)
