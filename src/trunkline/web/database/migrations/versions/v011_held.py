"""Reserved seats of a rematch, for the players of the first game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "011"
down_revision = "010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table. The seats of existing rematches stay free for anyone."""
    op.create_table(
        "held",
        sa.Column("game_id", sa.Text, primary_key=True),
        sa.Column("seat", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    )
    op.create_index("held_person", "held", ["person"])


def downgrade() -> None:
    """Drop the table. All its seats become free."""
    op.drop_table("held")
