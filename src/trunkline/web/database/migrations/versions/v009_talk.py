"""Chat messages, motions and personal notes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "009"
down_revision = "008"
branch_labels = None
depends_on = None


def _person(key: bool = False) -> sa.Column[str]:
    """Return a reference to a person. The row is deleted with the person."""
    here = sa.ForeignKey("people.id", ondelete="CASCADE")
    return sa.Column("person", sa.Text, here, primary_key=key, nullable=False)


def upgrade() -> None:
    """Create the tables. There are no earlier messages."""
    op.create_table(
        "talks",
        sa.Column("game_id", sa.Text, primary_key=True),
        sa.Column("last", sa.Integer, nullable=False),
    )
    op.create_table(
        "said",
        sa.Column("game_id", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        _person(),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_table(
        "heard",
        sa.Column("game_id", sa.Text, primary_key=True),
        _person(key=True),
        sa.Column("number", sa.Integer, nullable=False),
    )
    op.create_table(
        "notes",
        sa.Column("game_id", sa.Text, primary_key=True),
        _person(key=True),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_table(
        "motions",
        sa.Column("game_id", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, primary_key=True),
        _person(),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("to", sa.Integer, nullable=True),
        sa.Column("asked", sa.Text, nullable=False),
        sa.Column("agreed", sa.Text, nullable=False),
        sa.Column("standing", sa.Text, nullable=False),
        sa.Column("answered", sa.Text, nullable=False),
    )
    for table in ("said", "heard", "notes", "motions"):
        op.create_index(f"{table}_person", table, ["person"])


def downgrade() -> None:
    """Drop the tables."""
    for table in ("motions", "notes", "heard", "said", "talks"):
        op.drop_table(table)
