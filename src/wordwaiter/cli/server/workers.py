"""Several processes that answer at one port: the first one starts them, and ends them when it is told to."""

import contextlib
import multiprocessing
import os
import signal
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing.context import SpawnProcess
from multiprocessing.managers import BaseManager
from pathlib import Path
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Final, Self

from wordwaiter.errors import MalformedError, UnavailableError
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.shelf import Shelf
from wordwaiter.platform import STOP_SIGNALS, shares_ports, stop_this_process
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.moments import Memory, Moments, SharedMoments
from wordwaiter.store.address import is_server

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from wordwaiter.web.http.certificates.files import Tls
    from wordwaiter.web.http.server import HttpsPlace

_LOOK_SECONDS: Final = 0.1


@dataclass(frozen=True, slots=True)
class Work:
    """Everything a worker needs to know."""

    db: str
    lists: tuple[str, ...]
    longest: int | None
    own_names: tuple[str, ...]
    address: str
    port: int
    log: Path | None = None
    """The file for the program's own log; all workers write whole lines to it."""
    tls: "Tls | None" = None
    https: "HttpsPlace | None" = None
    withholds_words: bool = True
    proxies: tuple[str, ...] = ()
    workers: int = 1
    """How many share the work."""
    moments: Memory | None = None
    """The memory that all workers share."""
    turns: Path | None = None
    """The folder in which all workers take turns with photos."""


class _Remembering(BaseManager):
    """A process that remembers for all workers."""


_Remembering.register("moments", Moments, exposed=("keep", "find", "take"))


def check_workers(db: str, workers: int) -> None:
    """Refuse several processes on a file, which one process writes to."""
    if workers > 1 and not is_server(db):
        raise MalformedError(
            "workers-need-a-server",
            "only one process can write an SQLite file; for several workers use --db postgresql://...",
            workers=workers,
        )
    if workers > 1 and not shares_ports():
        raise UnavailableError(
            "no-workers-here", "on Windows only one process can answer; leave out --workers"
        )


def judge_of(lists: tuple[str, ...], longest: int | None) -> tuple[Judge, Shelf]:
    """The judge who rules by these lists, and the shelf that they are from."""
    shelf = Shelf.of_user()
    return Judge(tuple(map(shelf.open, lists)), longest), shelf


class Workers:
    """So many processes that answer. They load while the house is opened, and come in when it is open."""

    def __init__(self, work: Work, count: int) -> None:
        self._remembering = _Remembering(ctx=multiprocessing.get_context("spawn"))
        self._turns = tempfile.TemporaryDirectory(prefix="wordwaiter-") if count else None
        if self._turns is not None:
            self._remembering.start(_watch_parent, (os.getpid(),))
            moments = self._remembering.moments()  # type: ignore[attr-defined]
            work = replace(work, workers=count, moments=moments, turns=Path(self._turns.name))
        self._workers = [_Worker(work) for _ in range(count)]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    def run(self, when_ready: Callable[[], None]) -> None:
        """Let them answer until a signal to stop; one that dies is started again."""
        stopping = threading.Event()

        def stop(_number: int, _frame: FrameType | None) -> None:
            stopping.set()

        for number in STOP_SIGNALS:
            signal.signal(number, stop)
        try:
            for worker in self._workers:
                worker.come_in()
            for worker in self._workers:
                while not (stopping.is_set() or worker.is_ready()):
                    worker.check_alive()
            if not stopping.is_set():
                when_ready()
            while not stopping.wait(_LOOK_SECONDS):
                for worker in self._workers:
                    worker.keep_alive()
        finally:
            self._end()

    def _end(self) -> None:
        for worker in self._workers:
            worker.stop()
        for worker in self._workers:
            worker.join()
        if self._workers:
            self._remembering.shutdown()
        if self._turns is not None:
            self._turns.cleanup()


class _Worker:
    """One process that answers, with a line to it: we say that the house is open, and it that it answers."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._start()

    def _start(self) -> None:
        # Spawned, not forked: this process has threads, and a connection to the database.
        spawning = multiprocessing.get_context("spawn")
        self._line, its_line = spawning.Pipe()
        self._was_ready = False
        self._process: SpawnProcess = spawning.Process(
            target=_work, args=(self._work, its_line, os.getpid()), daemon=True
        )
        self._process.start()
        its_line.close()

    def come_in(self) -> None:
        """Tell it that the house is open."""
        with contextlib.suppress(OSError):  # it has died, which is found out by whoever waits for it
            self._line.send(None)

    def is_ready(self) -> bool:
        """Checks whether it answers; waits for that a moment."""
        if not self._was_ready and self._line.poll(_LOOK_SECONDS):
            with contextlib.suppress(EOFError, OSError):
                self._line.recv()
                self._was_ready = True
        return self._was_ready

    def keep_alive(self) -> None:
        """Start it again if it has died; one that never answered is not worth another try."""
        if self._process.is_alive():
            return
        if not self.is_ready():
            self.check_alive()
        self._line.close()
        self._start()
        self.come_in()

    def check_alive(self) -> None:
        """Refuse to go on without it."""
        if not self._process.is_alive():
            raise UnavailableError(
                "worker-ended",
                "a worker stopped at startup; read its message above, then start again",
            )

    def stop(self) -> None:
        if self._process.is_alive():
            self._process.terminate()

    def join(self) -> None:
        self._process.join()


def _work(work: Work, line: "Connection[None, None]", parent: int) -> None:
    """Runs a worker: serves the journal that its parent has opened."""
    # Ctrl-C reaches us as well as the parent, which tells us when to stop; and it may come while we load.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Otherwise it could begin none of its own, for photos and for the engine; it watches the parent itself.
    multiprocessing.current_process().daemon = False
    from wordwaiter.web.http.app import create_app
    from wordwaiter.web.http.aside import share_photo_turns
    from wordwaiter.web.http.limits import Limits
    from wordwaiter.web.http.program_log import write_log_to
    from wordwaiter.web.http.server import run_server

    if work.log is not None:
        write_log_to(work.log)
    if work.turns is not None:
        share_photo_turns(work.turns)
    _watch_parent(parent)
    parts = ContextParts(*judge_of(work.lists, work.longest), withholds_words=work.withholds_words)
    try:
        line.recv()
    except EOFError:  # the parent is gone before there was a house
        return
    with Context.join(work.db, parts) as context:
        app = create_app(
            context,
            limits=Limits.of_one_of(work.workers),
            own_names=work.own_names,
            moments=None if work.moments is None else SharedMoments(work.moments),
        )
        run_server(
            app,
            work.address,
            work.port,
            partial(line.send, None),
            work.tls,
            https=work.https,
            proxies=work.proxies,
        )
    os._exit(0)  # see `serve`: a thread of the native server may still be on its way out


def _watch_parent(parent: int) -> None:
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    """End when the first process is gone without having told us to: killed, for example."""
    while os.getppid() == parent:
        time.sleep(_LOOK_SECONDS)
    with contextlib.suppress(ProcessLookupError):
        stop_this_process()
