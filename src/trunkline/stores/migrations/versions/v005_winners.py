"""Who has won, for the list of games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "005"
down_revision = "004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Games that ended before are listed without their winners, who stand in the games themselves."""
    op.add_column("games", sa.Column("winners", sa.Text, nullable=False, server_default="[]"))


def downgrade() -> None:
    """Forget it."""
    op.drop_column("games", "winners")
