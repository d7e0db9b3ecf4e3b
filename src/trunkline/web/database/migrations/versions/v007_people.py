"""People, their sessions and tokens, and their seats."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "007"
down_revision = "006"
branch_labels = None
depends_on = None


def _person(key: bool = False) -> sa.Column[str]:
    """Return a reference to a person. The row is deleted with the person."""
    here = sa.ForeignKey("people.id", ondelete="CASCADE")
    return sa.Column("person", sa.Text, here, primary_key=key, nullable=False)


def _once() -> sa.Column[str]:
    """Return a reference to a person. It becomes null when the person is deleted."""
    return sa.Column("person", sa.Text, sa.ForeignKey("people.id", ondelete="SET NULL"), nullable=True)


def upgrade() -> None:
    """Create the tables. Existing games are single-screen games without an owner: only operators see them."""
    op.create_table(
        "people",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("folded", sa.Text, nullable=False, unique=True),
        sa.Column("looks", sa.Text, nullable=False, unique=True),
        sa.Column("looks_small", sa.Text, nullable=False, unique=True),
        sa.Column("password", sa.Text, nullable=False),
        sa.Column("email", sa.Text, nullable=True),
        sa.Column("operator", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("hash", sa.LargeBinary, primary_key=True),
        sa.Column("id", sa.Text, nullable=False, unique=True),
        _person(),
        sa.Column("agent", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "tokens",
        sa.Column("hash", sa.LargeBinary, primary_key=True),
        sa.Column("id", sa.Text, nullable=False, unique=True),
        _person(),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=True),
    )
    op.create_table(
        "resets",
        sa.Column("hash", sa.LargeBinary, primary_key=True),
        _person(),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "owned",
        sa.Column("game_id", sa.Text, primary_key=True),
        _once(),
        sa.Column("private", sa.Boolean, nullable=False, server_default=sa.true()),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "seated",
        sa.Column("game_id", sa.Text, primary_key=True),
        sa.Column("seat", sa.Text, primary_key=True),
        _once(),
        sa.Column("since", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "guests",
        sa.Column("game_id", sa.Text, primary_key=True),
        _person(key=True),
    )
    op.create_table(
        "invitations",
        sa.Column("hash", sa.LargeBinary, primary_key=True),
        sa.Column("game_id", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )
    for table in ("sessions", "tokens", "resets", "owned", "seated", "guests"):
        op.create_index(f"{table}_person", table, ["person"])
    op.create_index("owned_created", "owned", ["created", "game_id"])
    op.create_index("invitations_game", "invitations", ["game_id"])


def downgrade() -> None:
    """Drop all tables about people."""
    for table in ("invitations", "guests", "seated", "owned", "resets", "tokens", "sessions", "people"):
        op.drop_table(table)
