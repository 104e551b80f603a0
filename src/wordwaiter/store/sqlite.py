"""The journal in one SQLite file: durable, refused early when it is no journal, and its errors explained."""

import re
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, Final, cast

import sqlalchemy as sa

from wordwaiter.errors import MalformedFileError, UnavailableError, WordwaiterError
from wordwaiter.platform import keep_private
from wordwaiter.store.formats import bring_up, load_migrations, make_sqlite_tables
from wordwaiter.store.head_note import HeadNote
from wordwaiter.store.others import LookingNowAndThen
from wordwaiter.store.schema import APPLICATION_ID, FORMAT, FORMAT_TABLE, METADATA, SQLITE_TRIGGERS

BUSY_SECONDS: Final = 5.0
"""How long a writer waits for another program that holds the file."""

MOST_IN_ROW: Final = 16 * 1024 * 1024
"""Bytes. The largest form that the program takes has an eighth of this."""

_MOST_READERS: Final = 40

_OUR_TABLES: Final = (*METADATA.tables, FORMAT_TABLE)
_SCHEMA_WORDS: Final = frozenset(
    {"create", "table", "not", "null", "primary", "key", "constraint", "unique", "text", "integer", "bigint",
     "varchar", "32", "version_num", f"{FORMAT_TABLE}_pkc", *_OUR_TABLES}
    | {column.name for table in METADATA.tables.values() for column in table.columns}
    | {str(each.name) for table in METADATA.tables.values() for each in table.constraints}
)  # fmt: skip
"""All that is said in the statements by which our tables were made, in any format."""
_OUR_INDEXES: Final = frozenset(
    {"CREATE INDEX facts_by_stream ON facts (stream, position)",
     "CREATE INDEX personal_by_owner ON personal (owner)"}
)  # fmt: skip
"""Of any format, by their statements; those of the tables' constraints have none."""
KEPT_FREE: Final = 200_000_000
"""Bytes of a disk that are kept for what must be written: what officials enter, and copies."""

_SHREDDING_WAITS_MS: Final = 100
"""For those who read: nobody writes meanwhile."""
_MOST_FAULTS: Final = 10
"""That are told of one file."""
_WORD: Final = re.compile(r"\w+")
_URL: Final = sa.make_url("sqlite+pysqlite://")
_STATEMENTS: Final[dict[Any, Any]] = {}
"""Statements of this program, as written for SQLite. It has few: values are never part of them."""

_LONGEST_STATEMENT: Final = 10_000
"""Bytes of a statement by which a foreign file says that something in it was made; ours have 453."""
_STEPS_AT_ONCE: Final = 100
_MOST_STEPS: Final = 20
"""So many times. The fourteen statements of a journal take two."""


def read_schema(connection: sqlite3.Connection) -> None:
    """Has SQLite read which tables there are in a foreign file; gives up where there is no end to them.

    SQLite does so with the first question that it is asked, and takes apart each statement that it finds.
    They stand in pages that may lead to one another again and again: a hundred kilobytes keep it busy for
    days.
    """
    longest = connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_STATEMENT)
    steps = iter(range(_MOST_STEPS))
    connection.set_progress_handler(lambda: next(steps, None) is None, _STEPS_AT_ONCE)
    try:
        connection.execute("SELECT 1 FROM sqlite_master LIMIT 0")
    finally:
        connection.set_progress_handler(None, 0)
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, longest)


