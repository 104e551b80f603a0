"""The house: what every use case gets as its first argument.

It has the journal, the states of all open streams in memory, the feed, the devices, the judge's desk, and
what tells the time. A server is a house that was opened: it notes that it was started, and how long it
was not there. A further worker of the same server joins it; a command in a terminal sits down at its desk.
"""

import logging
import random
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from types import TracebackType
from typing import Final, Self

from wordwaiter.errors import WordwaiterError
from wordwaiter.game.clock import ClockKind, Countdown
from wordwaiter.game.finder import Finder
from wordwaiter.game.hare.round import HareRound
from wordwaiter.game.table import Table
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.lexicon.shelf import Shelf
from wordwaiter.lexicon.withheld import shown_list, withheld_words
from wordwaiter.service.access.callers import director_of_everything
from wordwaiter.service.access.devices import Devices
from wordwaiter.service.access.personal_fields import ERASING
from wordwaiter.service.access.separating import Separating
from wordwaiter.service.clock import SYSTEM_TIME, SteadyWatch, Timepieces, milliseconds
from wordwaiter.service.execute import execute
from wordwaiter.service.feed import Feed
from wordwaiter.service.judging.judge_access import Door, HouseDoor, running_rounds
from wordwaiter.service.lifecycle import LIFECYCLE, STREAM, NoteStart, NoteStop, RunningClock, ServerRecord
from wordwaiter.service.memo import forget_memos
from wordwaiter.service.stream_kind import FollowUp
from wordwaiter.service.streams import Rulebooks, all_families, require_known, shipped
from wordwaiter.service.tables.stream_names import is_free
from wordwaiter.store.database import Place
from wordwaiter.store.facts import Fact
from wordwaiter.store.journal import Journal
from wordwaiter.store.states import States
from wordwaiter.store.tail import Tail
from wordwaiter.tournament.rounds.rounds import RoundStage
from wordwaiter.tournament.state import Tournament

logger: Final = logging.getLogger(__name__)

PROGRAM: Final = "wordwaiter"
"""Who did what the program did by itself."""

_ITSELF: Final = director_of_everything(PROGRAM)

_LATEST: Final = 200
"""Facts that are looked through for the last sign of life."""


@dataclass(frozen=True, slots=True)
class ContextParts:
    """Parts of a server beyond its journal; a command in a terminal needs none of them."""

    judge: Judge | None = None
    shelf: Shelf | None = None
    rulebooks: Rulebooks = shipped
    time: Timepieces = SYSTEM_TIME
    withholds_words: bool = True
    """Whether what the program chooses does without words that would embarrass a room with children in it."""


