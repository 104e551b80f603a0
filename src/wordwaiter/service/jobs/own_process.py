"""Work in a process of its own: begun when it is first needed, again when it has died, gone with the program.

A process of its own takes no time from the threads that answer pages, and what it breaks stays there. Several
questions may be under way in it, each on a thread; one that nobody waits for any more is told to stop.
"""

import contextlib
import logging
import math
import multiprocessing
import os
import queue
import signal
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from itertools import count
from multiprocessing.context import SpawnProcess
from multiprocessing.reduction import ForkingPickler
from typing import Any, Final, Protocol, TypeVar, cast

from wordwaiter.errors import UnavailableError
from wordwaiter.platform import give_way, limit_memory

logger: Final = logging.getLogger(__name__)

Task = TypeVar("Task")
Answer = TypeVar("Answer")

_LOOK_SECONDS: Final = 0.1
"""How long a wish to stop may wait."""
_KEPT: Final = 6
"""Things that the other process keeps for later questions."""


class _Line(Protocol):
    """An end of the connection between the two processes, whatever the system calls it."""

    def send(self, obj: Any, /) -> None: ...
    def send_bytes(self, buf: Any, /) -> None: ...
    def recv(self) -> Any: ...
    def close(self) -> None: ...


class ProcessDiedError(UnavailableError):
    """The process was gone before it had an answer, each time."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What work in the other process knows of whoever asked."""

    stop: threading.Event
    report: Callable[[object], None]
    """Tells what was found so far."""
    kept: tuple[object, ...]
    """What the question needs, and what was sent only once."""


Work = Callable[[Task, Asked], Answer]
"""A function of a module: the other process imports it."""


class _Kind(Enum):
    SO_FAR = auto()
    DONE = auto()
    FAILED = auto()
    DIED = auto()


_Heard = tuple[_Kind, Any]


@dataclass(slots=True)
class _Running:
    """A process that lives, with what waits for it."""

    process: SpawnProcess
    line: _Line
    turn: threading.Lock = field(default_factory=threading.Lock)
    """For what is said on the line, and what is noted below."""
    waiting: dict[int, "queue.SimpleQueue[_Heard]"] = field(default_factory=dict)
    sent: list[str] = field(default_factory=list)
    """Names of what it keeps; what was needed last stands last."""
    has_died: bool = False
    owner: int = field(default_factory=os.getpid)
    """The process that began it: a copy of that one begins its own."""


class OwnProcess:
    """One such process. Safe to share between threads."""

    def __init__(
        self,
        name: str,
        *,
        gives_way: bool = False,
        memory_bytes: int | None = None,
        at_once: int = 1,
        most: int = 64,
        tries: int = 2,
    ) -> None:
        """`at_once` questions are worked on, and `most` may be under way; one more is refused.

        A question in which the process dies is asked again, `tries` times in all.
        """
        self._name = name
        self._setting = (gives_way, memory_bytes, at_once)
        self._most = most
        self._tries = tries
        self._turn = threading.Lock()
        self._running: _Running | None = None
        self._numbers = count()

    def do(
        self,
        work: Work[Task, Answer],
        task: Task,
        *,
        needs: Mapping[str, Callable[[], object]] | None = None,
        report: Callable[[Any], None] | None = None,
        stop: threading.Event | None = None,
        seconds: float | None = None,
    ) -> Answer:
        """Returns what the work answers; a `TimeoutError` if it takes longer than so many seconds.

        `needs` are things that the process keeps by name once they were sent.
        """
        for _ in range(self._tries):
            running = self._started()
            kind, heard = self._asked(running, (work, task, needs or {}), report, stop, seconds)
            if kind is _Kind.DONE:
                return cast("Answer", heard)
            if kind is _Kind.FAILED:
                raise heard
        raise ProcessDiedError("engine-busy", "the engine is busy; try again in a moment")

    @property
    def process(self) -> int | None:
        """The number of the process, if it runs."""
        running = self._running
        return None if running is None or running.has_died else running.process.pid

    def end(self) -> None:
        """Ends the process at once, if it runs."""
        with self._turn:
            running, self._running = self._running, None
        if running is not None:
            running.process.kill()
            running.process.join()

    # ---------------------------------------------------------------- this side

    def _started(self) -> _Running:
        with self._turn:
            running = self._running
            if running is None or running.has_died or running.owner != os.getpid():
                self._running = running = self._start()
            return running

    def _start(self) -> _Running:
        ours, theirs = multiprocessing.Pipe()
        # Spawned, not forked: this process has threads and a connection to the database.
        process = multiprocessing.get_context("spawn").Process(
            target=_serve, args=(theirs, *self._setting), name=self._name, daemon=True
        )
        process.start()
        theirs.close()
        running = _Running(process, ours)
        threading.Thread(target=_hear, args=(running,), name=self._name, daemon=True).start()
        return running

    def _asked(
        self,
        running: _Running,
        order: tuple[Work[Any, Any], object, Mapping[str, Callable[[], object]]],
        report: Callable[[Any], None] | None,
        stop: threading.Event | None,
        seconds: float | None,
    ) -> _Heard:
        number, answers = next(self._numbers), queue.SimpleQueue[_Heard]()
        until = None if seconds is None else time.monotonic() + seconds
        is_told, is_answered = False, False
        _hand_in(running, number, order, answers, self._most)
        try:
            while True:
                if stop is not None and stop.is_set() and not is_told:
                    is_told = True
                    _say(running, (number, None))
                left = math.inf if until is None else until - time.monotonic()
                if left <= 0:
                    raise TimeoutError
                wait = min(left, math.inf if stop is None else _LOOK_SECONDS)
                try:
                    kind, heard = answers.get(timeout=None if wait == math.inf else wait)
                except queue.Empty:
                    continue
                if kind is not _Kind.SO_FAR:
                    is_answered = True
                    return kind, heard
                if report is not None:
                    report(heard)
        finally:
            with running.turn:
                running.waiting.pop(number, None)
            if not is_answered:
                _say(running, (number, None))  # nobody waits for it any more


