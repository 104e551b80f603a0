"""The one table of the journal, as it is now. `migrations/` says how it came to be."""

from typing import Final

import sqlalchemy as sa

FORMAT: Final = 3
"""Of the table below. A journal of a later format is refused; one of an earlier format is brought up."""

FORMAT_TABLE: Final = "wordwaiter_format"
"""Where Alembic notes the format; a name of our own, so that a database may be shared."""

APPLICATION_ID: Final = int.from_bytes(b"WWTR")
"""Stands in the header of an SQLite file, so that a database of another program is never taken for ours."""

METADATA: Final = sa.MetaData()

POSITION: Final = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
"""On SQLite `INTEGER` and nothing else is the number of the row itself, and needs no index."""

FACTS: Final = sa.Table(
    "facts",
    METADATA,
    sa.Column("position", POSITION, primary_key=True, autoincrement=False),
    sa.Column("stream", sa.Text, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("kind_version", sa.Integer, nullable=False),
    # Text on both databases and never a type that rewrites it: the seal is of these very signs.
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("actor", sa.Text, nullable=False),
    sa.Column("device", sa.Text, nullable=False),
    sa.Column("time", sa.Text, nullable=False),
    sa.Column("key", sa.Text),
    sa.Column("part", sa.Integer, nullable=False),
    sa.Column("digest", sa.Text),
    sa.Column("seal", sa.Text, nullable=False),
    sa.UniqueConstraint("stream", "version", name="facts_by_version"),
    sa.UniqueConstraint("key", "part", name="facts_by_key"),
)
