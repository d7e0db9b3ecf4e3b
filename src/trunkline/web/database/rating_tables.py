"""Database tables of ratings, in the same metadata as accounts."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Double, Index, Integer, Table, Text

from trunkline.web.database.people_tables import metadata

rated_games = Table(
    "rated_games",
    metadata,
    # The finished games that have been looked at, in the order of their end.
    Column("game_id", Text, primary_key=True),
    Column("title", Text, nullable=False),
    Column("ended", Text, nullable=False),
    # The version of the game at its end. A game that continues after an undo ends at another one.
    Column("version", Integer, nullable=False),
    # False for a game that does not count, for example because one person had several seats.
    Column("counts", Boolean, nullable=False),
    Index("rated_games_title", "title", "ended", "game_id"),
    Index("rated_games_ended", "ended"),
)

rating_results = Table(
    "rating_results",
    metadata,
    Column("game_id", Text, primary_key=True),
    Column("seat", Text, primary_key=True),
    # The id of a person, or the name of a bot. Without a foreign key, so that the results of the others can
    # be computed again after an account was deleted.
    Column("player", Text, nullable=False),
    Column("bot", Boolean, nullable=False),
    Column("place", Integer, nullable=False),
    Index("rating_results_player", "player"),
)

ratings = Table(
    "ratings",
    metadata,
    Column("title", Text, primary_key=True),
    Column("player", Text, primary_key=True),
    Column("bot", Boolean, primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Index("ratings_player", "player"),
)
