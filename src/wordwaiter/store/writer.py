"""The one writer: whatever waits when the disk is free again is written in one transaction and one sync.

A hundred tables that write at once so share the cost of a sync. Each member of such a group is judged alone:
one that comes too late, or that cannot be written at all, does not spoil the others.
"""

import logging
import queue
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

import msgspec
import sqlalchemy as sa

from wordwaiter.errors import ConflictError, MalformedError, WordwaiterError
from wordwaiter.store.database import Database, explained
from wordwaiter.store.facts import (
    Entry,
    Fact,
    KeyUsedError,
    StaleVersionError,
    is_same_command,
    kept_time,
    write_kept_time,
)
from wordwaiter.store.personal import (
    BY,
    PersonalRow,
    PersonalValues,
    StoredFact,
    column_of,
    erase_owners,
    personal_rows,
    stored_fact,
)
from wordwaiter.store.rows import STREAM_SINCE, Written, facts_with_one_of
from wordwaiter.store.schema import FACTS, PERSONAL
from wordwaiter.store.seal import NO_SEAL, SealedRow, sealed

logger: Final = logging.getLogger(__name__)

_SHRED_EVERY_S: Final = 1.0
"""How often it is tried to overwrite what was erased, as long as others read it."""

MOST_AT_ONCE: Final = 500
"""Entries in one transaction. More would make the first of them wait for little gain."""

Answer = tuple[Fact, ...]

_INSERT: Final = sa.insert(FACTS)
_LAST: Final = sa.select(FACTS.c.position, FACTS.c.seal).order_by(FACTS.c.position.desc()).limit(1)
_VERSIONS: Final = sa.select(FACTS.c.stream, sa.func.max(FACTS.c.version)).group_by(FACTS.c.stream)
_OTHERS: Final = (
    sa.select(FACTS.c.position, FACTS.c.stream, FACTS.c.version, FACTS.c.seal)
    .where(FACTS.c.position > sa.bindparam("position"))
    .order_by(FACTS.c.position)
)


class Answering(Protocol):
    """The receiver of an entry's result, told once by the thread that writes. A `Future` is one."""

    def set_running_or_notify_cancel(self) -> bool:
        """Asked before it is written: whether anybody still wants it."""

    def set_result(self, result: Answer, /) -> None:
        """It is on the disk."""

    def set_exception(self, exception: BaseException, /) -> None:
        """It is not, and why."""


@dataclass(frozen=True, slots=True)
class _Waiting:
    """An entry in the queue, its facts already in their written form."""

    entry: Entry
    stored: tuple[StoredFact, ...]
    answer: Answering