class SqliteFile:
    """A file, and how to get into it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = self.spoken = str(path)
        self._mode = "rw"
        self._head = HeadNote(path)
        self.writers = self._engine("BEGIN IMMEDIATE", most=1)
        self.readers = self._engine("BEGIN", most=_MOST_READERS)

    def prepare(self) -> None:
        self._check_place()
        # The write-ahead log gets the permissions of the file; one that is there has those of earlier.
        for each in (self.path, *self.path.parent.glob(f"{self.path.name}-[sw]*")):
            keep_private(each)
        self._mode = "rwc"
        with self.writers.connect() as connection:
            # A read-only file is found out now, not at the first fact; so is a database of others, unchanged.
            _check_ours(self.path, connection)
        # That takes seconds of a large file, and a running server goes on to write to it.
        with self.readers.connect() as connection:
            for fault in self.faults(connection):
                raise _damaged(self.path, fault)
        _bring_up(self.writers)
        self._check_head()
        self._make_durable()
        # Now, while there is room: the index of the write-ahead log, without which nobody could read when the
        # disk is full. It stays as long as these connections do.
        for engine in (self.writers, self.readers):
            with engine.connect() as connection:
                _setting(connection, "user_version")

    def require(self) -> None:
        if self.check() < FORMAT:
            _bring_up(self.writers)

    def check(self) -> int:
        """Returns the format of the journal in the file; refuses a file that is none, or damaged."""
        if not self.path.exists():
            raise MalformedFileError("no-journal", self.path, "there is no such file; choose one with --db")
        self._check_place()
        with self.readers.connect() as connection:
            if _is_new(connection):
                raise MalformedFileError("no-journal", self.path, "the file is empty")
            _check_ours(self.path, connection)
            _check_whole(self.path, connection)
            return _setting(connection, "user_version")

    def take_turn(self, connection: sa.Connection) -> None:
        """Taken already: a transaction that writes begins with it."""

    def announce(self, connection: sa.Connection, position: int) -> None:
        """Nobody can be told; whoever wants to know looks."""

    def left_of(self, most: int) -> int:
        taken = 0
        for each in (self.path, self.path.with_name(f"{self.path.name}-wal")):
            with suppress(OSError):
                taken += each.stat().st_size
        return min(most - taken, shutil.disk_usage(self.path.parent).free - KEPT_FREE)

    def note_head(self, position: int, seal: str) -> None:
        """Notes how far the file was written."""
        self._head.write(position, seal)

    def _check_head(self) -> None:
        """Refuses a file that lacks what was written to it: its write-ahead log was lost or cut."""
        noted = self._head.read()
        if noted is None:
            return
        position, seal = noted
        with self.readers.connect() as connection:
            facts = connection.exec_driver_sql("SELECT coalesce(max(position), 0) FROM facts").scalar_one()
            found = connection.exec_driver_sql(
                "SELECT seal FROM facts WHERE position = ?", (position,)
            ).scalar()
        if found == seal:
            return
        name, lost = self.path.name, position - facts
        what = f"the last {lost} facts are missing" if lost > 0 else "it is not the file that was written"
        raise MalformedFileError(
            "lost-facts",
            self.path,
            f"{what}: {name}-wal was lost or cut, or {name} was replaced. Put the right files back or "
            f"restore the newest copy; to go on all the same, delete {name}-head",
            missing=max(lost, 0),
        )

    def faults(self, connection: sa.Connection) -> tuple[str, ...]:
        found = connection.exec_driver_sql(f"PRAGMA integrity_check({_MOST_FAULTS})").scalars()
        return tuple(str(each) for each in found if each != "ok")

    @contextmanager
    def changing_facts(self, connection: sa.Connection) -> Iterator[None]:
        connection.exec_driver_sql("DROP TRIGGER facts_are_never_changed")
        yield
        connection.exec_driver_sql(SQLITE_TRIGGERS["facts_are_never_changed"])

    def shred(self, _table: str = "") -> bool:
        """Empties the write-ahead log, unless somebody reads just now who needs it."""
        with closing(self.connect()) as connection:
            connection.execute(f"PRAGMA busy_timeout = {_SHREDDING_WAITS_MS}")
            is_busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return not is_busy

    def others(self) -> LookingNowAndThen:
        return LookingNowAndThen()

    def explain(self, error: BaseException | None) -> WordwaiterError | None:
        if not isinstance(error, sqlite3.Error):
            return None
        if not hasattr(error, "sqlite_errorcode"):  # not SQLite's word but Python's
            return _damaged(self.spoken, error) if "decode to UTF-8" in str(error) else None
        return _explain(self.spoken, error)

    def close(self) -> None:
        self.readers.dispose()
        self.writers.dispose()
        self._head.close(log=Path(f"{self.path}-wal"))

    def connect(self) -> sqlite3.Connection:
        """A connection of its own, for what is done outside of the journal's table: copies of the file."""
        # Always as a URI: a plain name such as ":memory:" would mean a journal that forgets.
        # Not "ro" for readers: that would leave the two files of the write-ahead log behind.
        connection = sqlite3.connect(
            f"{self.path.absolute().as_uri()}?mode={self._mode}",
            uri=True,
            timeout=BUSY_SECONDS,
            isolation_level=None,
            check_same_thread=False,
        )
        read_schema(connection)
        # FULL, not the NORMAL that is often used with WAL: NORMAL may forget the last facts when power fails.
        connection.execute("PRAGMA synchronous = FULL")
        # What is erased is overwritten, and not only marked as free.
        connection.execute("PRAGMA secure_delete = ON")
        # Of a file that somebody else made: no row of any size, and no function with effects in its schema.
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_IN_ROW)
        connection.execute("PRAGMA trusted_schema = OFF")
        return connection

    def _engine(self, begin: str, *, most: int) -> sa.Engine:
        dialect, connect = _dialect(), cast(Any, self.connect)
        pool = sa.QueuePool(connect, pool_size=min(most, 4), max_overflow=max(most - 4, 0), dialect=dialect)
        engine = sa.Engine(pool, dialect, _URL, execution_options={"compiled_cache": _STATEMENTS})

        @sa.event.listens_for(engine, "begin")
        def begin_transaction(connection: sa.Connection) -> None:
            driver: Any = connection.connection.driver_connection
            driver.execute(begin)  # not by way of the engine, which takes longer over it than SQLite

        return engine

    def _check_place(self) -> None:
        """Refuse what SQLite would misunderstand: a folder, or a device such as /dev/null, which forgets."""
        path = self.path
        if path.is_dir():
            raise MalformedFileError(
                "journal-is-a-folder", path, "this is a folder; choose a file in it with --db"
            )
        if path.exists() and not path.is_file():
            raise MalformedFileError(
                "not-a-journal", path, "this is not a regular file; choose another with --db"
            )
        if not path.parent.is_dir():
            raise MalformedFileError("no-such-folder", path, "there is no such folder; create it first")

    def _make_durable(self) -> None:
        connection = self.connect()  # its own: SQLite changes the mode outside of any transaction
        try:
            given_up = time.monotonic() + BUSY_SECONDS
            while connection.execute("PRAGMA journal_mode").fetchone() != ("wal",):
                try:
                    (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
                    if mode != "wal":
                        raise UnavailableError(
                            "no-write-ahead-log",
                            f"{self.path}: this drive cannot hold the data; choose a folder on this computer",
                        )
                except sqlite3.OperationalError as error:
                    # Of several who change the mode at once SQLite turns all but one away without waiting.
                    if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > given_up:
                        raise
                    time.sleep(0.02)
        finally:
            connection.close()


@cache
def _dialect() -> sa.Dialect:
    """Returns how SQLite is spoken to: the same for all files, so that a statement is written once."""
    engine = sa.create_engine(_URL, poolclass=sa.NullPool)
    with engine.connect():
        return engine.dialect  # which has asked by now what this SQLite can do


def _bring_up(writers: sa.Engine) -> None:
    with writers.connect() as connection:
        found = _setting(connection, "user_version")
    if found == FORMAT:
        return
    if found:
        load_migrations()  # now, while nobody waits for this process
    with writers.begin() as connection:
        found = _setting(connection, "user_version")
        # Looked up in our turn: another process may have done it while we waited.
        if not found:
            make_sqlite_tables(connection)
        elif found < FORMAT:
            bring_up(connection, begun_as=found)


def _is_new(connection: sa.Connection) -> bool:
    return _setting(connection, "schema_version") == 0 and _setting(connection, "application_id") == 0


def _setting(connection: sa.Connection, pragma: str) -> int:
    value: int = connection.exec_driver_sql(f"PRAGMA {pragma}").scalar_one()
    return value


def _check_ours(path: Path, connection: sa.Connection) -> None:
    if _is_new(connection):
        return
    if _setting(connection, "application_id") != APPLICATION_ID:
        raise MalformedFileError(
            "not-a-journal", path, "this database belongs to another program; choose another file with --db"
        )
    found = _setting(connection, "user_version")
    if found > FORMAT:
        raise MalformedFileError(
            "newer-journal",
            path,
            f"this is from a newer Wordwaiter (format {found}, not {FORMAT}); update this one",
            format=found,
        )
    _check_triggers(path, connection)
    _check_tables(path, connection)
    _check_indexes(path, connection)


def _check_indexes(path: Path, connection: sa.Connection) -> None:
    """Refuses a file with an index of somebody else: SQLite might read in it what the table does not say."""
    rows = connection.exec_driver_sql(
        "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
    )
    for name, sql in rows:
        told = {word.casefold() for word in _WORD.findall(str(sql))}  # whatever table it says it is of
        if not told.isdisjoint(_OUR_TABLES) and " ".join(str(sql).split()) not in _OUR_INDEXES:
            raise MalformedFileError(
                "foreign-index",
                path,
                f"this file has an index {name!r} that Wordwaiter did not make; use another copy",
                name=name,
            )


def _check_tables(path: Path, connection: sa.Connection) -> None:
    """Refuses a file in which a table of ours computes something, by a constraint or a column of its own."""
    for name, sql in connection.exec_driver_sql("SELECT name, sql FROM sqlite_master WHERE type = 'table'"):
        is_ours = name.casefold() in _OUR_TABLES
        if is_ours and not {word.casefold() for word in _WORD.findall(str(sql))} <= _SCHEMA_WORDS:
            raise MalformedFileError(
                "foreign-table",
                path,
                f"the table {name!r} in this file is not as Wordwaiter makes it; use another copy",
                name=name,
            )


def _check_triggers(path: Path, connection: sa.Connection) -> None:
    """Refuses a file that runs statements of somebody else: a trigger that is not ours, or a view."""
    rows = connection.exec_driver_sql("SELECT name, sql FROM sqlite_master WHERE type IN ('trigger', 'view')")
    for name, sql in rows:
        if " ".join(str(sql).split()) != SQLITE_TRIGGERS.get(name):
            raise MalformedFileError(
                "foreign-trigger",
                path,
                f"this file has a trigger or view {name!r} that Wordwaiter did not make; use another copy",
                name=name,
            )


def _check_whole(path: Path, connection: sa.Connection) -> None:
    verdict = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
    if verdict != "ok":
        raise _damaged(path, verdict)


def _damaged(path: Path | str, detail: object) -> MalformedFileError:
    return MalformedFileError(
        "damaged-journal",
        path,
        f"the file is damaged ({str(detail).splitlines()[-1]}); restore a backup, or move it away",
    )


def _explain(path: str, error: sqlite3.Error) -> WordwaiterError | None:
    # The low byte is the error; the rest is detail that differs between SQLite's versions.
    match error.sqlite_errorcode & 0xFF:
        case sqlite3.SQLITE_NOTADB:
            return MalformedFileError(
                "not-a-journal", path, "this is not a Wordwaiter file; choose another with --db"
            )
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_ERROR | sqlite3.SQLITE_TOOBIG | sqlite3.SQLITE_INTERRUPT:
            return _damaged(path, error)
        case sqlite3.SQLITE_FULL:
            return UnavailableError("disk-full", f"{path}: the disk is full; free some space, then try again")
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_AUTH:
            return UnavailableError(
                "journal-read-only", f"{path}: this file cannot be written; choose another with --db"
            )
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return UnavailableError(
                "journal-busy", f"{path}: another program has locked the file; close it, then try again"
            )
        case sqlite3.SQLITE_CONSTRAINT | sqlite3.SQLITE_MISMATCH | sqlite3.SQLITE_MISUSE:
            return None
        case _:
            return UnavailableError("journal-not-written", f"{path}: the disk failed ({error}); try again")
