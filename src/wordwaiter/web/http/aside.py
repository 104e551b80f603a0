"""Queues for work that takes long: nobody who asks for a page waits behind it.

Work that takes a moment is done in the threads that all share; there too askers take turns.
"""

import asyncio
import os
import sys
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, nullcontext, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Any, Final, TypeVar

from wordwaiter.errors import UnavailableError
from wordwaiter.platform import lower_thread_priority
from wordwaiter.service.jobs.turns_of_all import TurnsOfAll
from wordwaiter.web.http.limits import let_others_go_first

T = TypeVar("T")


class ThreadTurns:
    """How long a thread that computes goes on before another may: shorter where several compute at once.

    Sixteen pages that are made at once have the event loop wait for sixteen turns before each of its steps,
    and with it everybody who asks for something small. But short turns cost a tenth of each move's time.
    """

    SHORT_SECONDS: Final = 0.001
    SEVERAL: Final = 2

    def __init__(self) -> None:
        self._usual = sys.getswitchinterval()
        self._counting = Lock()
        self._working = 0

    @contextmanager
    def work(self) -> Iterator[None]:
        """Counts a thread that makes something."""
        self._count(1)
        try:
            yield
        finally:
            self._count(-1)

    def _count(self, more: int) -> None:
        with self._counting:
            were_several = self._working >= self.SEVERAL
            self._working += more
            are_several = self._working >= self.SEVERAL
            if are_several != were_several:
                sys.setswitchinterval(self.SHORT_SECONDS if are_several else self._usual)


TURNS: Final = ThreadTurns()


@dataclass(frozen=True, slots=True, eq=False)
class _Work:
    """Something to be made, and who waits for it where."""

    make: Callable[[], Any]
    loop: asyncio.AbstractEventLoop
    done: "asyncio.Future[Any]"


class Queue:
    """Makes a few things at once; so many more wait, and whoever comes then is told to come again.

    Askers take turns: whoever asks for ten things at once has nobody wait for more than one of them.
    """

    def __init__(
        self,
        name: str,
        at_once: int,
        most: int,
        most_of_one: int | None = None,
        *,
        is_patient: bool = False,
        rest: float = 0,
    ) -> None:
        """`is_patient` is what lets all else go first.

        `rest` times as long as a thing took passes until the next one is made.
        """
        self.most = most
        self.most_of_one = most if most_of_one is None else most_of_one
        """Places that one asker may take; the others are left to others."""
        self._rest = rest
        self._at_once = at_once
        self._threads = ThreadPoolExecutor(
            at_once, name, initializer=lower_thread_priority if is_patient else None
        )
        self._asked = Counter[str]()
        """Those that are made, and those that wait, by asker. For one event loop."""
        self.of_all: TurnsOfAll | None = None
        """Among several processes: what one of them makes, none of the others makes at once."""
        self._turn = Lock()
        self._waiting = OrderedDict[str, deque[_Work]]()
        """By asker; the first one is the next."""
        self._working = 0

    async def made(self, make: Callable[[], T], asker: str) -> T:
        """Returns the function's result, when its turn has come."""
        if self._asked.total() >= self.most or self._asked[asker] >= self.most_of_one:
            raise UnavailableError("too-busy", "the server is busy; try again in a moment")
        self._asked[asker] += 1
        let_others_go_first()
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        work = _Work(make, loop, done)
        try:
            self._hand_in(work, asker)
            return await done
        finally:
            self._take_back(work, asker)  # whoever has left in the meantime needs nothing
            self._asked[asker] -= 1
            if not self._asked[asker]:
                del self._asked[asker]

    def _hand_in(self, work: _Work, asker: str) -> None:
        with self._turn:
            self._waiting.setdefault(asker, deque()).append(work)
            if self._working == self._at_once:
                return
            self._working += 1
        try:
            self._threads.submit(self._go_on)
        except BaseException:
            # The system has no thread left just now: whoever comes next tries again.
            with self._turn:
                self._working -= 1
            raise

    def _take_back(self, work: _Work, asker: str) -> None:
        with self._turn:
            waiting = self._waiting.get(asker, ())
            if work in waiting:
                self._waiting[asker].remove(work)
            if not waiting:
                self._waiting.pop(asker, None)

    def _next(self) -> _Work | None:
        """Takes what comes next; its asker comes after all others then. Nothing ends the thread's work."""
        with self._turn:
            if not self._waiting:
                self._working -= 1
                return None
            asker, waiting = self._waiting.popitem(last=False)
            work = waiting.popleft()
            if waiting:
                self._waiting[asker] = waiting
            return work

    def _go_on(self) -> None:
        """Makes one thing after the other in a thread, tells, and rests."""
        while (work := self._next()) is not None:
            tell: Callable[[], None]
            began = time.monotonic()
            try:
                with nullcontext() if self.of_all is None else self.of_all.turn(), TURNS.work():
                    began = time.monotonic()
                    tell = partial(_tell, work.done, made=work.make())
            except BaseException as error:  # noqa: BLE001 - raised where it is waited for
                tell = partial(_tell, work.done, error=error_to_tell(error))
            took = time.monotonic() - began
            with suppress(RuntimeError):  # the loop has ended
                work.loop.call_soon_threadsafe(tell)
            del work, tell
            time.sleep(took * self._rest)


ASKER: Final[ContextVar[str]] = ContextVar("asker", default="")
"""Who sent the request that is answered: an address, or an IPv6 network; nobody for the program itself."""


@dataclass(frozen=True, slots=True, eq=False)
class _Task:
    """Something to be done in a thread."""

    do: Callable[[], Any]
    done: "Future[Any]"


