"""Database tables of people. A change needs a migration in the same sequence as those of the games.

Times are whole seconds since 1970. Games are only referred to by id.
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
    # The folded name is used for lookup, and the two other forms for look-alike detection (see ``names``).
    Column("folded", Text, nullable=False, unique=True),
    Column("looks", Text, nullable=False, unique=True),
    Column("looks_small", Text, nullable=False, unique=True),
    Column("password", Text, nullable=False),
    Column("email", Text, nullable=True),
    # True if the person has used the link that was sent to the address.
    Column("email_confirmed", Boolean, nullable=False, server_default=false()),
    Column("operator", Boolean, nullable=False, server_default=false()),
    Column("created", BigInteger, nullable=False),
    # The IANA name of the person's time zone.
    Column("zone", Text, nullable=False, server_default="UTC"),
    # The language of emails and notices as a BCP 47 tag, or null for English.
    Column("language", Text, nullable=True),
    # The operators' note about the person.
    Column("note", Text, nullable=False, server_default=""),
    # Bans from the chat and from the server. Each has a reason, or does not exist. Without an end it stays.
    Column("mute_reason", Text, nullable=True),
    Column("mute_until", BigInteger, nullable=True),
    Column("ban_reason", Text, nullable=True),
    Column("ban_until", BigInteger, nullable=True),
)


def _owner() -> Column[str]:
    """Return the column for the person of a row. Deleting the person deletes the row."""
    return Column("person", Text, ForeignKey("people.id", ondelete="CASCADE"), nullable=False)


# Store only hashes of secrets, so a leaked database does not allow sign-in.
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

absences = Table(
    "absences",
    metadata,
    Column("id", Text, primary_key=True),
    _owner(),
    # The first and the last day, in the person's time zone.
    Column("first", Text, nullable=False),
    Column("last", Text, nullable=False),
    # The time of the announcement. Null for absences that are older than this column.
    Column("announced", Text, nullable=True),
    Index("absences_person", "person"),
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
    # Null after the last person with a relation to the game was deleted.
    Column("person", Text, ForeignKey("people.id", ondelete="SET NULL"), nullable=True),
    Column("private", Boolean, nullable=False, server_default=true()),
    Column("created", BigInteger, nullable=False),
    # The stage for lists and the time of the last change, maintained by ``table_status``.
    Column("stage", Text, nullable=False, server_default="on"),
    Column("moved", Text, nullable=False, server_default=""),
    # The hours that the game waits for a person before the owner may hand the seat to a bot.
    Column("away", Integer, nullable=False, server_default="72"),
    # The settings of the clock as JSON, or null if the table has none.
    Column("clock", Text, nullable=True),
    # The time at which the players paused the game, or null.
    Column("paused", Text, nullable=True),
    # True if an operator took the game down. Only operators see it then.
    Column("hidden", Boolean, nullable=False, server_default=false()),
    Index("owned_person", "person"),
    Index("owned_created", "created", "game_id"),
    Index("owned_stage", "stage", "moved", "game_id"),
)

chairs = Table(
    "chairs",
    metadata,
    # All seats of every game, for people and bots. The store updates them with each entry of the game.
    Column("game_id", Text, primary_key=True),
    Column("seat", Text, primary_key=True),
    Column("number", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    # The time since which the game has waited for this seat, or null.
    Column("since", Text, nullable=True),
    # The seconds of the time bank that the seat has used, and the wait that used up its time.
    Column("bank_used", Integer, nullable=False, server_default="0"),
    Column("timed_out", Text, nullable=True),
    # Null until the game is over.
    Column("worth", Integer, nullable=True),
    Column("place", Integer, nullable=True),
)

seated = Table(
    "seated",
    metadata,
    # The primary key prevents two people in one seat.
    Column("game_id", Text, primary_key=True),
    Column("seat", Text, primary_key=True),
    # Null if the person was deleted. The seat is free, and the row shows that a person had it.
    Column("person", Text, ForeignKey("people.id", ondelete="SET NULL"), nullable=True),
    Column("since", BigInteger, nullable=False),
    Index("seated_person", "person", "game_id"),
)

held = Table(
    "held",
    metadata,
    # Reserved seats for the people of the original game, before they join a rematch.
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

follows = Table(
    "follows",
    metadata,
    Column("game_id", Text, primary_key=True),
    Column("person", Text, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Index("follows_person", "person"),
)

visits = Table(
    "visits",
    metadata,
    Column("game_id", Text, primary_key=True),
    Column("person", Text, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    # The version of the newest moment that the person has seen, and the time of that visit.
    Column("version", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("visits_person", "person"),
)

lesson_progress = Table(
    "lesson_progress",
    metadata,
    Column("person", Text, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("lesson", Text, primary_key=True),
    # The place in the lesson, as JSON.
    Column("place", Text, nullable=False),
)

shown_warnings = Table(
    "shown_warnings",
    metadata,
    Column("person", Text, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("kind", Text, primary_key=True),
    # The moment of a game that showed the kind. Empty if the person dismissed the kind.
    Column("moment", Text, nullable=False),
)

calendar_keys = Table(
    "calendar_keys",
    metadata,
    Column("person", Text, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("hash", LargeBinary, nullable=False, unique=True),
    Column("created", BigInteger, nullable=False),
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

# Short-lived data. A restart may lose it, and backups omit it.
counts = Table(
    "counts",
    metadata,
    Column("kind", Text, primary_key=True),
    Column("who", Text, primary_key=True),
    # The time at which all counted requests are worked off, in seconds since 1970 with fractions.
    Column("until", Double, nullable=False),
)

watching = Table(
    "watching",
    metadata,
    Column("id", Text, primary_key=True),
    Column("who", Text, nullable=False),
    # The expiry time, unless the stream is renewed.
    Column("until", BigInteger, nullable=False),
    Index("watching_who", "who"),
)
PASSING = frozenset({counts.name, watching.name})
