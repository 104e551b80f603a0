"""Format 3: a digest of the command beside its idempotency key."""

import sqlalchemy as sa
from alembic import op

from wordwaiter.store.migrations.keeping import note_format

revision = "3"
down_revision = "2"


def upgrade() -> None:
    """Add the column; what was written before has none, and keeps the seal that it has."""
    op.add_column("facts", sa.Column("digest", sa.Text))
    note_format(3)
