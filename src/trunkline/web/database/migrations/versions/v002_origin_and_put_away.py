"""Origins of sandboxes, and archived games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "002"
down_revision = "001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns. Older games are not sandboxes and not archived."""
    op.add_column("games", sa.Column("branched_from", sa.Text, nullable=True))
    op.add_column("games", sa.Column("branched_at", sa.Integer, nullable=True))
    op.add_column("games", sa.Column("put_away", sa.Boolean, nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """Drop the columns."""
    for name in ("put_away", "branched_at", "branched_from"):
        op.drop_column("games", name)
