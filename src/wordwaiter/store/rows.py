"""The questions that are asked of the table, and its rows as facts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from wordwaiter.store.facts import Fact
from wordwaiter.store.schema import FACTS
from wordwaiter.store.seal import SealedRow

_c: Final = FACTS.c

FACT_COLUMNS: Final = (
    _c.position, _c.stream, _c.version, _c.kind, _c.kind_version, _c.body, _c.actor, _c.device, _c.time,
    _c.key, _c.digest, _c.seal,
)  # fmt: skip

_facts: Final = sa.select(*FACT_COLUMNS)

STREAM_SINCE: Final = _facts.where(
    _c.stream == sa.bindparam("stream"), _c.version > sa.bindparam("version")
).order_by(_c.version)
STREAM_NEWEST: Final = (
    _facts.where(_c.stream == sa.bindparam("stream"))
    .order_by(_c.version.desc())
    .limit(sa.bindparam("newest"))
)
STREAM_AT: Final = _facts.where(_c.stream == sa.bindparam("stream"), _c.version == sa.bindparam("version"))
ALL_SINCE: Final = (
    _facts.where(_c.position > sa.bindparam("position")).order_by(_c.position).limit(sa.bindparam("most"))
)
KEYED_FACTS: Final = _facts.where(_c.key.in_(sa.bindparam("keys", expanding=True))).order_by(_c.key, _c.part)


def facts_with_one_of(keys: int) -> sa.Select[*tuple[Any, ...]]:
    """Returns the question for so many keys, named `key_0`, `key_1` and so on."""
    named = [sa.bindparam(f"key_{number}", type_=sa.Text) for number in range(keys)]
    return _facts.where(_c.key.in_(named)).order_by(_c.key, _c.part)


ROWS_SINCE: Final = (
    sa.select(FACTS)
    .where(_c.position > sa.bindparam("position"))
    .order_by(_c.position)
    .limit(sa.bindparam("most"))
)

_latest: Final = (
    sa.select(_c.stream, sa.func.max(_c.version).label("version")).group_by(_c.stream).subquery("latest")
)
STREAM_ENDS: Final = (
    sa.select(_c.stream, _c.version, _c.position, _c.kind)
    .join(_latest, sa.and_(_c.stream == _latest.c.stream, _c.version == _latest.c.version))
    .order_by(_c.position)
)


@dataclass(frozen=True, slots=True)
class Written:
    """A statement in the words of one database, for what is said in every transaction.

    To find out how a statement is written takes longer than to carry it out.
    """

    words: str
    places: tuple[str, ...] | None
    """The names of what is filled in, in their order, where the database takes it without names."""

    @classmethod
    def of(cls, statement: sa.Select[*tuple[Any, ...]] | sa.Insert, dialect: sa.Dialect) -> "Written":
        compiled = statement.compile(dialect=dialect)
        places = getattr(compiled, "positiontup", None)
        return cls(str(compiled), None if places is None else tuple(places))

    def run(
        self, connection: sa.Connection, asked: Mapping[str, object]
    ) -> sa.CursorResult[*tuple[Any, ...]]:
        """Executes the statement."""
        filled = asked if self.places is None else tuple(asked[name] for name in self.places)
        return connection.exec_driver_sql(self.words, filled)

    def run_for_all(self, connection: sa.Connection, rows: Sequence[SealedRow]) -> None:
        """Carry it out with each row."""
        if self.places is None:
            connection.exec_driver_sql(self.words, [row._asdict() for row in rows])
        elif self.places == SealedRow._fields:
            connection.exec_driver_sql(self.words, list(rows))
        else:
            raise TypeError("the columns of a row are not those of the statement")


_decode: Final = msgspec.json.Decoder(dict[str, object]).decode


def fact_of(row: sa.Row[*tuple[Any, ...]]) -> Fact:
    """The fact in a row; a ValueError when its text cannot be what was written."""
    position, stream, version, kind, kind_version, body, actor, device, time, key, digest, seal = row
    return Fact(
        position,
        stream,
        version,
        kind,
        kind_version,
        read_body(body),
        actor,
        device,
        datetime.fromisoformat(time),
        key,
        digest,
        seal,
    )


def read_body(text: str) -> dict[str, object]:
    """The body that was written as `text`."""
    try:
        return _decode(text)
    except RecursionError as error:  # a thousand brackets; nobody but a forger writes so
        raise ValueError("the body is too deep") from error


def sealed_row(row: sa.Row[*tuple[Any, ...]]) -> SealedRow:
    """The row column by column, as it stands."""
    return SealedRow(*row)
