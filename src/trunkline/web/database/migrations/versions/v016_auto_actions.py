"""Auto-actions, and the setting of a table to pass automatically."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "016"
down_revision = "015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table, and add the setting, which is off for existing games."""
    op.create_table(
        "auto_actions",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("game_id", sa.Text, nullable=False),
        sa.Column("seat", sa.Text, nullable=False),
        sa.Column("person", sa.Text, sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
        sa.Column("slot", sa.Text, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("since", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.Integer, nullable=False),
        sa.Column("acting", sa.Integer, nullable=True),
        sa.Column("acted", sa.Integer, nullable=False, server_default="0"),
        sa.Column("standing", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False, server_default=""),
        sa.Column("ended", sa.Integer, nullable=True),
        sa.Column("ended_at", sa.BigInteger, nullable=True),
    )
    op.create_index("auto_actions_game", "auto_actions", ["game_id", "standing"])
    op.create_index("auto_actions_person", "auto_actions", ["person"])
    op.add_column("games", sa.Column("auto_pass", sa.Boolean, nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """Drop the table and the setting."""
    op.drop_column("games", "auto_pass")
    op.drop_table("auto_actions")
