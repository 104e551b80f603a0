"""The program, forked from a process in which all its modules are loaded.

To load them takes most of the time of a start, and tests start the program again and again. What is forked
reads its arguments, answers, writes and ends as a program that was started by its name. Tests of the start
itself start it by its name.

What is forked looks for no best boards, unless the environment says for how many steps: a search takes all
the processor time that it can get, for minutes, in every test that opens a board.
"""

import fcntl
import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

if TYPE_CHECKING:
    from wordwaiter.engine.hare import BestBoard, HarePuzzle

STAY: Final = b"stay"
"""What a worker says that needs the process until its line is closed."""

LONGEST: Final = 1 << 20
"""Bytes of a request: the arguments and the environment."""

SEARCH_STEPS: Final = "WORDWAITER_TESTS_SEARCH_STEPS"
"""How long a forked program searches for a best board."""


class ForkedProcess:
    """A process as `subprocess.Popen` shows one, as far as tests need it."""

    def __init__(self, line: socket.socket, stdout: int, stderr: int) -> None:
        self._line = line
        self.stdout: IO[str] = os.fdopen(stdout)
        self.stderr: IO[str] = os.fdopen(stderr)
        self.returncode: int | None = None
        self.pid = int(self._heard())

    def _heard(self) -> str:
        said = self._line.recv(16)
        assert said, "the process that forks has ended"
        return said.decode()

    def send_signal(self, number: int) -> None:
        if self.returncode is None:
            with suppress(ProcessLookupError):  # it has just ended by itself
                os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def wait(self) -> int:
        if self.returncode is None:
            self.returncode = int(self._heard())
            self._line.close()
        return self.returncode

    def communicate(self) -> tuple[str, str]:
        """Reads what it says until its end."""
        said = self.stdout.read(), self.stderr.read()
        self.stdout.close()
        self.stderr.close()
        self.wait()
        return said


