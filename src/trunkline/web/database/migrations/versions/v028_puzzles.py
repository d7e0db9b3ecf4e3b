"""Games of puzzles, the answers to puzzles, and ratings of solvers and puzzles."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "028"
down_revision = "027"
branch_labels = None
depends_on = None

COLUMNS = "puzzle", "position"


def upgrade() -> None:
    """Add the columns and the tables."""
    for name in COLUMNS:
        op.add_column("games", sa.Column(name, sa.Text, nullable=True))
    op.create_table(
        "puzzle_answers",
        sa.Column("person", sa.Text, sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("puzzle", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("theme", sa.Text, nullable=False),
        sa.Column("right", sa.Boolean, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "puzzle_solvers",
        sa.Column("person", sa.Text, sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("answers", sa.Integer, nullable=False),
    )
    op.create_table(
        "puzzle_ratings",
        sa.Column("puzzle", sa.Text, primary_key=True),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
    )


def downgrade() -> None:
    """Drop them."""
    for table in ("puzzle_ratings", "puzzle_solvers", "puzzle_answers"):
        op.drop_table(table)
    for name in COLUMNS:
        op.drop_column("games", name)
