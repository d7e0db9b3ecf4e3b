"""Clocks of tables, time zones and announced absences of people."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "018"
down_revision = "017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns and the table. Older tables have no clock."""
    op.add_column("people", sa.Column("zone", sa.Text, nullable=False, server_default="UTC"))
    op.add_column("owned", sa.Column("clock", sa.Text, nullable=True))
    op.add_column("owned", sa.Column("paused", sa.Text, nullable=True))
    op.add_column("chairs", sa.Column("bank_used", sa.Integer, nullable=False, server_default="0"))
    op.add_column("chairs", sa.Column("timed_out", sa.Text, nullable=True))
    op.create_table(
        "absences",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
        sa.Column("first", sa.Text, nullable=False),
        sa.Column("last", sa.Text, nullable=False),
    )
    op.create_index("absences_person", "absences", ["person"])


def downgrade() -> None:
    """Drop them."""
    op.drop_table("absences")
    with op.batch_alter_table("chairs") as chairs:
        chairs.drop_column("timed_out")
        chairs.drop_column("bank_used")
    with op.batch_alter_table("owned") as owned:
        owned.drop_column("paused")
        owned.drop_column("clock")
    with op.batch_alter_table("people") as people:
        people.drop_column("zone")
