"""Games of lessons."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "025"
down_revision = "024"
branch_labels = None
depends_on = None

COLUMNS = {"lesson": sa.Text, "lesson_step": sa.Integer, "learner": sa.Text}


def upgrade() -> None:
    """Add the columns."""
    for name, kind in COLUMNS.items():
        op.add_column("games", sa.Column(name, kind, nullable=True))


def downgrade() -> None:
    """Drop them."""
    for name in COLUMNS:
        op.drop_column("games", name)
