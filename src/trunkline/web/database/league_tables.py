"""Database tables of leagues, in the same metadata as accounts. Times are whole seconds since 1970."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    Table,
    Text,
    false,
)

from trunkline.web.database.people_tables import metadata

leagues = Table(
    "leagues",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("folded", Text, nullable=False, unique=True),
    # Null after the organiser's account was deleted.
    Column("organiser", Text, ForeignKey("people.id", ondelete="SET NULL"), nullable=True),
    # The settings as JSON.
    Column("settings", Text, nullable=False),
    # True if everyone may join. Otherwise people need the invitation link.
    Column("open", Boolean, nullable=False),
    # The hash of the secret of the invitation link, or null.
    Column("invitation", LargeBinary, nullable=True),
    Column("created", BigInteger, nullable=False),
    # The current season from 1, its stage, and the round from 1; 0 before the first one.
    Column("season", Integer, nullable=False),
    Column("stage", Text, nullable=False),
    Column("round", Integer, nullable=False),
    # The time until which the round is to end, or null.
    Column("deadline", BigInteger, nullable=True),
    # The reason why the next round cannot start. Empty if it can.
    Column("problem", Text, nullable=False, server_default=""),
    Index("leagues_stage", "stage"),
    Index("leagues_organiser", "organiser"),
)
JOINING, PLAYING, ENDED = "joining", "playing", "ended"
"""The stages of a season."""

league_members = Table(
    "league_members",
    metadata,
    Column("league", Text, ForeignKey("leagues.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    # Null after the account was deleted. The results stay.
    Column("person", Text, ForeignKey("people.id", ondelete="SET NULL"), nullable=True),
    # True if the member has withdrawn or was removed, and sits at no further table.
    Column("gone", Boolean, nullable=False, server_default=false()),
    # True if the organiser removed the member, who cannot join again.
    Column("removed", Boolean, nullable=False, server_default=false()),
    Index("league_members_person", "league", "person", unique=True),
    Index("league_members_of", "person"),
)

league_games = Table(
    "league_games",
    metadata,
    Column("league", Text, ForeignKey("leagues.id", ondelete="CASCADE"), primary_key=True),
    Column("season", Integer, primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("number", Integer, primary_key=True),
    # Null until the game of the planned table has been made.
    Column("game_id", Text, nullable=True, unique=True),
    # True if the game counts for no member.
    Column("annulled", Boolean, nullable=False, server_default=false()),
)

league_seats = Table(
    "league_seats",
    metadata,
    Column("league", Text, primary_key=True),
    Column("season", Integer, primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("table", Integer, primary_key=True),
    # The place of the seat in the order of play, from 0.
    Column("seat", Integer, primary_key=True),
    Column("member", Integer, nullable=False),
)
