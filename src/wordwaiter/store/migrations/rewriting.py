"""Storing apart what facts of earlier formats say of people: their bodies, and all seals, are written anew.

Seals of before must not stay: whoever knows all of a fact but one name could find the name by trying.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import msgspec
import sqlalchemy as sa

from wordwaiter.store.database import Database
from wordwaiter.store.facts import Entry, Fact, NewFact
from wordwaiter.store.personal import (
    PersonalRow,
    PersonalValues,
    column_of,
    erase_values,
    personal_rows,
    refs_in,
    stored_fact,
)
from wordwaiter.store.rows import FACT_COLUMNS, sealed_row
from wordwaiter.store.schema import EARLIER, FACTS, PERSONAL
from wordwaiter.store.seal import NO_SEAL, SealedRow, seal_after, sealed

logger: Final = logging.getLogger(__name__)

_REWRITE: Final = (
    sa.update(FACTS)
    .where(FACTS.c.position == sa.bindparam("at"))
    .values(
        {name: sa.bindparam(f"new_{name}") for name in ("kind_version", "body", "actor", "digest", "seal")}
    )
)


class Separated(NamedTuple):
    """A fact in the form of today, with its personal parts named."""

    fact: NewFact
    person: str
    """The owner of the actor's name."""


Separate = Callable[[Fact], Separated]


def earlier_position(connection: sa.Connection) -> int:
    """Returns up to which fact bodies may have names in them; 0 where none do."""
    return connection.execute(sa.select(sa.func.max(EARLIER.c.position))).scalar() or 0


def rewrite_earlier(database: Database, values: PersonalValues, separate: Separate) -> bool:
    """Writes facts of earlier formats anew; all of them, or none. Returns whether there were any."""
    with database.writers.begin() as connection:
        database.take_turn(connection)
        last = earlier_position(connection)
        if not last:
            return False  # another process has done it meanwhile
        in_order = FACTS.c.position
        rows = [sealed_row(row) for row in connection.execute(sa.select(FACTS).order_by(in_order))]
        if not _is_whole(rows):
            logger.warning("%s was changed by other means; its names stay in its facts", database.spoken)
            return False
        found = connection.execute(sa.select(*FACT_COLUMNS).where(in_order <= last).order_by(in_order)).all()
        writing = _Writing(separate)
        for row, fact in zip(rows, values.facts_of(connection, found), strict=False):
            writing.separate(row, fact)
        for row in rows[last:]:
            writing.seal(row)
        with database.changing_facts(connection):
            connection.execute(_REWRITE, [_changes(row) for row in writing.rows])
        erase_values(connection, {ref for row in rows[:last] for ref in refs_in(row)})
        if writing.personal:
            connection.execute(sa.insert(PERSONAL), [row._asdict() for row in writing.personal])
        connection.execute(sa.delete(EARLIER))
    values.forget()
    database.note_head(writing.rows[-1].position, writing.rows[-1].seal)
    database.shred(FACTS.name)
    return True


def _is_whole(rows: list[SealedRow]) -> bool:
    """Checks if every seal is right: a journal that somebody changed must not get new seals."""
    before = NO_SEAL
    for row in rows:
        if seal_after(before, row) != row.seal:
            return False
        before = row.seal
    return True


def _changes(row: SealedRow) -> dict[str, object]:
    return {"at": row.position, **{f"new_{name}": value for name, value in row._asdict().items()}}


@dataclass
class _Writing:
    """The rows as they will be, and the values that they refer to."""

    change: Separate
    rows: list[SealedRow] = field(default_factory=list)
    personal: list[PersonalRow] = field(default_factory=list)
    actors: dict[tuple[str, str], str] = field(default_factory=dict)

    def seal(self, row: SealedRow) -> None:
        """Adds a row with its new seal."""
        self.rows.append(sealed(self.rows[-1].seal if self.rows else NO_SEAL, row[:-1]))

    def separate(self, row: SealedRow, fact: Fact) -> None:
        """Adds a row without what it tells of people."""
        new, person = self.change(fact)
        entry = Entry(fact.stream, (new,), fact.time, actor=fact.actor, person=person)
        stored = stored_fact(new, entry, lambda body: msgspec.json.encode(body).decode())
        self.personal += stored.personal
        self.seal(
            row._replace(
                kind_version=new.kind_version,
                body=stored.body,
                actor=self._actor(fact.actor, person),
                digest=self._digest(fact.digest, {each.owner for each in stored.personal}),
            )
        )

    def _actor(self, actor: str, person: str) -> str:
        if not person or not actor:
            return actor
        if (person, actor) not in self.actors:
            self.actors[person, actor] = self._apart(actor, {person})
        return self.actors[person, actor]

    def _digest(self, digest: str | None, owners: set[str]) -> str | None:
        return digest if digest is None or not owners else self._apart(digest, owners)

    def _apart(self, value: str, owners: set[str]) -> str:
        rows = personal_rows(value, sorted(owners))
        self.personal += rows
        return column_of(rows[0].ref)
