"""The tables of the store. A change here needs a migration in ``migrations/versions``."""

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

from trunkline.web.database import (
    auto_action_tables,
    chat_tables,
    community_tables,
    league_tables,
    notice_tables,
    plan_tables,
    puzzle_tables,
    rating_tables,
    study_tables,
)

metadata = MetaData()
# The tables of people, chat and so on are independent of games, but are in the same database.
for _one in (
    auto_action_tables.auto_actions,
    chat_tables.said,
    community_tables.server_invitations,
    league_tables.leagues,
    notice_tables.notices,
    plan_tables.plans,
    puzzle_tables.puzzle_answers,
    rating_tables.ratings,
    study_tables.studies,
):
    for _table in _one.metadata.tables.values():
        if _table.name not in metadata.tables:
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
    # Data for the list of games, updated with each entry.
    Column("version", Integer, nullable=False),
    Column("round", Text, nullable=False),
    Column("to_act", Text, nullable=False),
    Column("over", Boolean, nullable=False),
    Column("winners", Text, nullable=False, server_default="[]"),
    # A sandbox starts at a moment of another game.
    Column("branched_from", Text, nullable=True),
    Column("branched_at", Integer, nullable=True),
    # Archived by the people at the table. No data is lost.
    Column("put_away", Boolean, nullable=False, server_default=false()),
    # True if the table shows the effect of lays and tokens on other corporations' runs.
    Column("others_shown", Boolean, nullable=False, server_default=true()),
    # True if the table shows the reasons of bots and gives hints. Null: only if a single person plays.
    Column("reasons", Boolean, nullable=True),
    Column("hints", Boolean, nullable=True),
    # True if the server passes for people who can only pass.
    Column("auto_pass", Boolean, nullable=False, server_default=false()),
    # Time of the last entry, or of the game's creation.
    Column("moved", Text, nullable=False, server_default=""),
    # Reason for the end. Null while the game is in progress, or until the reason is computed.
    Column("ending", Text, nullable=True),
    # True if the actions were played elsewhere. Such games are not rated.
    Column("imported", Boolean, nullable=False, server_default=false()),
    # The finished game that the same people play again. Each has at most one such game.
    Column("rematch_of", Text, nullable=True),
    # The lesson of a game, and the step at which the game starts. Null for other games.
    Column("lesson", Text, nullable=True),
    Column("lesson_step", Integer, nullable=True),
    # The puzzle of a game, and the line of the position at which the game starts. Null for other games.
    Column("puzzle", Text, nullable=True),
    Column("position", Text, nullable=True),
    # The seat of the learner or solver. Null for games of other kinds.
    Column("learner", Text, nullable=True),
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
    # The log text at the time of the entry.
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

told_topics = Table(
    "told_topics",
    metadata,
    Column("game_id", Text, ForeignKey("games.id"), primary_key=True),
    # A topic of the coach of a guided game, and the version of the game when the learner had read it.
    Column("topic", Text, primary_key=True),
    Column("version", Integer, nullable=False),
)

reviews = Table(
    "reviews",
    metadata,
    Column("game_id", Text, ForeignKey("games.id"), primary_key=True),
    # The moment of the end of the game.
    Column("number", Integer, primary_key=True),
    # The program, rules and budget. A review with others would have other results.
    Column("bound_by", Text, nullable=False),
    # The process that works on it, and its last report, in seconds since 1970.
    Column("worker", Text, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("stands", Text, nullable=False),
    # The result as JSON. Empty until there is one.
    Column("said", LargeBinary, nullable=False),
)

review_pieces = Table(
    "review_pieces",
    metadata,
    Column("game_id", Text, ForeignKey("games.id"), primary_key=True),
    # The moment of the end of the game, and the place of the piece among those of the review.
    Column("number", Integer, primary_key=True),
    Column("place", Integer, primary_key=True),
    # As in ``reviews``. Pieces of other programs, rules or budgets are not used.
    Column("bound_by", Text, nullable=False),
    # The result of the piece as JSON.
    Column("found", LargeBinary, nullable=False),
)
