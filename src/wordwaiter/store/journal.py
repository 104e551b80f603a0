"""The journal: an append-only log of facts; a fact is on the disk before anybody is told of it."""

import logging
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Final, Self

import sqlalchemy as sa

from wordwaiter.store.database import Database, Place, damaged, database_at, explained
from wordwaiter.store.facts import Entry, Fact, can_be_kept
from wordwaiter.store.migrations.rewriting import Separate, earlier_position, rewrite_earlier
from wordwaiter.store.personal import PersonalRow, PersonalValues
from wordwaiter.store.rows import (
    ALL_SINCE,
    KEYED_FACTS,
    ROWS_SINCE,
    STREAM_AT,
    STREAM_ENDS,
    STREAM_NEWEST,
    STREAM_SINCE,
    sealed_row,
)
from wordwaiter.store.schema import ERASED, FACTS, PERSONAL
from wordwaiter.store.seal import NO_SEAL, SealedRow
from wordwaiter.store.writer import Writer

logger: Final = logging.getLogger(__name__)

PAGE: Final = 5_000
"""Facts that are read at once where all of them are gone through."""


@dataclass(frozen=True, slots=True)
class StreamEnd:
    """How far a stream is, and the kind of its latest fact."""

    stream: str
    version: int
    position: int
    kind: str


class JournalReader:
    """The facts of one journal. Safe to share between threads; others may write while it reads."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._values = PersonalValues()

    @classmethod
    def open(cls, place: Place) -> Self:
        """The journal that must be at that place; nothing is ever added through this."""
        database = database_at(place)
        with _closed_on_error(database):
            database.require()
        return cls(database)

    @property
    def name(self) -> str:
        """The file, or the database without its password."""
        return self.database.name

    def facts(self, stream: str, *, after: int = 0, newest: int | None = None) -> tuple[Fact, ...]:
        """The facts of a stream in their order: after that version, or only the `newest` so many."""
        if not can_be_kept(stream):
            return ()  # whoever asks may have sent any name; there is no such stream
        if newest is None:
            return self._read(STREAM_SINCE, {"stream": stream, "version": after})
        return self._read(STREAM_NEWEST, {"stream": stream, "newest": newest})[::-1]

    def fact(self, stream: str, version: int) -> Fact | None:
        """The fact of a stream with that version; `None` if it has none."""
        found = self._read(STREAM_AT, {"stream": stream, "version": version})
        return found[0] if found else None

    def since(self, position: int, *, most: int = PAGE) -> tuple[Fact, ...]:
        """The facts of all streams after a position, in their order; at most so many."""
        return self._read(ALL_SINCE, {"position": position, "most": most})

    def answer_to(self, key: str) -> tuple[Fact, ...] | None:
        """The facts of the entry with that idempotency key; `None` if it was never written."""
        if not can_be_kept(key):
            return None
        return self._read(KEYED_FACTS, {"keys": [key]}) or None

    def rows(self) -> Iterator[SealedRow]:
        """Every fact column by column, as it stands; what is added meanwhile comes last."""
        position = 0
        while True:
            with self._reading() as connection:
                asked = {"position": position, "most": PAGE}
                page = [sealed_row(row) for row in connection.execute(ROWS_SINCE, asked)]
            yield from page
            if len(page) < PAGE:
                return
            position = page[-1].position

    def stream_ends(self) -> tuple[StreamEnd, ...]:
        """Returns how far each stream is; the one that was written to last is the last."""
        with self._reading() as connection:
            return tuple(StreamEnd(*row) for row in connection.execute(STREAM_ENDS))

    def version(self, stream: str) -> int:
        """Returns how many facts a stream has; 0 if there is none."""
        if not can_be_kept(stream):
            return 0
        with self._reading() as connection:
            asked = sa.select(sa.func.max(FACTS.c.version)).where(FACTS.c.stream == stream)
            return connection.execute(asked).scalar() or 0

    def position(self) -> int:
        """The position of the latest fact, which is how many there are."""
        with self._reading() as connection:
            return connection.execute(sa.select(sa.func.max(FACTS.c.position))).scalar() or 0

    def seal_at(self, position: int) -> str:
        """The seal of the fact there, which stands for everything up to it; none where there is no fact."""
        with self._reading() as connection:
            asked = sa.select(FACTS.c.seal).where(FACTS.c.position == position)
            return connection.execute(asked).scalar() or NO_SEAL

    def seal_of(self, stream: str, version: int) -> str:
        """The seal of a stream's fact; none where there is no such fact."""
        with self._reading() as connection:
            asked = sa.select(FACTS.c.seal).where(FACTS.c.stream == stream, FACTS.c.version == version)
            return connection.execute(asked).scalar() or NO_SEAL

    def kind_counts(self) -> dict[str, int]:
        """Returns how many facts there are of each kind."""
        counted = sa.select(FACTS.c.kind, sa.func.count()).group_by(FACTS.c.kind).order_by(FACTS.c.kind)
        with self._reading() as connection:
            return dict(connection.execute(counted).all())

    def kind_versions(self) -> tuple[tuple[str, int], ...]:
        """Returns which kinds of fact there are, each with the version of its body; once for each version."""
        with self._reading() as connection:
            found = connection.execute(sa.select(FACTS.c.kind, FACTS.c.kind_version).distinct())
            return tuple((kind, version) for kind, version in found)

    def left_of(self, most: int) -> int:
        """Returns the bytes that may be added before the limit, or before the disk is nearly full."""
        with explained(self.database):
            return self.database.left_of(most)

    def close(self) -> None:
        """Let go of the file or the server; what was written stays."""
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _read(self, question: sa.Select[*tuple[Any, ...]], asked: Mapping[str, object]) -> tuple[Fact, ...]:
        known = self._values.known()
        with self._reading() as connection:
            rows = connection.execute(question, asked).all()
            try:
                return self._values.facts_of(connection, rows, known)
            except (TypeError, ValueError) as error:
                raise damaged(self.database.spoken, error) from error

    def forget_personal_values(self) -> None:
        """Keeps no personal values in memory: somebody was erased, perhaps by another process."""
        self._values.forget()

    def personal_rows(self, of: str = "") -> tuple[PersonalRow, ...]:
        """Returns all values about people, or those of owners whose names begin so."""
        with self._reading() as connection:
            asked = sa.select(PERSONAL).order_by(PERSONAL.c.ref, PERSONAL.c.owner)
            found = connection.execute(asked.where(PERSONAL.c.owner.startswith(of, autoescape=True)))
            return tuple(PersonalRow(*row) for row in found)

    def erased(self) -> tuple[tuple[str, str], ...]:
        """Returns the references whose values were erased, each with its time."""
        with self._reading() as connection:
            asked = sa.select(ERASED.c.ref, ERASED.c.time).order_by(ERASED.c.ref)
            return tuple((ref, time) for ref, time in connection.execute(asked))

    def faults(self) -> tuple[str, ...]:
        """Returns what is not as the database itself has to keep it."""
        with self._reading() as connection:
            return self.database.faults(connection)

    def earlier(self) -> int:
        """Returns up to which fact bodies are of an earlier format, with names in them; 0 where none are."""
        with self._reading() as connection:
            return earlier_position(connection)

    @contextmanager
    def _reading(self) -> Iterator[sa.Connection]:
        with explained(self.database), self.database.readers.connect() as connection:
            yield connection


