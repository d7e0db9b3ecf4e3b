"""Database tables of chat, notes and motions, in the same metadata as accounts.

Times are whole seconds since 1970.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, Table, Text, false

from trunkline.web.database.people_tables import metadata


def _person(*, key: bool = False) -> Column[str]:
    """Return the column for the author. Deleting the person deletes the row."""
    here = ForeignKey("people.id", ondelete="CASCADE")
    return Column("person", Text, here, primary_key=key, nullable=False)


talks = Table(
    "talks",
    metadata,
    Column("game_id", Text, primary_key=True),
    # The highest message number ever used. Numbers are not reused after a deletion.
    Column("last", Integer, nullable=False),
)

said = Table(
    "said",
    metadata,
    Column("game_id", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    _person(),
    Column("at", BigInteger, nullable=False),
    Column("text", Text, nullable=False),
    # True if an operator has replaced the text.
    Column("removed", Boolean, nullable=False, server_default=false()),
    Index("said_person", "person"),
)

heard = Table(
    "heard",
    metadata,
    Column("game_id", Text, primary_key=True),
    _person(key=True),
    # The last message that the person has read.
    Column("number", Integer, nullable=False),
    Index("heard_person", "person"),
)

notes = Table(
    "notes",
    metadata,
    Column("game_id", Text, primary_key=True),
    _person(key=True),
    Column("text", Text, nullable=False),
    Index("notes_person", "person"),
)

motions = Table(
    "motions",
    metadata,
    Column("game_id", Text, primary_key=True),
    Column("kind", Text, primary_key=True),
    _person(),
    # The version of the game. For an undo: the target moment and the seats whose actions it takes back.
    Column("version", Integer, nullable=False),
    Column("to", Integer, nullable=True),
    Column("asked", Text, nullable=False),
    # The seats that have agreed, the state, and the name of the person who declined or withdrew the motion.
    Column("agreed", Text, nullable=False),
    Column("standing", Text, nullable=False),
    Column("answered", Text, nullable=False),
    # For a motion to let a bot play a seat: the bot, and the seats that have declined.
    Column("program", Text, nullable=False, server_default=""),
    Column("declined", Text, nullable=False, server_default="[]"),
    Index("motions_person", "person"),
)
