"""An append-only log of facts in one SQLite file; a fact is on the disk before `append` returns."""

import json
import sqlite3
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from wordwaiter.errors import MalformedFileError, UnavailableError, WordwaiterError

APPLICATION_ID: Final = int.from_bytes(b"WWTR")
"""Stands in the header of the file, so that a database of another program is never taken for ours."""

VERSION: Final = 1
"""Of the tables below. A file of a later version is refused; one of an earlier version will be brought up."""

BUSY_SECONDS: Final = 5.0
"""How long a writer waits for another program that holds the file."""

_SCHEMA: Final = (
    """
    CREATE TABLE facts (
        position INTEGER PRIMARY KEY,
        stream TEXT NOT NULL,
        kind TEXT NOT NULL,
        body TEXT NOT NULL,
        time TEXT NOT NULL
    )
    """,
    "CREATE INDEX facts_by_stream ON facts (stream, position)",
    """
    CREATE TRIGGER facts_are_never_changed BEFORE UPDATE ON facts
    BEGIN SELECT RAISE(ABORT, 'a fact is never changed; add another'); END
    """,
    """
    CREATE TRIGGER facts_are_never_removed BEFORE DELETE ON facts
    BEGIN SELECT RAISE(ABORT, 'a fact is never removed; add another'); END
    """,
)


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that happened: its place in the journal, what it belongs to, its kind and its content."""

    position: int
    stream: str
    kind: str
    body: Mapping[str, object]
    time: datetime


class Journal:
    """The facts of one file. Safe to share between threads, and between processes that open the same file."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection
        self._turn = threading.Lock()

    @classmethod
    def open(cls, path: Path) -> Self:
        """The journal in that file, made when there is none; refused when it could not be written to."""
        _check_place(path)
        with _explained(path):
            connection = _connect(path, "rwc")
            try:
                _check_content(path, connection)
                _make_durable(connection)
                # An empty writing transaction: a read-only file is found out now, not at the first fact.
                connection.execute("BEGIN IMMEDIATE")
                connection.execute("ROLLBACK")
            except BaseException:
                connection.close()
                raise
        return cls(path, connection)

    @classmethod
    def read(cls, path: Path) -> Self:
        """The journal in a file that must be there, for reading alone."""
        if not path.exists():
            raise MalformedFileError("no-journal", path, "there is no such file; name it with --db")
        _check_place(path)
        with _explained(path):
            # Not "ro": that would leave the two files of the write-ahead log behind. Nothing is written.
            connection = _connect(path, "rw")
            try:
                if _is_new(connection):
                    raise MalformedFileError("no-journal", path, "the file is empty: nothing was written yet")
                _check_content(path, connection)
            except BaseException:
                connection.close()
                raise
        return cls(path, connection)

    def append(self, stream: str, kind: str, body: Mapping[str, object], time: datetime) -> Fact:
        """The fact, now on the disk. Where it cannot be written, nothing has happened; the error says why."""
        text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
        with self._turn, _explained(self.path):
            written = self._connection.execute(
                "INSERT INTO facts (stream, kind, body, time) VALUES (?, ?, ?, ?) RETURNING position",
                (stream, kind, text, write_time(time)),
            ).fetchall()
        return Fact(written[0][0], stream, kind, body, time)

    def facts(self, stream: str, *, newest: int | None = None) -> tuple[Fact, ...]:
        """The facts of a stream in their order; only the `newest` so many when that is given."""
        with self._turn, _explained(self.path):
            rows = self._connection.execute(
                "SELECT position, stream, kind, body, time FROM facts WHERE stream = ?"
                " ORDER BY position DESC LIMIT ?",
                (stream, -1 if newest is None else newest),
            ).fetchall()
        try:
            return tuple(
                Fact(position, of, kind, json.loads(body), datetime.fromisoformat(time))
                for position, of, kind, body, time in reversed(rows)
            )
        except (TypeError, ValueError) as error:
            raise _damaged(self.path, error) from error

    def close(self) -> None:
        """Let go of the file; what was appended stays."""
        with self._turn:
            self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def write_time(time: datetime) -> str:
    """`time` as it stands in the journal and in answers: ISO 8601, UTC, milliseconds."""
    if time.tzinfo is None:
        raise ValueError("a time without a zone could be any time")
    return time.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _check_place(path: Path) -> None:
    """Refuse what SQLite would misunderstand: a folder, or a device such as /dev/null, which forgets."""
    if path.is_dir():
        raise MalformedFileError("journal-is-a-folder", path, "this is a folder; name a file in it with --db")
    if path.exists() and not path.is_file():
        raise MalformedFileError("not-a-journal", path, "this is not a plain file; name another with --db")
    if not path.parent.is_dir():
        raise MalformedFileError("no-such-folder", path, "there is no such folder; make it first")


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    # Always as a URI: a plain name such as ":memory:" would mean a journal that forgets.
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        uri=True,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
    )


