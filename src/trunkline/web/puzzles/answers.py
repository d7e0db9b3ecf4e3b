"""The database of answers to puzzles, with the ratings of solvers and puzzles."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import takewhile

from sqlalchemy import Connection, Insert, delete, insert, select
from sqlalchemy.dialects import postgresql, sqlite

from trunkline.lab.ratings import Rating
from trunkline.learn.puzzles.puzzle import UNRATED, Puzzle, Theme
from trunkline.web.database.pool import Database
from trunkline.web.database.puzzle_tables import puzzle_answers, puzzle_ratings, puzzle_solvers
from trunkline.web.database.row_locks import lock_person
from trunkline.web.puzzles import ratings
from trunkline.web.schemas.puzzles import RatingChange, SolverFacts, ThemeResult


class PuzzleAnswers:
    """The first answer of each person to each puzzle. Only these are rated."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    def of(self, person: str) -> dict[str, bool]:
        """Return whether each puzzle that a person has answered was right, by its id, oldest first."""
        mine = puzzle_answers.c.person == person
        wanted = select(puzzle_answers.c.puzzle, puzzle_answers.c.right).where(mine)
        with self._database.reading() as link:
            rows = link.execute(wanted.order_by(puzzle_answers.c.number)).all()
        return {row.puzzle: row.right for row in rows}

    def solver(self, person: str) -> Rating:
        """Return the rating of a person."""
        with self._database.reading() as link:
            return _solver(link, person)[0]

    def ratings(self) -> dict[str, Rating]:
        """Return the ratings of the puzzles that people have answered."""
        with self._database.reading() as link:
            rows = link.execute(select(puzzle_ratings)).all()
        return {row.puzzle: Rating(row.mu, row.sigma) for row in rows}

    def results(self, person: str) -> SolverFacts:
        """Return the results of a person."""
        columns = puzzle_answers.c.theme, puzzle_answers.c.right
        mine = select(*columns).where(puzzle_answers.c.person == person)
        with self._database.reading() as link:
            rows = link.execute(mine.order_by(puzzle_answers.c.number.desc())).all()
            rating, _ = _solver(link, person)
        return SolverFacts(
            ratings.shown(rating),
            len(rows),
            sum(row.right for row in rows),
            sum(1 for _ in takewhile(lambda row: row.right, rows)),
            tuple(
                ThemeResult(
                    theme,
                    sum(row.theme == theme for row in rows),
                    sum(row.theme == theme and row.right for row in rows),
                )
                for theme in Theme
                if theme not in UNRATED
            ),
        )

    def record(self, person: str, puzzle: Puzzle, *, right: bool) -> RatingChange | None:
        """Record an answer and rate it. Return None if it is not the person's first one to the puzzle."""
        known = puzzle_answers.c.person == person, puzzle_answers.c.puzzle == puzzle.id
        with self._database.writing() as link:
            lock_person(link, person)
            if link.execute(select(puzzle_answers.c.number).where(*known)).first() is not None:
                return None
            before, answers = _solver(link, person)
            wanted = select(puzzle_ratings).where(puzzle_ratings.c.puzzle == puzzle.id)
            row = link.execute(wanted.with_for_update()).first()
            rating = Rating(row.mu, row.sigma) if row else ratings.starting(puzzle)
            after, moved = ratings.after(before, rating, right=right)
            values = {"person": person, "puzzle": puzzle.id, "number": answers + 1, "theme": puzzle.theme}
            link.execute(insert(puzzle_answers).values(**values, right=right, at=int(self._clock())))
            link.execute(delete(puzzle_solvers).where(puzzle_solvers.c.person == person))
            link.execute(insert(puzzle_solvers).values(person=person, answers=answers + 1, **after._asdict()))
            _store(link, puzzle.id, moved)
        return RatingChange(ratings.shown(before), ratings.shown(after))


def _solver(link: Connection, person: str) -> tuple[Rating, int]:
    """Return the rating and the number of answers of a person."""
    row = link.execute(select(puzzle_solvers).where(puzzle_solvers.c.person == person)).first()
    return (Rating(row.mu, row.sigma), row.answers) if row else (ratings.BEGINNING, 0)


def _store(link: Connection, puzzle: str, rating: Rating) -> None:
    values = {"puzzle": puzzle, **rating._asdict()}
    link.execute(_FIRST[link.dialect.name], values)


def _upsert(insert: postgresql.Insert | sqlite.Insert) -> Insert:
    # Two people may answer a puzzle first at the same time. The later one counts.
    changed = {name: insert.excluded[name] for name in Rating._fields}
    return insert.on_conflict_do_update(index_elements=["puzzle"], set_=changed)


_FIRST = {
    "postgresql": _upsert(postgresql.insert(puzzle_ratings)),
    "sqlite": _upsert(sqlite.insert(puzzle_ratings)),
}
