"""Hours of absence at a table, and motions that a bot plays a seat."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "013"
down_revision = "012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns. Older tables get the default hours, and older motions have no bot."""
    op.add_column("owned", sa.Column("away", sa.Integer, nullable=False, server_default="72"))
    op.add_column("motions", sa.Column("program", sa.Text, nullable=False, server_default=""))
    op.add_column("motions", sa.Column("declined", sa.Text, nullable=False, server_default="[]"))


def downgrade() -> None:
    """Drop the columns."""
    with op.batch_alter_table("motions") as motions:
        motions.drop_column("declined")
        motions.drop_column("program")
    with op.batch_alter_table("owned") as owned:
        owned.drop_column("away")
