"""Format 1: facts with their stream, kind, body and time."""

import sqlalchemy as sa
from alembic import op

from wordwaiter.store.migrations.keeping import keep_facts, note_format

revision = "1"
down_revision = None


def upgrade() -> None:
    """Make the table in an empty database."""
    op.create_table(
        "facts",
        sa.Column(
            "position",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column("stream", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("time", sa.Text, nullable=False),
    )
    op.create_index("facts_by_stream", "facts", ["stream", "position"])
    keep_facts()
    note_format(1)
