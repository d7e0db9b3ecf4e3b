"""Database tables of puzzles, in the same metadata as accounts."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Double, ForeignKey, Integer, Table, Text

from trunkline.web.database.people_tables import metadata

puzzle_answers = Table(
    "puzzle_answers",
    metadata,
    # The first answer of a person to each puzzle. Later ones do not count.
    Column("person", Text, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("puzzle", Text, primary_key=True),
    # The number of the answer among those of the person, from 1. Several can have the same time.
    Column("number", Integer, nullable=False),
    Column("theme", Text, nullable=False),
    Column("right", Boolean, nullable=False),
    Column("at", BigInteger, nullable=False),
)

puzzle_solvers = Table(
    "puzzle_solvers",
    metadata,
    Column("person", Text, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("answers", Integer, nullable=False),
)

puzzle_ratings = Table(
    "puzzle_ratings",
    metadata,
    # The rating of a puzzle that people have answered. Others have their starting rating.
    Column("puzzle", Text, primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
)

PUZZLES_OF_PEOPLE = puzzle_answers, puzzle_solvers
"""The tables with data of a person, in the column ``person``."""
