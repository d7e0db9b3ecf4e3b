"""The tables of people. A change here needs a migration beside those of the games, in the same line.

Times are whole seconds since 1970. Games are named by their ids alone: nothing here knows what a game is.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
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

metadata = MetaData()

people = Table(
    "people",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    # The name without its case, by which it is found, and the two ways in which it looks (see ``names``).
    Column("folded", Text, nullable=False, unique=True),
    Column("looks", Text, nullable=False, unique=True),
    Column("looks_small", Text, nullable=False, unique=True),
    Column("password", Text, nullable=False),
    Column("email", Text, nullable=True),
    Column("operator", Boolean, nullable=False, server_default=false()),
    Column("created", BigInteger, nullable=False),
)


def _owner() -> Column[str]:
    """The person whose row it is, which goes when the person does."""
    return Column("person", Text, ForeignKey("people.id", ondelete="CASCADE"), nullable=False)


# Of every secret only its hash is kept: who reads the database cannot act for anybody.
sessions = Table(
    "sessions",
    metadata,
    Column("hash", LargeBinary, primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    _owner(),
    Column("agent", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Index("sessions_person", "person"),
)

tokens = Table(
    "tokens",
    metadata,
    Column("hash", LargeBinary, primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    _owner(),
    Column("name", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=True),
    Index("tokens_person", "person"),
)

resets = Table(
    "resets",
    metadata,
    Column("hash", LargeBinary, primary_key=True),
    _owner(),
    Column("expires", BigInteger, nullable=False),
    Index("resets_person", "person"),
)

owned = Table(
    "owned",
    metadata,
    Column("game_id", Text, primary_key=True),
    # Null once the last person who had something to do with it is gone.
    Column("person", Text, ForeignKey("people.id", ondelete="SET NULL"), nullable=True),
    Column("private", Boolean, nullable=False, server_default=true()),
    Column("created", BigInteger, nullable=False),
    # In which lists it stands, and when it was touched last: ``people.places`` keeps them.
    Column("stage", Text, nullable=False, server_default="on"),
    Column("moved", Text, nullable=False, server_default=""),
    # Hours that the game waits for a person until the owner may let a program play.
    Column("away", Integer, nullable=False, server_default="72"),
    Index("owned_person", "person"),
    Index("owned_created", "created", "game_id"),
    Index("owned_stage", "stage", "moved", "game_id"),
)

chairs = Table(
    "chairs",
    metadata,
    # The seats of every game, whoever plays them: the store keeps them in step with the game's last entry.
    Column("game_id", Text, primary_key=True),
    Column("seat", Text, primary_key=True),
    Column("number", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    # Since when the game has waited for this seat; null where it does not.
    Column("since", Text, nullable=True),
    # Once the game is over, and null before.
    Column("worth", Integer, nullable=True),
    Column("place", Integer, nullable=True),
)

seated = Table(
    "seated",
    metadata,
    # The key is what keeps two people from one seat.
    Column("game_id", Text, primary_key=True),
    Column("seat", Text, primary_key=True),
    # Null where a person who sat here is gone: the seat is free, and says that somebody was there.
    Column("person", Text, ForeignKey("people.id", ondelete="SET NULL"), nullable=True),
    Column("since", BigInteger, nullable=False),
    Index("seated_person", "person", "game_id"),
)

held = Table(
    "held",
    metadata,
    # Seats that nobody has yet and only one person may take: of who sat there in the game before a rematch.
    Column("game_id", Text, primary_key=True),
    Column("seat", Text, primary_key=True),
    _owner(),
    Index("held_person", "person"),
)

guests = Table(
    "guests",
    metadata,
    Column("game_id", Text, primary_key=True),
    Column("person", Text, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Index("guests_person", "person"),
)

invitations = Table(
    "invitations",
    metadata,
    Column("hash", LargeBinary, primary_key=True),
    Column("game_id", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Index("invitations_game", "game_id"),
)

# What passes: nobody misses it after a restart, and it is in no copy.
counts = Table(
    "counts",
    metadata,
    Column("kind", Text, primary_key=True),
    Column("who", Text, primary_key=True),
    # When all that was asked for will have been worked off, in seconds since 1970 with their parts.
    Column("until", Double, nullable=False),
)

watching = Table(
    "watching",
    metadata,
    Column("id", Text, primary_key=True),
    Column("who", Text, nullable=False),
    # When it counts no longer, unless it is said again that it goes on.
    Column("until", BigInteger, nullable=False),
    Index("watching_who", "who"),
)
PASSING = frozenset({counts.name, watching.name})