class Threads(ThreadPoolExecutor):
    """The threads in which an event loop has done what would keep it waiting: reading, folding, making pages.

    Some of them are left to others, whatever one asker wants done, and askers take turns: whoever asks for
    sixteen pages at once that take long has nobody else wait for them.
    """

    def __init__(self, most: int, most_of_one: int) -> None:
        super().__init__(most, "answers")
        self.most_of_one = most_of_one
        """Threads that one asker has at once."""
        self._order = Lock()
        self._tasks = OrderedDict[str, deque[_Task]]()
        """By asker; the first one who may have another thread is the next."""
        self._running = Counter[str]()

    @classmethod
    def of_this_computer(cls) -> "Threads":
        """Returns as many as are useful here: some wait for the disk while others compute."""
        most = (os.cpu_count() or 1) + 8
        return cls(most, most - 4)

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> "Future[T]":
        """Has something done when it is the turn of whoever asks for it."""
        asker, done = ASKER.get(), Future[T]()
        with self._order:
            self._tasks.setdefault(asker, deque()).append(_Task(partial(fn, *args, **kwargs), done))
        super().submit(self._go_on)
        return done

    def _go_on(self) -> None:
        """Does one thing after the other, in one of the threads: what had to wait for this one too."""
        while (found := self._next()) is not None:
            asker, task = found
            _carry_out(task)
            del found, task
            with self._order:
                self._running[asker] -= 1
                if not self._running[asker]:
                    del self._running[asker]

    def _next(self) -> tuple[str, _Task] | None:
        with self._order:
            able = (each for each in self._tasks if self._running[each] < self.most_of_one)
            asker = next(able, None)
            if asker is None:
                return None
            waiting = self._tasks.pop(asker)
            task = waiting.popleft()
            if waiting:
                self._tasks[asker] = waiting
            self._running[asker] += 1
            return asker, task


def _carry_out(task: _Task) -> None:
    if not task.done.set_running_or_notify_cancel():
        return
    try:
        with TURNS.work():
            made = task.do()
    except BaseException as error:  # noqa: BLE001 - raised where it is waited for
        task.done.set_exception(error_to_tell(error))
    else:
        task.done.set_result(made)


def error_to_tell(error: BaseException) -> BaseException:
    """Returns an error as whoever waits for it can be told.

    A future takes no `StopIteration`: whoever waited would wait for ever, and with them their asker's turn.
    """
    if not isinstance(error, StopIteration):
        return error
    told = RuntimeError("something was looked for that is not there")
    told.__cause__ = error
    return told


def _tell(done: "asyncio.Future[Any]", *, made: object = None, error: BaseException | None = None) -> None:
    if done.done():  # nobody waits any more
        return
    if error is None:
        done.set_result(made)
    else:
        done.set_exception(error)


PICTURES: Final = Queue("pictures", at_once=1, most=100, most_of_one=50, rest=2)
"""Pictures of boards, which everybody may ask for, by address. No other thread goes on while one is drawn, in
a twentieth of a second: so they are drawn one by one, and others come in between."""

PHOTOS: Final = Queue("photos", at_once=1, most=8, most_of_one=4)
"""Photos of boards, each read in a process of its own in one to five seconds."""

GUEST_PHOTOS: Final = Queue("guest-photos", at_once=1, most=6, most_of_one=3, is_patient=True)
"""Those of guests, who can be any number: no scorekeeper waits for theirs, of which some take a minute."""


def share_photo_turns(folder: Path) -> None:
    """Lets several processes read one photo at a time, and one of guests; they meet in a folder."""
    for queue, name in ((PHOTOS, "photos"), (GUEST_PHOTOS, "guest-photos")):
        queue.of_all = TurnsOfAll(folder / f"{name}.lock")


GAMES: Final = Queue("games", at_once=4, most=300, most_of_one=150)
"""Moves in free games, and the computer's answers to them, by address: a hundred phones behind a router."""

CHAMPIONS: Final = Queue("champions", at_once=1, most=60, most_of_one=20)
"""Games against the champion, which thinks for a second or more: no other game waits for it."""

HINTS: Final = Queue("hints", at_once=1, most=40, most_of_one=20, is_patient=True)
"""The best plays that there were in a turn of a free game that is over, by address; each takes half a second
at most. Everything else goes first."""

CHANCES: Final = Queue("chances", at_once=1, most=100, most_of_one=50)
"""How often sides win, for those who look on at a table: made once for each turn that racks are shown of."""

REVIEWS: Final = Queue("reviews", at_once=1, most=12, most_of_one=6, rest=1)
"""Games that are brought to the analysis board, and turns that are tried there, by address.

Their thread waits for the process of the engine, and takes time only to read what comes back.
"""

ANALYSES: Final = Queue("analyses", at_once=1, most=24)
"""Turns that are thought about on the analysis board for some seconds each, by address.

The page counts the places, by device too; there is room here for those who have just left.
"""

STUDIES: Final = Queue("studies", at_once=1, most=40, most_of_one=10)
"""Searches for words to study, by address: most take a tenth of a second, the first of a list a whole one."""

COUNTS: Final = Queue("counts", at_once=1, most=20, most_of_one=4, rest=20)
"""The program's own counts, by address; nobody asks more often than every few seconds."""

WORD_PAPERS: Final = Queue("word-papers", at_once=1, most=8, most_of_one=2)
"""Printed lists of words, by address: no official waits for them."""

PAPERS: Final = Queue("papers", at_once=2, most=20)
"""Documents, for officials; each takes seconds."""
