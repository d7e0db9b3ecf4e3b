"""The tables of what is said at tables, beside those of people. Times are whole seconds since 1970."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, Table, Text

from trunkline.people.schema import metadata


def _person(*, key: bool = False) -> Column[str]:
    """The person whose words they are, which go when the person does."""
    here = ForeignKey("people.id", ondelete="CASCADE")
    return Column("person", Text, here, primary_key=key, nullable=False)


talks = Table(
    "talks",
    metadata,
    Column("game_id", Text, primary_key=True),
    # The number of the last message that was ever written: none is given twice, whatever goes.
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
    Index("said_person", "person"),
)

heard = Table(
    "heard",
    metadata,
    Column("game_id", Text, primary_key=True),
    _person(key=True),
    # The last message that the person has seen.
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
    # Where the game stood, and for an undo the moment it leads to and the seats whose actions it takes back.
    Column("version", Integer, nullable=False),
    Column("to", Integer, nullable=True),
    Column("asked", Text, nullable=False),
    # The seats that have agreed, how it stands, and whose answer that was.
    Column("agreed", Text, nullable=False),
    Column("standing", Text, nullable=False),
    Column("answered", Text, nullable=False),
    # Of a motion that a program plays a seat: the program, and the seats that have declined.
    Column("program", Text, nullable=False, server_default=""),
    Column("declined", Text, nullable=False, server_default="[]"),
    Index("motions_person", "person"),
)
