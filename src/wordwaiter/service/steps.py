"""Use cases as steps: each gives an entry to be written, is handed what was written, and ends with an answer.

So one use case can be waited for in a thread and awaited in an event loop, whichever the caller has.
"""

import asyncio
import contextlib
import hashlib
import threading
from collections import deque
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, Final, TypeVar
from weakref import WeakKeyDictionary

from wordwaiter.errors import WordwaiterError
from wordwaiter.service.access.callers import Caller
from wordwaiter.store.facts import Entry, Fact, KeyUsedError, is_same_command
from wordwaiter.store.journal import Journal, JournalReader

T = TypeVar("T")

Answer = tuple[Fact, ...]
"""What was written."""


@dataclass(frozen=True, slots=True)
class Question:
    """Something that has to be looked up in the journal, which may take as long as a disk or a server."""

    ask: Callable[[], object]


Steps = Generator[Entry | Question, Any, T]
"""What is to be written or looked up, and the answer to it. A refusal is raised where that was given."""


def looked_up(ask: Callable[[], T]) -> Steps[T]:
    """What the journal says; an event loop does not wait for it."""
    found: T = yield Question(ask)
    return found


ATTEMPTS: Final = 50
"""How often a command is decided again because somebody else was faster; then people should look."""


@dataclass(frozen=True, slots=True)
class CommandMeta:
    """How a command was sent."""

    device: str = ""
    """Where the caller is not known by a device of its own."""
    key: str | None = None
    """Chosen anew for each command. Sent again, it gives the same answer and does nothing."""
    seen: int | None = None
    """The version that whoever sends it has seen; refused if anything has happened since."""
    digest: str | None = None
    """Stands for the command as it was sent; the same key with another one is refused."""
    turn: int | None = None
    """The turn of a table in which it was entered; what means a turn is refused in another one."""
    waited_ms: int = 0
    """How long ago it was entered, where that may be believed: the table's clocks are read as of then."""


def digest_of(*parts: str | bytes) -> str:
    """What stands for a command that was sent in these parts, whoever sends it, now or again."""
    hashed = hashlib.blake2b(digest_size=16)
    for part in parts:
        content = part.encode(errors="surrogatepass") if isinstance(part, str) else part
        hashed.update(len(content).to_bytes(8))  # so that no part can lend another its end
        hashed.update(content)
    return hashed.hexdigest()


NO_META: Final = CommandMeta()


def done(journal: Journal, steps: Steps[T]) -> T:
    """The answer, when everything is written."""
    answer: object
    try:
        step = next(steps)
        while True:
            try:
                answer = step.ask() if isinstance(step, Question) else journal.append(step)
            except WordwaiterError as error:
                step = steps.throw(error)
            else:
                step = steps.send(answer)
    except StopIteration as end:
        result: T = end.value
        return result


async def awaited(journal: Journal, steps: Steps[T]) -> T:
    """The same in an event loop."""
    answer: object
    try:
        step = next(steps)
        while True:
            try:
                if isinstance(step, Question):
                    answer = await asyncio.to_thread(step.ask)
                else:
                    answer = await written_soon(journal, step)
            except WordwaiterError as error:
                step = steps.throw(error)
            else:
                step = steps.send(answer)
    except StopIteration as end:
        result: T = end.value
        return result


class _Post:
    """Answers on their way from the thread that writes to an event loop: many are brought at once.

    Waking a loop costs as much as a good part of a move, and a group of a hundred is answered together.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._answers: deque[tuple[asyncio.Future[Answer], Answer | BaseException]] = deque()
        self._is_called = False
        self._turn = threading.Lock()

    def bring(self, waiting: "asyncio.Future[Answer]", answer: Answer | BaseException) -> None:
        with self._turn:
            self._answers.append((waiting, answer))
            if self._is_called:
                return
            self._is_called = True
        # A loop that has ended waits for nothing any more.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._hand_over)

    def _hand_over(self) -> None:
        with self._turn:
            answers, self._answers = self._answers, deque()
            self._is_called = False
        for waiting, answer in answers:
            if waiting.done():  # nobody waits for it any more
                continue
            if isinstance(answer, BaseException):
                waiting.set_exception(answer)
            else:
                waiting.set_result(answer)


@dataclass(frozen=True, slots=True)
class _Awaited:
    """Somebody in an event loop who waits for an entry; a `Future` of threads has locks that nobody needs."""

    waiting: "asyncio.Future[Answer]"
    post: _Post

    def set_running_or_notify_cancel(self) -> bool:
        return True  # what was handed in is written in any case

    def set_result(self, result: Answer, /) -> None:
        self.post.bring(self.waiting, result)

    def set_exception(self, exception: BaseException, /) -> None:
        self.post.bring(self.waiting, exception)


_POSTS: Final[WeakKeyDictionary[asyncio.AbstractEventLoop, _Post]] = WeakKeyDictionary()


async def written_soon(journal: Journal, entry: Entry) -> Answer:
    """The facts of the entry, when they are on the disk; what was handed in is written in any case."""
    loop = asyncio.get_running_loop()
    post = _POSTS.get(loop)
    if post is None:
        post = _POSTS[loop] = _Post(loop)
    waiting: asyncio.Future[Answer] = loop.create_future()
    journal.hand_in(entry, _Awaited(waiting, post))
    return await waiting


def sent_before(
    journal: JournalReader, caller: Caller, stream: str, meta: CommandMeta
) -> tuple[Fact, ...] | None:
    """What was written when the same command was sent before; nothing if it was not.

    A key that somebody else used, or for something else, is refused, and never gives the answer to that.
    """
    return _answer_known(journal, caller, meta, lambda first: first.stream == stream)


def opened_before(
    journal: JournalReader, caller: Caller, kind: str, meta: CommandMeta
) -> tuple[Fact, ...] | None:
    """The same for a command that opens a stream of its own, of which the first fact is of that kind."""
    return _answer_known(journal, caller, meta, lambda first: first.kind == kind)


def _answer_known(
    journal: JournalReader, caller: Caller, meta: CommandMeta, is_same: Callable[[Fact], bool]
) -> tuple[Fact, ...] | None:
    given = None if meta.key is None else journal.answer_to(meta.key)
    if given is None:
        return None
    first = given[0]
    is_theirs = (first.actor, first.device) == (caller.name, caller.device or meta.device)
    if not (is_theirs and is_same(first) and is_same_command(first.digest, meta.digest)):
        raise KeyUsedError(meta.key)
    return given
