"""The journal's needs of a database: two ways in, a turn to write, and plain words for its errors."""

import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Protocol

import sqlalchemy as sa

from wordwaiter.errors import MalformedFileError, UnavailableError, WordwaiterError
from wordwaiter.store.address import is_server
from wordwaiter.store.others import Others
from wordwaiter.store.schema import PERSONAL
from wordwaiter.store.sqlite import SqliteFile

Place = Path | str
"""Where a journal is: a file, or `postgresql://user@host/database`."""


class Database(Protocol):
    """A place for the one table of facts."""

    name: str
    """The file, or the database without its password."""
    spoken: str
    """How errors call it: by its name, unless they are told to people who need not know where it is."""
    readers: sa.Engine
    writers: sa.Engine

    def prepare(self) -> None:
        """Make the table when there is none, bring an earlier format up, and refuse what is not ours."""

    def require(self) -> None:
        """Prepares a journal that must be there."""

    def take_turn(self, connection: sa.Connection) -> None:
        """Wait until nobody else writes; the turn ends with the transaction."""

    def announce(self, connection: sa.Connection, position: int) -> None:
        """Tell other processes how far the journal is, once the transaction is done."""

    def left_of(self, most: int) -> int:
        """Returns how many bytes may be added until there are so many, or their disk is nearly full."""

    def note_head(self, position: int, seal: str) -> None:
        """Notes how far the journal was written, where a part of it could be lost unseen."""

    def faults(self, connection: sa.Connection) -> tuple[str, ...]:
        """Returns what is not as the database itself has to keep it, such as an index that lacks a row."""

    def changing_facts(self, connection: sa.Connection) -> AbstractContextManager[None]:
        """Lets facts be changed in a transaction, which a trigger forbids otherwise."""

    def shred(self, table: str = PERSONAL.name) -> bool:
        """Leaves no trace of rows that were removed from a table or changed; or says that others hinder it.

        They may be reading just now: it is to be tried again then. Nobody waits long for it.
        """

    def others(self) -> Others:
        """Returns how to learn of what other processes write."""

    def explain(self, error: BaseException | None) -> WordwaiterError | None:
        """Returns an error that says what to do; `None` when it is a mistake of ours."""

    def close(self) -> None:
        """Let go of all connections."""


def database_at(place: Place) -> Database:
    """The database that a place names; nothing is opened yet."""
    if isinstance(place, str) and is_server(place):
        # Only here: its driver takes as long to load as all of a command on a file.
        from wordwaiter.store.postgresql import PostgresqlServer

        return PostgresqlServer(place)
    return SqliteFile(Path(place))


@contextmanager
def explained(database: Database) -> Iterator[None]:
    """Turn the database's errors into ours, each with what to do."""
    try:
        yield
    except (sa.exc.DBAPIError, sqlite3.Error) as error:
        explanation = database.explain(error.orig if isinstance(error, sa.exc.DBAPIError) else error)
        if explanation is None:
            raise
        raise explanation from error
    except sa.exc.TimeoutError as error:
        # All connections are taken, by others who wait for a database that does not answer.
        raise UnavailableError(
            "journal-busy", f"{database.spoken}: too many wait for the database; try again in a moment"
        ) from error
    except UnicodeDecodeError as error:
        # Text of the file that is none; SQLite may even put it into the sentence of its own error.
        raise damaged(database.spoken, "it has text that is not UTF-8") from error


def damaged(place: str, detail: object) -> MalformedFileError:
    """The refusal of a journal whose content cannot be as it was written."""
    reason = (str(detail).splitlines() or ["unreadable"])[-1]
    return MalformedFileError(
        "damaged-journal", place, f"the journal is damaged ({reason}); restore a backup, or move it away"
    )
