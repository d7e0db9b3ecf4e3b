"""Plans: moves of a sandbox that a player keeps for the game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "021"
down_revision = "020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "plans",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("game_id", sa.Text, nullable=False),
        sa.Column("seat", sa.Text, nullable=False),
        sa.Column("person", sa.Text, sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
        sa.Column("sandbox", sa.Text, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("base", sa.Integer, nullable=False),
        sa.Column("since", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.Integer, nullable=False),
        sa.Column("mode", sa.Text, nullable=False),
        sa.Column("acted", sa.Text, nullable=False, server_default="[]"),
        sa.Column("standing", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False, server_default=""),
        sa.Column("ended", sa.Integer, nullable=True),
        sa.Column("ended_at", sa.BigInteger, nullable=True),
    )
    op.create_index("plans_game", "plans", ["game_id", "standing"])
    op.create_index("plans_person", "plans", ["person"])


def downgrade() -> None:
    """Drop it."""
    op.drop_table("plans")
