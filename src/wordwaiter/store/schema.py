"""The tables of the journal, as they are now. `migrations/` says how it came to be."""

from collections.abc import Mapping
from typing import Final

import sqlalchemy as sa

FORMAT: Final = 5
"""Of the tables below. A journal of a later format is refused; one of an earlier format is brought up."""

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

PERSONAL: Final = sa.Table(
    "personal",
    METADATA,
    sa.Column("ref", sa.Text, primary_key=True),
    sa.Column("owner", sa.Text, primary_key=True),
    sa.Column("salt", sa.Text, nullable=False),
    sa.Column("value", sa.Text, nullable=False),
    sa.Index("personal_by_owner", "owner"),
)
"""Values about people to which facts refer; see `store.personal`."""

ERASED: Final = sa.Table(
    "erased",
    METADATA,
    sa.Column("ref", sa.Text, primary_key=True),
    sa.Column("time", sa.Text, nullable=False),
)
"""References whose values were erased, so that no copy brings them back."""

EARLIER: Final = sa.Table(
    "earlier", METADATA, sa.Column("position", POSITION, primary_key=True, autoincrement=False)
)
"""Up to which fact bodies are as an earlier format had them, with names in them; empty where none are."""

NEVER_CHANGED: Final = "a fact is never changed; add another"
NEVER_REMOVED: Final = "a fact is never removed; add another"

SQLITE_TRIGGERS: Final[Mapping[str, str]] = {
    "facts_are_never_changed": (
        "CREATE TRIGGER facts_are_never_changed BEFORE UPDATE ON facts "
        f"BEGIN SELECT RAISE(ABORT, '{NEVER_CHANGED}'); END"
    ),
    "facts_are_never_removed": (
        "CREATE TRIGGER facts_are_never_removed BEFORE DELETE ON facts "
        f"BEGIN SELECT RAISE(ABORT, '{NEVER_REMOVED}'); END"
    ),
    "facts_are_only_added": (
        "CREATE TRIGGER facts_are_only_added BEFORE INSERT ON facts "
        "WHEN NEW.position <> (SELECT coalesce(max(position), 0) + 1 FROM facts) "
        "BEGIN SELECT RAISE(ABORT, 'a fact is added at the end; take the next position'); END"
    ),
}
"""The triggers of an SQLite file, by name; a file with any other was made by somebody else."""
