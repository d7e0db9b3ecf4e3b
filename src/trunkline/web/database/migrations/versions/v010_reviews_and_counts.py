"""Reviews and request counts that all processes share."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "010"
down_revision = "009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables. Earlier counts are lost."""
    op.create_table(
        "reviews",
        sa.Column("game_id", sa.Text, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("bound_by", sa.Text, nullable=False),
        sa.Column("worker", sa.Text, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("stands", sa.Text, nullable=False),
        sa.Column("said", sa.LargeBinary, nullable=False),
    )
    # The counts may be lost in a power cut, so writes do not wait for the disk.
    passing = ["UNLOGGED"] if op.get_bind().dialect.name == "postgresql" else []
    op.create_table(
        "counts",
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("who", sa.Text, primary_key=True),
        sa.Column("until", sa.Double, nullable=False),
        prefixes=passing,
    )
    op.create_table(
        "watching",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        prefixes=passing,
    )
    op.create_index("watching_who", "watching", ["who"])


def downgrade() -> None:
    """Drop the tables. Reviews are computed again on request."""
    for table in ("watching", "counts", "reviews"):
        op.drop_table(table)
