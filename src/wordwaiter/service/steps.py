"""Work as steps: each step hands out an entry to write or a question to look up, and gets the answer back.

So one piece of work runs in a thread (`run`) or in an event loop (`run_async`), whichever the caller has.
"""

import asyncio
import contextlib
import threading
from collections import deque
from collections.abc import Callable, Generator
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeVar
from weakref import WeakKeyDictionary

from wordwaiter.errors import WordwaiterError
from wordwaiter.store.facts import Entry, Fact
from wordwaiter.store.journal import Journal

T = TypeVar("T")

Written = tuple[Fact, ...]
"""The facts of an entry, once they are in the journal."""


@dataclass(frozen=True, slots=True)
class Lookup:
    """A question to the journal. The answer may take as long as a disk or a server."""

    ask: Callable[[], object]


Steps = Generator[Entry | Lookup, Any, T]
"""Entries to write and questions to look up, then the result. A refusal is raised where the step was made."""


def look_up(ask: Callable[[], T]) -> Steps[T]:
    """Returns what `ask` returns; an event loop does not wait for it."""
    found: T = yield Lookup(ask)
    return found


def run(journal: Journal, steps: Steps[T]) -> T:
    """Runs the steps in this thread, and returns their result."""
    answer: object
    try:
        step = next(steps)
        while True:
            try:
                answer = step.ask() if isinstance(step, Lookup) else journal.append(step)
            except WordwaiterError as error:
                step = steps.throw(error)
            else:
                step = steps.send(answer)
    except StopIteration as end:
        result: T = end.value
        return result


class Place(Protocol):
    """A place among those who are answered at the same time."""

    def lend(self) -> None:
        """Lets somebody else have it for the time being."""

    async def take_back(self) -> None:
        """Waits until it can be had again."""


PLACE: Final[ContextVar[Place | None]] = ContextVar("place", default=None)
"""The place of whoever is answered, where places are counted; lent while an entry waits for the disk."""


async def run_async(journal: Journal, steps: Steps[T]) -> T:
    """Runs the steps in an event loop, and returns their result."""
    answer: object
    try:
        step = next(steps)
        while True:
            try:
                if isinstance(step, Lookup):
                    answer = await asyncio.to_thread(step.ask)
                else:
                    waiting = _Waiting.in_loop(asyncio.get_running_loop())
                    journal.writer.hand_in(step, waiting)
                    answer = await _once_written(waiting.future)
            except WordwaiterError as error:
                step = steps.throw(error)
            else:
                step = steps.send(answer)
    except StopIteration as end:
        result: T = end.value
        return result


async def _once_written(waiting: "asyncio.Future[Written]") -> Written:
    """Waits until an entry is on the disk; somebody else has the place meanwhile."""
    place = PLACE.get()
    if place is None:
        return await waiting
    place.lend()
    try:
        written = await waiting
    except WordwaiterError:
        await place.take_back()
        raise
    await place.take_back()
    return written


class _Mailbox:
    """Carries results from the thread that writes to an event loop, many at once.

    Waking a loop costs as much as a good part of a move, and a group of a hundred is answered together.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._results: deque[tuple[asyncio.Future[Written], Written | BaseException]] = deque()
        self._is_called = False
        self._lock = threading.Lock()

    def post(self, waiting: "asyncio.Future[Written]", result: Written | BaseException) -> None:
        with self._lock:
            self._results.append((waiting, result))
            if self._is_called:
                return
            self._is_called = True
        # A loop that has ended waits for nothing any more.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._deliver)

    def _deliver(self) -> None:
        with self._lock:
            results, self._results = self._results, deque()
            self._is_called = False
        for waiting, result in results:
            if waiting.done():  # nobody waits for it any more
                continue
            if isinstance(result, BaseException):
                waiting.set_exception(result)
            else:
                waiting.set_result(result)


@dataclass(frozen=True, slots=True)
class _Waiting:
    """Stands for a coroutine that waits for an entry; a `Future` of threads has locks that nobody needs."""

    future: "asyncio.Future[Written]"
    mailbox: _Mailbox

    @classmethod
    def in_loop(cls, loop: asyncio.AbstractEventLoop) -> "_Waiting":
        mailbox = _MAILBOXES.get(loop)
        if mailbox is None:
            mailbox = _MAILBOXES[loop] = _Mailbox(loop)
        return cls(loop.create_future(), mailbox)

    def set_running_or_notify_cancel(self) -> bool:
        return True  # an entry that was handed in is written in any case

    def set_result(self, result: Written, /) -> None:
        self.mailbox.post(self.future, result)

    def set_exception(self, exception: BaseException, /) -> None:
        self.mailbox.post(self.future, exception)


_MAILBOXES: Final[WeakKeyDictionary[asyncio.AbstractEventLoop, _Mailbox]] = WeakKeyDictionary()