class Forker:
    """The process that has loaded the program: one for all workers of a run, until the last one leaves."""

    def __init__(self, folder: Path) -> None:
        self._address = str(folder / "line")
        with (folder / "line.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self._stay = self._joined() or self._begun()

    def _joined(self) -> socket.socket | None:
        """The line by which the process knows that it is needed; nothing where there is none, or it ends."""
        line = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with suppress(OSError):
            line.connect(self._address)
            line.send(STAY)
            if line.recv(len(STAY)):
                return line
        line.close()
        return None

    def _begun(self) -> socket.socket:
        """Starts the process. It is nobody's own, and so no `Popen`."""
        Path(self._address).unlink(missing_ok=True)
        told, tells = os.pipe()
        outlets = [(os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0), (os.POSIX_SPAWN_DUP2, tells, 1)]
        asked = [sys.executable, "-P", __file__, self._address]
        os.posix_spawn(sys.executable, asked, os.environ, file_actions=outlets)
        os.close(tells)
        with os.fdopen(told) as ready:
            assert ready.readline() == "ready\n"
        line = self._joined()
        assert line is not None
        return line

    def start(self, arguments: Sequence[str], folder: Path) -> ForkedProcess:
        """Starts the program there with these arguments, and the environment as it is now."""
        line = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        line.connect(self._address)
        out, out_there = os.pipe()
        err, err_there = os.pipe()
        asked = json.dumps([["wordwaiter", *arguments], str(folder), dict(os.environ)]).encode()
        socket.send_fds(line, [asked], [out_there, err_there])
        os.close(out_there)
        os.close(err_there)
        return ForkedProcess(line, out, err)

    def run(self, *arguments: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
        """Runs the program there to its end."""
        words = [str(argument) for argument in arguments]
        process = self.start(words, cwd)
        stdout, stderr = process.communicate()
        assert process.returncode is not None
        return subprocess.CompletedProcess(words, process.returncode, stdout, stderr)

    def close(self) -> None:
        self._stay.close()


# ---------------------------------------------------------------- the process that forks


@dataclass
class _Door:
    """Where workers say that they need this process, and ask for a child."""

    listens: socket.socket
    users: dict[int, socket.socket] = field(default_factory=dict)
    """Workers, by the number of their line."""
    children: dict[int, tuple[int, socket.socket]] = field(default_factory=dict)
    """Children by what tells that they have ended: their ids, and the lines on which that is said."""

    def serve(self) -> None:
        """Forks a child for each who asks, and tells its id and how it ended, until no worker is left."""
        self._answer()  # the worker that began this process
        while self.users:
            listens = self.listens.fileno()
            for ready in select.select([listens, *self.users, *self.children], [], [])[0]:
                if ready == listens:
                    self._answer()
                elif ready in self.users:
                    self.users.pop(ready).close()
                else:
                    self._tell_end(ready)
        for pid, _ in self.children.values():
            os.kill(pid, signal.SIGKILL)

    def _answer(self) -> None:
        line, _ = self.listens.accept()
        asked, files, _, _ = socket.recv_fds(line, LONGEST, 2)
        if asked == STAY:
            line.send(STAY)
            self.users[line.fileno()] = line
            return
        lines = [line, self.listens, *self.users.values(), *(told for _, told in self.children.values())]
        pid = _fork(asked, files, [*(each.fileno() for each in lines), *self.children])
        self.children[os.pidfd_open(pid)] = (pid, line)
        line.send(str(pid).encode())

    def _tell_end(self, ended: int) -> None:
        pid, line = self.children.pop(ended)
        os.close(ended)
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        with suppress(BrokenPipeError):  # nobody waits for it
            line.send(str(status).encode())
        line.close()


def _fork(asked: bytes, files: Sequence[int], open_here: Sequence[int]) -> int:
    pid = os.fork()
    if pid:
        for file in files:
            os.close(file)
        return pid
    arguments, cwd, environment = json.loads(asked)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for number, file in enumerate((nothing, *files)):
        os.dup2(file, number)
    for file in (nothing, *files, *open_here):
        os.close(file)
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = arguments
    _run()
    raise AssertionError("the program returned")


def _load() -> None:
    """Loads what the program loads when it serves, and what it would make for its first pages."""
    from anyio._backends import _asyncio

    from wordwaiter.cli.main import run
    from wordwaiter.cli.server import serve, workers
    from wordwaiter.lexicon import open_lexicon
    from wordwaiter.lexicon.withheld import shown_list
    from wordwaiter.service.bee import best_board_search
    from wordwaiter.service.rounds import recovery
    from wordwaiter.service.tables import free_table_expiry
    from wordwaiter.store.journal import Journal
    from wordwaiter.web.files.assets import sheets_together
    from wordwaiter.web.files.joined_scripts import files_joined, joined_script
    from wordwaiter.web.http import app, server
    from wordwaiter.web.render.templates import _environment
    from wordwaiter.web.words import LANGUAGES, catalogue

    del _asyncio, run, serve, workers, best_board_search, recovery, free_table_expiry, server
    app.assembled()
    sheets_together()
    for name in files_joined():
        joined_script(name)
    for template in _environment.list_templates():
        _environment.get_template(template)
    for language in LANGUAGES:
        catalogue(language)
    shown_list(open_lexicon("enable"))
    with tempfile.TemporaryDirectory() as folder, Journal.open(Path(folder) / "first.db"):
        pass  # what brings a new file into its format is loaded by then
    gc.collect()
    gc.freeze()


class QuickSearch:
    """A search that is over at once: after so many steps as the environment says, or with nothing."""

    is_over = True
    died = False

    def __init__(self, puzzle: "HarePuzzle", _effort: object) -> None:
        self._puzzle = puzzle

    def hurry(self) -> None: ...

    def stop(self) -> None: ...

    def result(self) -> "BestBoard | None":
        from wordwaiter.engine.hare import Effort, solve

        steps = int(os.environ.get(SEARCH_STEPS, 0))
        return solve(self._puzzle, Effort(steps=steps)) if steps else None

    def close(self) -> None: ...


def _run() -> None:
    from wordwaiter.cli.main import run
    from wordwaiter.service.bee import best_board_search as search

    search.BestBoardWatch = partial(search.BestBoardWatch, begin=QuickSearch)  # type: ignore[assignment,misc]
    try:
        run()
    except SystemExit as end:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(end.code if isinstance(end.code, int) else 1)


if __name__ == "__main__":
    _load()
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listens:
        listens.bind(sys.argv[1])
        listens.listen()
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        _Door(listens).serve()
