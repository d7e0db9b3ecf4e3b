"""The warnings that people have seen, and links to studies."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "032"
down_revision = "031"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table and the column. Existing studies have no link."""
    op.create_table(
        "shown_warnings",
        sa.Column("person", sa.Text, sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("moment", sa.Text, nullable=False),
    )
    op.add_column("studies", sa.Column("link", sa.Text, nullable=True))
    op.create_index("studies_link", "studies", ["link"], unique=True)


def downgrade() -> None:
    """Drop them."""
    op.drop_index("studies_link", "studies")
    op.drop_column("studies", "link")
    op.drop_table("shown_warnings")
