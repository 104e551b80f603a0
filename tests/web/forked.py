"""The program, forked from a process in which all its modules are loaded.

To load them takes most of the time of a start, and tests start the program again and again. What is forked
reads its arguments, answers, writes and ends as a program that was started by its name. Tests of the start
itself start it by its name.
"""

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
from pathlib import Path
from typing import IO, Final

STDIN: Final = 0
LONGEST: Final = 1 << 20
"""Bytes of a request: the arguments and the environment."""


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
    """The process that has loaded the program."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self._address = str(Path(self._folder.name) / "line")
        self._process = subprocess.Popen(
            [sys.executable, "-P", __file__, self._address], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == b"ready\n"

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
        self._process.communicate()
        self._folder.cleanup()


# ---------------------------------------------------------------- the process that forks


def _serve(address: str) -> None:
    """Forks a child for each connection, and tells there its id and how it ended."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as door:
        door.bind(address)
        door.listen()
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        children: dict[int, tuple[int, socket.socket]] = {}
        while True:
            for ready in select.select([STDIN, door.fileno(), *children], [], [])[0]:
                if ready == STDIN:  # the tests are over
                    for pid, _ in children.values():
                        os.kill(pid, signal.SIGKILL)
                    return
                if ready == door.fileno():
                    line, _ = door.accept()
                    held = [file.fileno() for _, file in children.values()]
                    pid = _fork(line, [door.fileno(), *children, *held])
                    children[os.pidfd_open(pid)] = (pid, line)
                    line.send(str(pid).encode())
                else:
                    pid, line = children.pop(ready)
                    os.close(ready)
                    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
                    with suppress(BrokenPipeError):  # nobody waits for it
                        line.send(str(status).encode())
                    line.close()


def _fork(line: socket.socket, open_here: Sequence[int]) -> int:
    asked, files, _, _ = socket.recv_fds(line, LONGEST, 2)
    pid = os.fork()
    if pid:
        for file in files:
            os.close(file)
        return pid
    arguments, cwd, environment = json.loads(asked)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for number, file in enumerate((nothing, *files)):
        os.dup2(file, number)
    for file in (nothing, line.detach(), *files, *open_here):
        os.close(file)
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = arguments
    _run()
    raise AssertionError("the program returned")


def _load() -> None:
    """Loads what the program loads when it serves."""
    from wordwaiter.store.journal import Journal
    from wordwaiter.web.http import app

    app.assembled()
    with tempfile.TemporaryDirectory() as folder, Journal.open(Path(folder) / "first.db"):
        pass  # what brings a new file into its format is loaded by then
    gc.collect()
    gc.freeze()


def _run() -> None:
    from wordwaiter.cli.main import run

    try:
        run()
    except SystemExit as end:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(end.code if isinstance(end.code, int) else 1)


if __name__ == "__main__":
    _load()
    _serve(sys.argv[1])
