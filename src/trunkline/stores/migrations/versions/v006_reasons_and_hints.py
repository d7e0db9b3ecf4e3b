"""Whether a table says why its programs act, and gives hints."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "006"
down_revision = "005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Of games that are there nothing was said: it goes by how many people play."""
    op.add_column("games", sa.Column("reasons", sa.Boolean, nullable=True))
    op.add_column("games", sa.Column("hints", sa.Boolean, nullable=True))


def downgrade() -> None:
    """Forget it."""
    op.drop_column("games", "hints")
    op.drop_column("games", "reasons")
