"""Format 4: values about people are stored apart from the facts, so that they can be erased."""

import sqlalchemy as sa
from alembic import op

from wordwaiter.store.migrations.keeping import note_format

revision = "4"
down_revision = "3"


def upgrade() -> None:
    """Add the tables. Facts that were written before keep what they say until somebody is erased."""
    op.create_table(
        "personal",
        sa.Column("ref", sa.Text, primary_key=True),
        sa.Column("owner", sa.Text, primary_key=True),
        sa.Column("salt", sa.Text, nullable=False),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_index("personal_by_owner", "personal", ["owner"])
    op.create_table(
        "erased",
        sa.Column("ref", sa.Text, primary_key=True),
        sa.Column("time", sa.Text, nullable=False),
    )
    note_format(4)
