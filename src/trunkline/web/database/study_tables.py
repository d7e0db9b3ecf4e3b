"""Database tables of studies, in the same metadata as accounts. Times are whole seconds since 1970."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, Table, Text

from trunkline.web.database.people_tables import metadata

studies = Table(
    "studies",
    metadata,
    Column("game_id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    # The secret of the link by which anyone may read the study, or null. It is stored as it is, so that the
    # owner can copy it again. It protects only data that are in this database too.
    Column("link", Text, nullable=True),
    Index("studies_created", "created"),
    Index("studies_link", "link", unique=True),
)

study_comments = Table(
    "study_comments",
    metadata,
    Column("key", Text, primary_key=True),
    Column("game_id", Text, nullable=False),
    # The comments of a game in the order in which they were written.
    Column("number", Integer, nullable=False),
    # The number of the moment, as in the tree of the game.
    Column("moment", Integer, nullable=False),
    # Null on a server without accounts.
    Column("person", Text, ForeignKey("people.id", ondelete="CASCADE"), nullable=True),
    Column("text", Text, nullable=False),
    # The marks as JSON. null if an operator has removed the comment.
    Column("marks", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    # Null until it is changed.
    Column("changed", BigInteger, nullable=True),
    Index("study_comments_game", "game_id", "moment"),
    Index("study_comments_person", "person"),
)
