"""The languages of people, for emails and notices."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "031"
down_revision = "030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column. People without a language get English."""
    op.add_column("people", sa.Column("language", sa.Text, nullable=True))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("people", "language")