class Writer:
    """A thread that writes entries and answers each when it is on the disk."""

    def __init__(self, database: Database, values: PersonalValues) -> None:
        self._database = database
        self._values = values
        self._insert = Written.of(_INSERT, database.writers.dialect)
        self._others = Written.of(_OTHERS, database.writers.dialect)
        self._keyed: dict[int, Written] = {}
        """How facts are asked for by so many keys."""
        self._queue: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._end: _End | None = None
        self._gate = threading.Lock()
        self._is_closed = False
        self._is_to_shred = False
        """Whether traces are left of what was erased."""
        self._shredded = 0.0
        """When that was tried last."""
        self._listeners: list[Callable[[Answer], None]] = []
        self._thread = threading.Thread(target=self._run, name="wordwaiter-journal", daemon=True)
        self._thread.start()

    def hand_in(self, entry: Entry, answer: Answering) -> None:
        """Takes an entry; `answer` gets its facts once they are on the disk, or why they are not.

        It is told by the thread that writes, and must not take long over it.
        """
        stored = tuple([stored_fact(fact, entry, _written) for fact in entry.facts])
        waiting = _Waiting(entry, stored, answer)
        with self._gate:
            if self._is_closed:
                raise RuntimeError("the journal is a closed database")
            self._queue.put(waiting)

    def tell_of_written(self, listener: Callable[[Answer], None]) -> None:
        """Tell `listener` of the facts of each transaction, after the sync and before anybody is answered."""
        self._listeners.append(listener)

    def close(self) -> None:
        """Write what waits, then end."""
        with self._gate:
            if not self._is_closed:
                self._is_closed = True
                self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        is_last = False
        while not is_last:
            group, is_last = self._next_group()
            if group:
                self._write(group)
            if self._is_to_shred and (is_last or time.monotonic() > self._shredded + _SHRED_EVERY_S):
                self._shred()

    def _next_group(self) -> tuple[list[_Waiting], bool]:
        """Everything that waits, and whether the journal is being closed."""
        group: list[_Waiting] = []
        try:
            waiting = self._queue.get(timeout=_SHRED_EVERY_S if self._is_to_shred else None)
        except queue.Empty:
            return group, False
        while waiting is not None:
            # Somebody who gave up before this moment has written nothing; after it, nobody can.
            if waiting.answer.set_running_or_notify_cancel():
                group.append(waiting)
            if len(group) == MOST_AT_ONCE:
                return group, False
            try:
                waiting = self._queue.get_nowait()
            except queue.Empty:
                return group, False
        return group, True

    def _write(self, group: list[_Waiting]) -> None:
        try:
            with explained(self._database):
                outcomes, facts = self._written_together(group)
        except WordwaiterError as error:
            self._end = None
            for waiting in group:
                waiting.answer.set_exception(error)
        except Exception as error:  # noqa: BLE001 - whatever it is, each must be answered and the thread go on
            self._end = None
            if len(group) == 1:
                group[0].answer.set_exception(error)
                return
            for waiting in group:  # one of them cannot be written; the others are not to suffer for it
                self._write([waiting])
        else:
            for listener in self._listeners if facts else ():
                try:
                    listener(facts)
                except Exception:  # they are written, whatever somebody makes of it
                    logger.exception("facts %d to %d were not told", facts[0].position, facts[-1].position)
            for waiting, outcome in zip(group, outcomes, strict=True):
                if isinstance(outcome, ConflictError):
                    waiting.answer.set_exception(outcome)
                else:
                    waiting.answer.set_result(outcome)

    def _written_together(self, group: Sequence[_Waiting]) -> tuple[list[Answer | ConflictError], Answer]:
        """Writes a group together; returns each one's answer, and everything added."""
        with self._database.writers.begin() as connection:
            self._database.take_turn(connection)
            if self._end is None:
                self._end = _End.of(connection)
            else:
                self._end.catch_up(self._others.run(connection, {"position": self._end.position}))
            known = self._known_answers(connection, group)
            writing = _Group(connection, self._end, known, self._values)
            outcomes = [writing.take(waiting) for waiting in group]
            if writing.rows:
                writing.keep_apart()
                self._insert.run_for_all(connection, writing.rows)
                self._database.announce(connection, self._end.position)
        if writing.rows:
            self._database.note_head(writing.rows[-1].position, writing.rows[-1].seal)
        if writing.erases:
            self._end = None
            self._values.forget()
            self._is_to_shred = True
            self._shred()
        return outcomes, tuple(writing.facts)

    def _shred(self) -> None:
        """Leaves no trace of what was erased; where somebody reads just now, it is tried again.

        What was erased is erased, and whoever asked for it is told so, whatever becomes of its traces now.
        """
        self._shredded = time.monotonic()
        try:
            with explained(self._database):
                self._is_to_shred = not self._database.shred()
        except WordwaiterError as error:
            logger.warning("what was erased could not be overwritten yet: %s", error)
        except Exception:  # without this thread nothing could be written any more
            logger.exception("what was erased could not be overwritten yet")

    def _known_answers(self, connection: sa.Connection, group: Iterable[_Waiting]) -> dict[str, list[Fact]]:
        """The facts of entries whose keys were written before, by key."""
        keys = sorted({waiting.entry.key for waiting in group if waiting.entry.key is not None})
        answers: dict[str, list[Fact]] = {}
        if not keys:
            return answers
        # The last is asked for several times, so that there are only few sizes, and few statements.
        size = 1 << (len(keys) - 1).bit_length()
        if size not in self._keyed:
            self._keyed[size] = Written.of(facts_with_one_of(size), self._database.writers.dialect)
        asked = {f"key_{number}": keys[min(number, len(keys) - 1)] for number in range(size)}
        for fact in self._values.facts_of(connection, self._keyed[size].run(connection, asked)):
            answers.setdefault(str(fact.key), []).append(fact)
        return answers


@dataclass(frozen=True, slots=True)
class _Erasing:
    """What an entry of a transaction erases."""

    before: int
    """How many personal values of the transaction were written before."""
    owners: tuple[str, ...]
    time: str


