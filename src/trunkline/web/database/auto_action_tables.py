"""The database table of auto-actions, in the same metadata as accounts."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, Table, Text

from trunkline.web.database.people_tables import metadata

auto_actions = Table(
    "auto_actions",
    metadata,
    Column("key", Text, primary_key=True),
    Column("game_id", Text, nullable=False),
    Column("seat", Text, nullable=False),
    Column("person", Text, ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    # A seat has at most one active auto-action in each slot. The instruction as JSON.
    Column("slot", Text, nullable=False),
    Column("data", Text, nullable=False),
    # The version of the game when it was set, and the time in milliseconds since 1970.
    Column("since", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    # The guards have seen all entries up to this one.
    Column("seen", Integer, nullable=False),
    # The version at which it acts, and the number of its actions that are in the log.
    Column("acting", Integer, nullable=True),
    Column("acted", Integer, nullable=False, server_default="0"),
    # The status, the reason of the end, the version of the game then, and the time.
    Column("standing", Text, nullable=False),
    Column("reason", Text, nullable=False, server_default=""),
    Column("ended", Integer, nullable=True),
    Column("ended_at", BigInteger, nullable=True),
    Index("auto_actions_game", "game_id", "standing"),
    Index("auto_actions_person", "person"),
)