class Context:
    """Everything that a use case needs. Safe to share between threads."""

    def __init__(self, journal: Journal, parts: ContextParts = ContextParts()) -> None:
        self.journal = journal
        self.rulebooks = parts.rulebooks
        self.families = all_families(parts.rulebooks)
        journal.rewrite_earlier(Separating(self.families))
        self.states = States(journal, self.families)
        self.tail = Tail(journal, erasing=ERASING)
        self.shelf = parts.shelf
        self.clock: Callable[[], datetime] = parts.time.clock
        """The time of day, as facts tell it. It may jump; what is timed goes by the watch."""
        self.devices = Devices(self)
        self.running = running_rounds(self.states, self.devices.ended)
        """Tells of which tournaments a round is being played now."""
        self.door: Door = HouseDoor(self.running)
        """Opens to judges alone while a round runs."""
        self.judge = parts.judge
        self.finder = None if parts.judge is None else _finder(parts.judge)
        self.feed = Feed(self.tail)
        self.rng: random.Random = random.SystemRandom()
        self._numbers = Counter[str]()
        self._turn = threading.Lock()
        self._time = parts.time
        self._withholds_words = parts.withholds_words
        self._is_ours_to_stop = False
        self.is_serving = False
        """Whether states are kept in memory as facts come in."""
        self.watch = self._set_watch()

    # ---------------------------------------------------------------- opening and closing

    @classmethod
    def open(cls, place: Place, parts: ContextParts = ContextParts()) -> Self:
        """The house of a server that starts: all open streams in memory, and the gap before it noted."""
        context = cls.join(place, parts)
        try:
            context._note_start()
        except BaseException:
            context.close()
            raise
        return context

    @classmethod
    def join(cls, place: Place, parts: ContextParts = ContextParts()) -> Self:
        """The house as a further process of a running server has it."""
        journal = Journal.open(place)
        # From here on errors are told to everybody in the room, and where the file lies is nothing for them.
        journal.database.spoken = "the journal"
        try:
            require_known(journal)
            context = cls(journal, parts)
            context.states.load_open(
                frozenset(stream for stream in context.devices.ended() if is_free(stream))
            )
            context.tail.tell(context.states.hear)
            context.tail.tell(context._let_go_of_erased)
            context.tail.tell(context.devices.tell)
            context.tail.start()
            context.is_serving = True
        except BaseException:
            journal.close()
            raise
        return context

    @classmethod
    def at_desk(cls, journal: Journal, parts: ContextParts = ContextParts()) -> Self:
        """The house for one command in a terminal, whose journal is closed by whoever opened it."""
        return cls(journal, parts)

    def close(self) -> None:
        """Finish what was begun, note the time, and let go."""
        if self._is_ours_to_stop:
            self._is_ours_to_stop = False
            try:
                execute(self, _ITSELF, LIFECYCLE, STREAM, NoteStop())
            except WordwaiterError as error:  # a full disk must not keep the program from stopping
                logger.warning("could not record the shutdown: %s", error)
        self.tail.close()
        self.journal.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def shown_lists(self, lexicons: Iterable[Lexicon]) -> tuple[Lexicon, ...]:
        """Returns the lists from which the program chooses words that it shows."""
        return tuple(shown_list(each) if self._withholds_words else each for each in lexicons)

    def shows(self, words: Iterable[str]) -> bool:
        """Returns whether the program may show these words by itself."""
        return not self._withholds_words or withheld_words().isdisjoint(words)

    @cached_property
    def follow_ups(self) -> Mapping[str, FollowUp]:
        """What happens elsewhere because of a command, by the name of its kind of stream."""
        from wordwaiter.service.follow_ups import FOLLOW_UPS  # they execute commands themselves

        return FOLLOW_UPS

    def next_number(self, prefix: str, taken: Iterable[int]) -> int:
        """A number that no stream of that name has, and that nobody else in this process is given."""
        with self._turn:
            self._numbers[prefix] = max(self._numbers[prefix], max(taken, default=0)) + 1
            return self._numbers[prefix]

    def _let_go_of_erased(self, facts: Sequence[Fact]) -> None:
        """Keeps nothing in memory that tells the names of somebody who was erased.

        They may stand in any stream: notes about games and the list of devices are of the whole house.
        """
        if any(fact.kind in ERASING for fact in facts):
            self.feed.forget()
            self.states.let_go_of_all()
            forget_memos()

    # ---------------------------------------------------------------- its own record

    @property
    def record(self) -> ServerRecord | None:
        """The record of the server's own times; `None` before its first start."""
        if not self.states.knows(STREAM) and not self.journal.version(STREAM):
            return None
        record: ServerRecord = self.states.of(STREAM).state
        return record

    def _note_start(self) -> None:
        clocks = tuple(self._running_clocks())
        since_ms = self._last_sign_ms()
        execute(self, _ITSELF, LIFECYCLE, STREAM, NoteStart(self.watch.setting, since_ms, clocks))
        self._is_ours_to_stop = True

    def _set_watch(self) -> SteadyWatch:
        record = self.record
        earlier = None if record is None else record.setting
        return self._time.watch(earlier, self._last_sign_ms() or 0)

    def _last_sign_ms(self) -> int | None:
        """When the program last wrote something, by the watch that it had then."""
        latest = self.journal.since(max(self.journal.position() - _LATEST, 0), most=_LATEST)
        told = [at_ms for fact in latest if isinstance(at_ms := fact.body.get("at_ms"), int)]
        if told:
            return max(told)
        return milliseconds(latest[-1].time) if latest else None

    def _running_clocks(self) -> Iterator[RunningClock]:
        """The clocks that run as far as the journal tells."""
        over = self.devices.ended()
        for end in self.states.ends():
            if self.families.is_resting(end.kind) or end.stream.partition("/")[0] in over:
                continue
            match self.states.of(end.stream).state:
                case Table() as table:
                    yield from _clocks_of_table(end.stream, table)
                case HareRound(clock=Countdown() as clock) if clock.watch.since_ms is not None:
                    yield RunningClock(end.stream, ClockKind.ROOM)
                case Tournament() as tournament:
                    yield from _clocks_of_rounds(end.stream, tournament)


def _finder(judge: Judge) -> Finder:
    # Imported here because commands in a terminal, which have no judge, need not wait for it to load.
    from wordwaiter.engine.finder import EngineFinder

    return EngineFinder(judge.lexicons)


def _clocks_of_table(stream: str, table: Table) -> Iterator[RunningClock]:
    clocks = table.clocks
    for kind, clock in ((ClockKind.ROOM, clocks.room), (ClockKind.TABLE, clocks.table)):
        if clock is not None and clock.watch.since_ms is not None:
            yield RunningClock(stream, kind)
    for side, clock in enumerate(clocks.sides):
        if clock.watch.since_ms is not None:
            yield RunningClock(stream, ClockKind.SIDE, side)
    if clocks.turn is not None and clocks.turn.watch.since_ms is not None:
        yield RunningClock(stream, ClockKind.TURN, turn=len(table.turns))


def _clocks_of_rounds(stream: str, tournament: Tournament) -> Iterator[RunningClock]:
    for division in tournament.divisions:
        running = tournament.open_round(division)
        if running is not None and running.clock is not None and running.stage is RoundStage.RUNNING:
            yield RunningClock(stream, ClockKind.ROOM, division=division)