class _Group:
    """One transaction: what each entry of it is told, and the rows that it adds."""

    def __init__(
        self,
        connection: sa.Connection,
        end: "_End",
        answers: dict[str, list[Fact]],
        values: PersonalValues,
    ) -> None:
        self._connection = connection
        self._end = end
        self._answers = answers
        self._values = values
        self._personal: list[PersonalRow] = []
        self.facts: list[Fact] = []
        self.rows: list[SealedRow] = []
        self.erases: list[_Erasing] = []

    def keep_apart(self) -> None:
        """Writes the personal values of the group; each entry erases those of the entries before it."""
        start = 0
        for each in self.erases:
            self._insert_personal(self._personal[start : each.before])
            erase_owners(self._connection, each.owners, each.time)
            start = each.before
        self._insert_personal(self._personal[start:])

    def _insert_personal(self, rows: Sequence[PersonalRow]) -> None:
        if rows:
            self._connection.execute(sa.insert(PERSONAL), [row._asdict() for row in rows])

    def take(self, waiting: _Waiting) -> Answer | ConflictError:
        """Adds the facts of an entry; returns them, or why it cannot be written any more."""
        entry = waiting.entry
        if entry.key is not None and (given := self._answers.get(entry.key)):
            return self._given_again(entry, given)
        if entry.expected_version not in (None, self._end.versions.get(entry.stream, 0)):
            return self._too_late(entry.stream, entry.expected_version or 0)
        added: list[Fact] = []
        stream, actor, device, key, digest = entry.stream, entry.actor, entry.device, entry.key, entry.digest
        actor_text = self._actor_text(entry)
        digest_text = self._digest_text(waiting)
        time = kept_time(entry.time)
        time_text = write_kept_time(time)
        end = self._end
        version = end.versions.get(stream, 0)
        for part, (new, kept) in enumerate(zip(entry.facts, waiting.stored, strict=True)):
            position, version = end.position + 1, version + 1
            head = (position, stream, version, new.kind, new.kind_version)
            row = sealed(end.seal, (*head, kept.body, actor_text, device, time_text, key, part, digest_text))
            self._personal += kept.personal
            end.move_to(position, stream, version, row.seal)
            self.rows.append(row)
            added.append(Fact(*head, new.body, actor, device, time, key, digest, row.seal))
        if owners := tuple(owner for new in entry.facts for owner in new.erases):
            self.erases.append(_Erasing(len(self._personal), owners, time_text))
        self.facts += added
        if entry.key is not None:
            self._answers[entry.key] = added
        return tuple(added)

    def _given_again(self, entry: Entry, given: list[Fact]) -> Answer | ConflictError:
        first = given[0]
        is_theirs = (first.stream, first.actor, first.device) == (entry.stream, entry.actor, entry.device)
        if is_theirs and is_same_command(first.digest, entry.digest):
            return tuple(given)
        # Never the other's answer: it may tell what this one must not know, or what was not asked for.
        return KeyUsedError(entry.key)

    def _too_late(self, stream: str, expected: int) -> StaleVersionError:
        asked = {"stream": stream, "version": expected}
        rows = self._connection.execute(STREAM_SINCE, asked)
        committed = self._values.facts_of(self._connection, rows)
        ours = [fact for fact in self.facts if fact.stream == stream and fact.version > expected]
        return StaleVersionError(stream, expected, (*committed, *ours))

    def _actor_text(self, entry: Entry) -> str:
        """Returns what stands in the column: a reference to a name that is written once for each actor."""
        if not entry.person or not entry.actor:
            return entry.actor
        named = (entry.person, entry.actor)
        if named not in self._end.actors:
            rows = personal_rows(entry.actor, (entry.person,))
            self._personal += rows
            self._end.actors[named] = column_of(rows[0].ref)
        return self._end.actors[named]

    def _digest_text(self, waiting: _Waiting) -> str | None:
        """Returns what stands in the column: whoever guesses a name could try it on a digest."""
        entry = waiting.entry
        # Who did it, is no part of what was sent.
        owners = {row.owner for each in waiting.stored for row in each.personal if f"#{BY}/" not in row.owner}
        if entry.digest is None or not owners:
            return entry.digest
        rows = personal_rows(entry.digest, sorted(owners))
        self._personal += rows
        return column_of(rows[0].ref)


@dataclass(slots=True)
class _End:
    """Where the journal ends: the last position and seal, and the version of each stream."""

    position: int
    seal: str
    versions: dict[str, int]
    actors: dict[tuple[str, str], str] = field(default_factory=dict)
    """The references in the column for actors whose names are kept apart, by owner and name."""

    @classmethod
    def of(cls, connection: sa.Connection) -> "_End":
        last = connection.execute(_LAST).first()
        versions = dict(connection.execute(_VERSIONS).all())
        return cls(last.position, last.seal, versions) if last else cls(0, NO_SEAL, versions)

    def catch_up(self, rows: Iterable[sa.Row[*tuple[Any, ...]]]) -> None:
        """Go on to what other processes have written since."""
        for position, stream, version, seal in rows:
            self.move_to(position, stream, version, seal)

    def move_to(self, position: int, stream: str, version: int, seal: str) -> None:
        self.position = position
        self.seal = seal
        self.versions[stream] = version


def _written(body: object) -> str:
    try:
        return msgspec.json.encode(body).decode()
    except (TypeError, ValueError) as error:
        raise MalformedError("bad-fact", f"this cannot be written as JSON: {error}") from error
