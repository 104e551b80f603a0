"""The journal in a PostgreSQL database: for many rooms, and several worker processes at once."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import psycopg
import sqlalchemy as sa

from wordwaiter.errors import MalformedError, MalformedFileError, UnavailableError, WordwaiterError
from wordwaiter.store.formats import bring_up, format_of
from wordwaiter.store.listening import CHANNEL, Listening
from wordwaiter.store.schema import FACTS, FORMAT, FORMAT_TABLE, PERSONAL

TURN: Final = int.from_bytes(b"WWTR")
"""The number of the advisory lock under which facts are written.

Writers take turns, so that positions have no gaps and become visible in their order: whoever reads from a
position on has read everything before it. Readers never wait.
"""

_MOST_READERS: Final = 40

_GATHERED: Final = sa.text(
    "SELECT attname FROM pg_attribute WHERE attrelid = to_regclass(:table) AND attname = ANY(:columns) "
    "AND attstattarget IS DISTINCT FROM 0"
)
_SHREDDING_WAITS_MS: Final = 100
"""For those who read: others wait behind it."""

_SIZE: Final = "SELECT pg_database_size(current_database())"


class PostgresqlServer:
    """A database of a server, and how to get into it."""

    def __init__(self, url: str) -> None:
        try:
            parsed = sa.make_url(url.replace("postgres://", "postgresql://", 1)).set(
                drivername="postgresql+psycopg"
            )
        except (sa.exc.ArgumentError, ValueError) as error:
            raise MalformedError(
                "bad-database",
                "this is not a database address; write postgresql://user@host/database",
            ) from error
        self.name = self.spoken = parsed.set(drivername="postgresql").render_as_string(hide_password=True)
        self._address = parsed.set(drivername="postgresql").render_as_string(hide_password=False)
        self.writers = sa.create_engine(parsed, pool_size=1, max_overflow=0, pool_pre_ping=True)
        self.readers = sa.create_engine(
            parsed, pool_size=4, max_overflow=_MOST_READERS - 4, pool_pre_ping=True
        )
        sa.event.listen(self.writers, "connect", _make_durable)

    def prepare(self) -> None:
        with self.writers.begin() as connection:
            self._check_durable(connection)
            self.take_turn(connection)
            self._check_ours(connection)
            bring_up(connection)
            _keep_out_of_statistics(connection)

    def require(self) -> None:
        with self.readers.begin() as connection:
            self._check_ours(connection)
            found = format_of(connection)
        if not found:
            raise MalformedFileError("no-journal", self.name, "there is no journal in this database yet")
        if found < FORMAT:
            self.prepare()

    def take_turn(self, connection: sa.Connection) -> None:
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(TURN)))

    def announce(self, connection: sa.Connection, position: int) -> None:
        connection.execute(sa.select(sa.func.pg_notify(CHANNEL, str(position))))

    def left_of(self, most: int) -> int:
        with self.readers.begin() as connection:
            return most - int(connection.execute(sa.text(_SIZE)).scalar_one())

    def note_head(self, position: int, seal: str) -> None:
        """A server keeps its own log."""

    def faults(self, _connection: sa.Connection) -> tuple[str, ...]:
        return ()  # nobody gets its files; `verify` compares what is read in two ways

    @contextmanager
    def changing_facts(self, connection: sa.Connection) -> Iterator[None]:
        connection.execute(sa.text("ALTER TABLE facts DISABLE TRIGGER facts_are_kept"))
        yield
        connection.execute(sa.text("ALTER TABLE facts ENABLE TRIGGER facts_are_kept"))

    def shred(self, table: str = PERSONAL.name) -> bool:
        # What was removed or changed stays in the table's file until all of it is written anew.
        with self.readers.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(sa.text(f"SET lock_timeout = {_SHREDDING_WAITS_MS}"))
            try:
                connection.execute(sa.text(f"VACUUM FULL {table}"))
            except sa.exc.OperationalError as error:
                if not isinstance(error.orig, psycopg.errors.LockNotAvailable):
                    raise
                return False
            finally:
                connection.execute(sa.text("RESET lock_timeout"))
        return True

    def others(self) -> Listening:
        return Listening(self._address)

    def explain(self, error: BaseException | None) -> WordwaiterError | None:
        match error:
            case psycopg.errors.DiskFull():
                return UnavailableError(
                    "disk-full",
                    f"{self.spoken}: the server's disk is full; free some space, then try again",
                )
            case psycopg.errors.ReadOnlySqlTransaction() | psycopg.errors.InsufficientPrivilege():
                return UnavailableError(
                    "journal-read-only",
                    f"{self.spoken}: this user may not write there; choose another database with --db",
                )
            case psycopg.errors.DataCorrupted() | psycopg.errors.IndexCorrupted():
                return MalformedFileError(
                    "damaged-journal",
                    self.spoken,
                    f"the server's files are damaged{self._detail(error)}; restore a backup",
                )
            case psycopg.OperationalError() | psycopg.InterfaceError():
                return UnavailableError(
                    "journal-not-reached",
                    f"{self.spoken}: the database does not answer{self._detail(error)}; try again",
                )
            case _:
                return None

    def _detail(self, error: BaseException) -> str:
        """Returns the driver's message, with its addresses and paths, for those alone who may know them."""
        reason = (str(error).splitlines() or ["no answer"])[0]
        return f" ({reason})" if self.spoken == self.name else ""

    def close(self) -> None:
        self.readers.dispose()
        self.writers.dispose()

    def _check_ours(self, connection: sa.Connection) -> None:
        found = format_of(connection)
        if found > FORMAT:
            raise MalformedFileError(
                "newer-journal",
                self.name,
                f"this is from a newer Wordwaiter (format {found}, not {FORMAT}); update this one",
                format=found,
            )
        tables = sa.inspect(connection)
        if not tables.has_table(FORMAT_TABLE) and tables.has_table(FACTS.name):
            raise MalformedFileError(
                "not-a-journal",
                self.name,
                "another program has a table named facts there; choose another database",
            )

    def _check_durable(self, connection: sa.Connection) -> None:
        if connection.execute(sa.text("SHOW fsync")).scalar_one() == "off":
            raise UnavailableError(
                "journal-not-durable",
                f"{self.name}: this server loses data in a power cut (fsync is off); set fsync = on",
            )


def _keep_out_of_statistics(connection: sa.Connection) -> None:
    """Has the server gather no common values of what is personal: they outlive what was erased.

    The change of a column to the type that it has removes what was gathered before.
    """
    names = {"table": PERSONAL.name, "columns": [each.name for each in PERSONAL.columns]}
    for column in connection.execute(_GATHERED, names).scalars().all():
        altered = f"ALTER TABLE {PERSONAL.name} ALTER COLUMN {column}"
        connection.execute(sa.text(f"{altered} TYPE text"))
        connection.execute(sa.text(f"{altered} SET STATISTICS 0"))


def _make_durable(connection: psycopg.Connection[tuple[str]], _record: object) -> None:
    """A server may be told to answer before it has written; never to us."""
    with connection.cursor() as cursor:
        cursor.execute("SHOW synchronous_commit")
        found = cursor.fetchone()
        if found is not None and found[0] == "off":
            cursor.execute("SET synchronous_commit = on")
    connection.commit()
