"""Games that a person follows without a seat."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "024"
down_revision = "023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "follows",
        sa.Column("game_id", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("follows_person", "follows", ["person"])


def downgrade() -> None:
    """Drop it."""
    op.drop_table("follows")
