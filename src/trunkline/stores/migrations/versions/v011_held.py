"""Seats of a rematch that are held for who sat there before."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "011"
down_revision = "010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """The seats of rematches that there are already stay free for everybody."""
    op.create_table(
        "held",
        sa.Column("game_id", sa.Text, primary_key=True),
        sa.Column("seat", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    )
    op.create_index("held_person", "held", ["person"])


def downgrade() -> None:
    """Everybody may take them."""
    op.drop_table("held")
