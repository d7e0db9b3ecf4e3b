"""Winners, for the list of games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "005"
down_revision = "004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the winners. Games that ended earlier are listed without them; the games themselves know them."""
    op.add_column("games", sa.Column("winners", sa.Text, nullable=False, server_default="[]"))


def downgrade() -> None:
    """Drop the winners."""
    op.drop_column("games", "winners")