class Journal(JournalReader):
    """A journal that is also written to: by many threads, and by many processes, at once."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.writer = Writer(database, self._values)

    @classmethod
    def open(cls, place: Place) -> Self:
        """The journal at that place, made when there is none; refused when it could not be written to."""
        database = database_at(place)
        with _closed_on_error(database):
            database.prepare()
        return cls(database)

    def append(self, entry: Entry) -> tuple[Fact, ...]:
        """The facts of the entry, now on the disk.

        With a key that was written before: the facts that were written then, and no new ones. A stale version
        is a StaleVersionError with what happened in between. Where nothing can be written, an
        UnavailableError says why; send the entry again with the same key, for when a server went away in the
        middle nobody can know whether it had written them.
        """
        return self.submit(entry).result()

    def submit(self, entry: Entry) -> "Future[tuple[Fact, ...]]":
        """Returns a promise of what `append` returns; `asyncio.wrap_future` makes one to be awaited."""
        answer: Future[tuple[Fact, ...]] = Future()
        self.writer.hand_in(entry, answer)
        return answer

    def rewrite_earlier(self, separate: Separate) -> None:
        """Stores apart what facts of earlier formats say of people; nothing may have been written before."""
        with explained(self.database):
            if self.earlier() and rewrite_earlier(self.database, self._values, separate):
                logger.info("names in the facts of an earlier version are now stored apart")

    def tell_of_written(self, listener: Callable[[tuple[Fact, ...]], None]) -> None:
        """Tell `listener` of facts that this process writes, once they are on the disk and before the answer.

        It is called by the one thread that writes, and must not take long.
        """
        self.writer.tell_of_written(listener)

    def close(self) -> None:
        """Finish what was submitted, then let go."""
        self.writer.close()
        super().close()


@contextmanager
def _closed_on_error(database: Database) -> Iterator[None]:
    try:
        with explained(database):
            yield
    except BaseException:
        database.close()
        raise
