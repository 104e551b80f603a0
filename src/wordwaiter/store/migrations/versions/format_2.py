"""Format 2: versions in the stream and of the kind, actor, device, idempotency keys, and seals."""

from collections import Counter

import sqlalchemy as sa
from alembic import op

from wordwaiter.store.migrations.keeping import keep_facts, keep_order, note_format
from wordwaiter.store.seal import NO_SEAL, SealedRow, sealed

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """Write every fact into the new table at its old position, and put that table in the old one's place."""
    after = op.create_table(
        "facts_2",
        sa.Column(
            "position",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column("stream", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("kind_version", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("actor", sa.Text, nullable=False),
        sa.Column("device", sa.Text, nullable=False),
        sa.Column("time", sa.Text, nullable=False),
        sa.Column("key", sa.Text),
        sa.Column("part", sa.Integer, nullable=False),
        sa.Column("seal", sa.Text, nullable=False),
        sa.UniqueConstraint("stream", "version", name="facts_by_version"),
        sa.UniqueConstraint("key", "part", name="facts_by_key"),
    )
    rows = _sealed_rows()
    if rows:
        columns = {column.name for column in after.columns}  # later formats have more
        told = [row._asdict() for row in rows]
        op.bulk_insert(after, [{name: row[name] for name in columns} for row in told])
    op.drop_table("facts")
    op.rename_table("facts_2", "facts")
    keep_facts()
    keep_order()
    note_format(2)


def _sealed_rows() -> list[SealedRow]:
    before = op.get_bind().execute(
        sa.text("SELECT position, stream, kind, body, time FROM facts ORDER BY position")
    )
    versions: Counter[str] = Counter()
    seal = NO_SEAL
    rows: list[SealedRow] = []
    for position, stream, kind, body, time in before:
        versions[stream] += 1
        row = sealed(seal, (position, stream, versions[stream], kind, 1, body, "", "", time, None, 0, None))
        seal = row.seal
        rows.append(row)
    return rows
