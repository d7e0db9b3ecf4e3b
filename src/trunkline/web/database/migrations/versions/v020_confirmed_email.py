"""Confirmation of email addresses, and second factors. Existing addresses count as confirmed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "020"
down_revision = "019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column and the table."""
    op.add_column(
        "people", sa.Column("email_confirmed", sa.Boolean, nullable=False, server_default=sa.false())
    )
    people = sa.table("people", sa.column("email", sa.Text), sa.column("email_confirmed", sa.Boolean))
    op.execute(people.update().where(people.c.email.is_not(None)).values(email_confirmed=sa.true()))
    op.create_table(
        "confirmations",
        sa.Column("hash", sa.LargeBinary, primary_key=True),
        sa.Column("person", sa.Text, sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
        sa.Column("email", sa.Text, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )
    op.create_index("confirmations_person", "confirmations", ["person"])
    person = sa.ForeignKey("people.id", ondelete="CASCADE")
    op.create_table(
        "second_factors",
        sa.Column("person", sa.Text, person, primary_key=True),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("enabled", sa.Boolean, nullable=False),
        sa.Column("last_step", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "recovery_codes",
        sa.Column("hash", sa.LargeBinary, primary_key=True),
        sa.Column("person", sa.Text, sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    )
    op.create_index("recovery_codes_person", "recovery_codes", ["person"])
    op.create_table(
        "sign_in_steps",
        sa.Column("hash", sa.LargeBinary, primary_key=True),
        sa.Column("person", sa.Text, sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )
    op.create_index("sign_in_steps_person", "sign_in_steps", ["person"])


def downgrade() -> None:
    """Drop them."""
    op.drop_table("sign_in_steps")
    op.drop_table("recovery_codes")
    op.drop_table("second_factors")
    op.drop_table("confirmations")
    with op.batch_alter_table("people") as people:
        people.drop_column("email_confirmed")
