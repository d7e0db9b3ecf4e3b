"""The next puzzle for a solver, and the puzzle of a day."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date

from trunkline.lab.ratings import Rating
from trunkline.learn.puzzles.difficulty import PROGRAMS
from trunkline.learn.puzzles.puzzle import Puzzle, Theme
from trunkline.web.puzzles.ratings import starting

BEGINNERS_TITLE = "1856"
BEGINNERS_THEME = Theme.LAY
"""The title and the theme of the daily puzzle of solvers without any answers.

Runs that bots solve are mostly long ones of late trains, of which the lessons say nothing.
"""
NEAREST = 40
"""The next puzzle is drawn from this number of puzzles with the nearest ratings."""


def selected(puzzles: Iterable[Puzzle], title: str, theme: Theme | None) -> list[Puzzle]:
    """Return the puzzles of a title and a theme. Empty and None select all."""
    return [each for each in puzzles if title in ("", each.title) and theme in (None, each.theme)]


def next_puzzle(
    puzzles: Sequence[Puzzle], known: Collection[str], solver: Rating, ratings: Mapping[str, Rating]
) -> Puzzle | None:
    """Return a puzzle near a solver's rating that is not ``known``, or None. ``ratings`` has moved ones."""
    open_ones = [each for each in puzzles if each.id not in known]
    # A draw among equals, so that solvers begin with different ones.
    drawn = secrets.SystemRandom().sample(open_ones, len(open_ones))
    near = sorted(drawn, key=lambda each: abs((ratings.get(each.id) or starting(each)).mu - solver.mu))
    return secrets.choice(near[:NEAREST]) if near else None


def daily(puzzles: Sequence[Puzzle], day: date, *, beginner: bool = False) -> Puzzle:
    """Return the puzzle of a day, the same for all solvers. It is a rated one.

    Beginners have another one: all programs solve it, and the first lessons teach its title.
    """
    number = int.from_bytes(hashlib.sha256(day.isoformat().encode()).digest())
    rated = sorted((each for each in puzzles if each.rated), key=lambda each: each.id)
    easy = [each for each in rated if beginner and _is_for_beginners(each)]
    found = easy or rated
    return found[number % len(found)]


def _is_for_beginners(puzzle: Puzzle) -> bool:
    if puzzle.title != BEGINNERS_TITLE or puzzle.theme is not BEGINNERS_THEME:
        return False
    return set(PROGRAMS) <= set(puzzle.solved_by)
