"""Seats of a person in a game are found by both: by the person alone all of theirs were gone through."""

from __future__ import annotations

from alembic import op

revision = "012"
down_revision = "011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """The index of persons says in which games, too."""
    op.drop_index("seated_person", "seated")
    op.create_index("seated_person", "seated", ["person", "game_id"])


def downgrade() -> None:
    """By the person alone."""
    op.drop_index("seated_person", "seated")
    op.create_index("seated_person", "seated", ["person"])
