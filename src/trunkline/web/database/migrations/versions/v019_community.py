"""Invitation links to the server, blocked people, reports, and the audit log of operators."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "019"
down_revision = "018"
branch_labels = None
depends_on = None
LIMITS = (
    ("mute_reason", sa.Text),
    ("mute_until", sa.BigInteger),
    ("ban_reason", sa.Text),
    ("ban_until", sa.BigInteger),
)


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "server_invitations",
        sa.Column("hash", sa.LargeBinary, primary_key=True),
        sa.Column("id", sa.Text, nullable=False, unique=True),
        sa.Column("person", sa.Text, sa.ForeignKey("people.id", ondelete="SET NULL"), nullable=True),
        sa.Column("uses", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "audit_log",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("operator", sa.Text, nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("thing", sa.Text, nullable=False),
        sa.Column("detail", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
    )
    op.create_index("audit_log_subject", "audit_log", ["subject"])
    op.create_table(
        "blocklist",
        sa.Column("person", sa.Text, sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("other", sa.Text, sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("mute", sa.Boolean, nullable=False),
        sa.Column("block", sa.Boolean, nullable=False),
    )
    op.create_index("blocklist_other", "blocklist", ["other"])
    op.create_table(
        "reports",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, sa.ForeignKey("people.id", ondelete="SET NULL"), nullable=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("subject", sa.Text, sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=True),
        sa.Column("game_id", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("copy", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("decision", sa.Text, nullable=False),
        sa.Column("decided", sa.BigInteger, nullable=True),
    )
    op.create_index("reports_person", "reports", ["person"])
    op.create_index("reports_subject", "reports", ["subject"])
    op.create_index("reports_decision", "reports", ["decision", "at"])
    op.add_column("people", sa.Column("note", sa.Text, nullable=False, server_default=""))
    for name, kind in LIMITS:
        op.add_column("people", sa.Column(name, kind, nullable=True))
    op.add_column("owned", sa.Column("hidden", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("said", sa.Column("removed", sa.Boolean, nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """Drop them."""
    with op.batch_alter_table("said") as said:
        said.drop_column("removed")
    with op.batch_alter_table("owned") as owned:
        owned.drop_column("hidden")
    with op.batch_alter_table("people") as people:
        for name, _ in LIMITS:
            people.drop_column(name)
        people.drop_column("note")
    op.drop_table("reports")
    op.drop_table("blocklist")
    op.drop_table("audit_log")
    op.drop_table("server_invitations")
