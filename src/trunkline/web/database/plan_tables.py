"""The database table of plans, in the same metadata as accounts."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, Table, Text

from trunkline.web.database.people_tables import metadata

plans = Table(
    "plans",
    metadata,
    Column("key", Text, primary_key=True),
    Column("game_id", Text, nullable=False),
    Column("seat", Text, nullable=False),
    Column("person", Text, ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    # The sandbox that it comes from. It may have changed since.
    Column("sandbox", Text, nullable=False),
    # The steps as JSON, and the moment of the game at which the sandbox began.
    Column("data", Text, nullable=False),
    Column("base", Integer, nullable=False),
    # The version of the game when it was kept, and the time in milliseconds since 1970.
    Column("since", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    # The entries up to this one have been compared with the plan.
    Column("seen", Integer, nullable=False),
    # The condition for handing in by itself, and the versions at which that was decided, as JSON.
    Column("mode", Text, nullable=False),
    Column("acted", Text, nullable=False, server_default="[]"),
    # The status, the reason why it ended or does not act by itself, the version of the end, and the time.
    Column("standing", Text, nullable=False),
    Column("reason", Text, nullable=False, server_default=""),
    Column("ended", Integer, nullable=True),
    Column("ended_at", BigInteger, nullable=True),
    Index("plans_game", "game_id", "standing"),
    Index("plans_person", "person"),
)