def _is_new(connection: sqlite3.Connection) -> bool:
    return _setting(connection, "schema_version") == 0 and _setting(connection, "application_id") == 0


def _setting(connection: sqlite3.Connection, pragma: str) -> int:
    value: int = connection.execute(f"PRAGMA {pragma}").fetchone()[0]
    return value


def _check_content(path: Path, connection: sqlite3.Connection) -> None:
    """Make the tables in an empty file; refuse one that is not ours, is newer than us, or is damaged."""
    if _is_new(connection):
        connection.execute("BEGIN IMMEDIATE")
        try:
            if _is_new(connection):  # another process may have made them while we waited for our turn
                connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                connection.execute(f"PRAGMA user_version = {VERSION}")
                for statement in _SCHEMA:
                    connection.execute(statement)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:  # a full disk has already ended it
                connection.execute("ROLLBACK")
            raise
    if _setting(connection, "application_id") != APPLICATION_ID:
        raise MalformedFileError(
            "not-a-journal", path, "this is a database of another program; name another file with --db"
        )
    version = _setting(connection, "user_version")
    if version != VERSION:
        raise MalformedFileError(
            "newer-journal",
            path,
            f"this was written by a newer Wordwaiter (format {version}, ours is {VERSION}); update this one",
            version=version,
        )
    verdict = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if verdict != "ok":
        raise _damaged(path, verdict)


def _make_durable(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    # FULL, not the NORMAL that is often used with WAL: NORMAL may forget the last facts when the power fails.
    connection.execute("PRAGMA synchronous = FULL")


def _damaged(path: Path, detail: object) -> MalformedFileError:
    return MalformedFileError(
        "damaged-journal",
        path,
        f"the file is damaged ({str(detail).splitlines()[-1]}); put a copy back, or move it away",
    )


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Turn SQLite's errors into ours, each with what to do."""
    try:
        yield
    except sqlite3.Error as error:
        if not hasattr(error, "sqlite_errorcode"):  # not SQLite's word but Python's: a mistake of ours
            raise
        raise _explain(path, error) from error


def _explain(path: Path, error: sqlite3.Error) -> WordwaiterError:
    # The low byte is the error; the rest is detail that differs between SQLite's versions.
    code = error.sqlite_errorcode & 0xFF
    if code == sqlite3.SQLITE_NOTADB:
        return MalformedFileError(
            "not-a-journal", path, "this is not a file of Wordwaiter's; name another with --db"
        )
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR):
        return _damaged(path, error)
    if code == sqlite3.SQLITE_FULL:
        return UnavailableError("disk-full", f"{path}: the disk is full; make room on it, then try again")
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_AUTH):
        return UnavailableError(
            "journal-read-only", f"{path}: this place cannot be written to; choose another with --db"
        )
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return UnavailableError(
            "journal-busy", f"{path}: another program holds the file; close it, then try again"
        )
    return UnavailableError("journal-not-written", f"{path}: the disk does not work ({error}); try again")
