"""The tables of the store. A change here needs a migration beside those in ``migrations/versions``."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    false,
    true,
)

from trunkline.talk import schema as talk

metadata = MetaData()
# What is kept of people and their talk knows nothing of games, and lies in the same database.
for _table in talk.said.metadata.tables.values():
    _table.to_metadata(metadata)

games = Table(
    "games",
    metadata,
    Column("id", Text, primary_key=True),
    Column("title", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("seats", Text, nullable=False),
    Column("created", Text, nullable=False),
    Column("program", Text, nullable=False),
    Column("rules_version", Integer, nullable=False),
    # What the list of games shows, kept in step with the last entry.
    Column("version", Integer, nullable=False),
    Column("round", Text, nullable=False),
    Column("to_act", Text, nullable=False),
    Column("over", Boolean, nullable=False),
    Column("winners", Text, nullable=False, server_default="[]"),
    # A sandbox began at a moment of another game.
    Column("branched_from", Text, nullable=True),
    Column("branched_at", Integer, nullable=True),
    # Laid aside by the people at the table; nothing of it is lost.
    Column("put_away", Boolean, nullable=False, server_default=false()),
    # Whether the table says what a lay or a token does to the runs of others.
    Column("others_shown", Boolean, nullable=False, server_default=true()),
    # Whether the table says why programs act, and gives hints; null: where there is one person.
    Column("reasons", Boolean, nullable=True),
    Column("hints", Boolean, nullable=True),
    # When the last entry was made, or the game itself.
    Column("moved", Text, nullable=False, server_default=""),
    # Why it ended; null while it goes on, and where nobody has found that out yet.
    Column("ending", Text, nullable=True),
    # The finished game that the same people play once more; each has one such game at most.
    Column("rematch_of", Text, nullable=True),
    Index("games_over", "over", "moved", "id"),
    Index("games_rematch", "rematch_of", unique=True),
)

entries = Table(
    "entries",
    metadata,
    Column("game_id", Text, ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("data", LargeBinary, nullable=False),
    Column("seat", Text, nullable=False),
    Column("at", Text, nullable=False),
    # What happened, as it was told then.
    Column("told", LargeBinary, nullable=False),
)

states = Table(
    "states",
    metadata,
    Column("game_id", Text, ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("state", LargeBinary, nullable=False),
    Column("digest", Text, nullable=False),
    Column("bound_by", Text, nullable=False),
)

reviews = Table(
    "reviews",
    metadata,
    Column("game_id", Text, ForeignKey("games.id"), primary_key=True),
    # The moment at which the game ended.
    Column("number", Integer, primary_key=True),
    # By which program, rules and budget: by others it would say something else.
    Column("bound_by", Text, nullable=False),
    # The process that works on it, and when it last said so, in seconds since 1970.
    Column("worker", Text, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("stands", Text, nullable=False),
    # What is answered about it, as JSON; empty before anything is known.
    Column("said", LargeBinary, nullable=False),
)
