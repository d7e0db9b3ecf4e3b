"""Passkeys, and the challenges that an authenticator must sign."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "023"
down_revision = "022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "passkeys",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
        sa.Column("credential", sa.LargeBinary, nullable=False, unique=True),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("counter", sa.BigInteger, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=True),
    )
    op.create_index("passkeys_person", "passkeys", ["person"])
    op.create_table(
        "passkey_challenges",
        sa.Column("hash", sa.LargeBinary, primary_key=True),
        sa.Column("holder", sa.LargeBinary, nullable=False),
        sa.Column("person", sa.Text, sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=True),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )
    op.create_index("passkey_challenges_person", "passkey_challenges", ["person"])


def downgrade() -> None:
    """Drop them."""
    op.drop_table("passkey_challenges")
    op.drop_table("passkeys")
