"""Notices: channels, preferences, the outbox and its deliveries, and keys of the server."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "015"
down_revision = "014"
branch_labels = None
depends_on = None


def _person(*, key: bool = False) -> sa.Column[str]:
    here = sa.ForeignKey("people.id", ondelete="CASCADE")
    return sa.Column("person", sa.Text, here, primary_key=key, nullable=False)


def _text(name: str, *, key: bool = False, usual: str | None = None) -> sa.Column[str]:
    return sa.Column(name, sa.Text, primary_key=key, nullable=False, server_default=usual)


def _time(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger, nullable=False)


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "channels",
        _text("id", key=True),
        _person(),
        _text("kind"),
        _text("format", usual=""),
        _text("address"),
        _text("secret", usual=""),
        _text("label"),
        _text("events"),
        sa.Column("confirmed", sa.Boolean, nullable=False, server_default=sa.true()),
        _text("stopped", usual=""),
        _time("created"),
    )
    op.create_index("channels_person", "channels", ["person"])
    op.create_table("notice_preferences", _person(key=True), _text("data"))
    op.create_table("game_notices", _text("game_id", key=True), _person(key=True), _text("events"))
    op.create_index("game_notices_person", "game_notices", ["person"])
    op.create_table(
        "notices",
        _text("game_id", key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        _text("seat", key=True),
        _text("event", key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        _person(),
        _time("at"),
        _time("due"),
        _text("state"),
        _text("text", usual=""),
    )
    op.create_index("notices_state", "notices", ["state", "due"])
    op.create_index("notices_person", "notices", ["person"])
    op.create_table(
        "deliveries",
        _text("id", key=True),
        _person(),
        _text("game_id"),
        _text("event"),
        _text("channel_id"),
        _text("channel"),
        _text("message"),
        _text("state"),
        sa.Column("attempts", sa.Integer, nullable=False),
        _time("next"),
        _text("worker", usual=""),
        _time("created"),
    )
    op.create_index("deliveries_state", "deliveries", ["state", "next"])
    op.create_index("deliveries_person", "deliveries", ["person", "created"])
    delivery = sa.ForeignKey("deliveries.id", ondelete="CASCADE")
    op.create_table(
        "attempts",
        sa.Column("delivery_id", sa.Text, delivery, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        _time("at"),
        _text("answer"),
    )
    op.create_table("server_keys", _text("name", key=True), _text("value"))


def downgrade() -> None:
    """Drop the tables."""
    for name in (
        "server_keys",
        "attempts",
        "deliveries",
        "notices",
        "game_notices",
        "notice_preferences",
        "channels",
    ):
        op.drop_table(name)
