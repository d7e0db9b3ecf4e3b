"""Settings of a table: reasons of bots, and hints."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "006"
down_revision = "005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the settings. For existing games the number of people decides."""
    op.add_column("games", sa.Column("reasons", sa.Boolean, nullable=True))
    op.add_column("games", sa.Column("hints", sa.Boolean, nullable=True))


def downgrade() -> None:
    """Drop the settings."""
    op.drop_column("games", "hints")
    op.drop_column("games", "reasons")
