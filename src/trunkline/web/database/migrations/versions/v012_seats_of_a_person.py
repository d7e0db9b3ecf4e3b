"""Index of seats by person and game. An index by person alone needed a scan of all the person's seats."""

from __future__ import annotations

from alembic import op

revision = "012"
down_revision = "011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the game to the index."""
    op.drop_index("seated_person", "seated")
    op.create_index("seated_person", "seated", ["person", "game_id"])


def downgrade() -> None:
    """Index by person alone."""
    op.drop_index("seated_person", "seated")
    op.create_index("seated_person", "seated", ["person"])
