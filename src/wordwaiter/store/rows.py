"""The questions that are asked of the table, and its rows as facts."""

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
ALL_SINCE: Final = (
    _facts.where(_c.position > sa.bindparam("position")).order_by(_c.position).limit(sa.bindparam("most"))
)
KEYED_FACTS: Final = _facts.where(_c.key.in_(sa.bindparam("keys", expanding=True))).order_by(_c.key, _c.part)
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
    return _decode(text)


def sealed_row(row: sa.Row[*tuple[Any, ...]]) -> SealedRow:
    """The row column by column, as it stands."""
    return SealedRow(*row)
