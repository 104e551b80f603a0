"""Format 5: texts that people typed, and names in facts of earlier formats, are stored apart too."""

import sqlalchemy as sa
from alembic import op

from wordwaiter.store.migrations.keeping import note_format

revision = "5"
down_revision = "4"


def upgrade() -> None:
    """Note up to which fact names stand in bodies; they are stored apart when a program opens the journal."""
    op.create_table(
        "earlier",
        sa.Column(
            "position",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            primary_key=True,
            autoincrement=False,
        ),
    )
    op.execute("INSERT INTO earlier SELECT position FROM facts ORDER BY position DESC LIMIT 1")
    note_format(5)