def _hand_in(
    running: _Running,
    number: int,
    order: tuple[Work[Any, Any], object, Mapping[str, Callable[[], object]]],
    answers: "queue.SimpleQueue[_Heard]",
    most: int,
) -> None:
    """Sends a question, and what the process has to keep for it; what it keeps longest unused is let go."""
    work, task, needs = order
    with running.turn:
        if len(running.waiting) >= most:
            raise UnavailableError("engine-busy", "the engine is busy; try again in a moment")
        if running.has_died:
            answers.put((_Kind.DIED, None))
            return
        # Nothing is noted before all of it is packed: what cannot be sent takes up no place.
        new = {name: make() for name, make in needs.items() if name not in running.sent}
        sent = list(dict.fromkeys((*(name for name in running.sent if name not in needs), *needs)))
        dropped, kept = sent[:-_KEPT], sent[-_KEPT:]
        packed = ForkingPickler.dumps((number, (work, task, tuple(needs), new, dropped)))
        running.waiting[number], running.sent = answers, kept
        with contextlib.suppress(OSError):  # whoever hears says that it has died
            running.line.send_bytes(packed)


def _say(running: _Running, said: object) -> None:
    with running.turn, contextlib.suppress(OSError):
        running.line.send(said)


def _hear(running: _Running) -> None:
    """Hands on what the process says, until it is gone."""
    try:
        while True:
            number, kind, heard = running.line.recv()
            with running.turn:
                answers = running.waiting.get(number)
            if answers is not None:
                answers.put((kind, heard))
            del heard
    except (EOFError, OSError):
        logger.debug("the process %s has ended", running.process.name)
    except Exception:
        logger.exception("the process %s could not be understood", running.process.name)
        running.process.kill()
    with running.turn:
        running.has_died = True
        for answers in running.waiting.values():
            answers.put((_Kind.DIED, None))
        running.line.close()
    running.process.join()


# ---------------------------------------------------------------- the other side


def _sendable(error: BaseException) -> Exception:
    """Returns an error that can be raised where somebody waits: itself, if it can be read again there."""
    if isinstance(error, Exception):
        with contextlib.suppress(Exception):
            ForkingPickler.loads(ForkingPickler.dumps(error))
            return error
    return RuntimeError(repr(error))


def _serve(line: _Line, gives_way: bool, memory_bytes: int | None, at_once: int) -> None:
    """What the other process does, until whoever asks is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the program, which ends this
    if memory_bytes is not None:
        limit_memory(memory_bytes)
    telling, room = threading.Lock(), threading.BoundedSemaphore(at_once)
    stops: dict[int, threading.Event] = {}
    kept: dict[str, object] = {}

    def tell(number: int, kind: _Kind, found: object) -> None:
        with telling, contextlib.suppress(OSError):
            line.send((number, kind, found))

    def answer(number: int, work: Work[Any, Any], task: object, needed: tuple[object, ...]) -> None:
        stop = stops[number]
        asked = Asked(stop, lambda found: tell(number, _Kind.SO_FAR, found), needed)
        if gives_way:
            give_way()  # not before: what has to be loaded is not kept waiting
        try:
            with room:
                done = work(task, asked)
            tell(number, _Kind.DONE, done)
        except BaseException as error:  # noqa: BLE001 - a panic of the native core too; somebody waits
            tell(number, _Kind.FAILED, _sendable(error))
        finally:
            stops.pop(number, None)

    while True:
        try:
            number, order = line.recv()
        except (EOFError, OSError):
            os._exit(0)  # at once, whatever is under way
        if order is None:
            if (stop := stops.get(number)) is not None:
                stop.set()
            continue
        work, task, needs, new, dropped = order
        kept |= new
        stops[number] = threading.Event()
        needed = tuple(kept[name] for name in needs)
        for name in dropped:
            kept.pop(name, None)
        threading.Thread(target=answer, args=(number, work, task, needed), daemon=True).start()
