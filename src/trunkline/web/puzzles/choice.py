"""The next puzzle for a solver, and the puzzle of a day."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date

from trunkline.lab.ratings import Rating
from trunkline.learn.puzzles.puzzle import Puzzle, Theme
from trunkline.web.puzzles.ratings import starting

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


def daily(puzzles: Sequence[Puzzle], day: date) -> Puzzle:
    """Return the puzzle of a day, the same for all solvers."""
    number = int.from_bytes(hashlib.sha256(day.isoformat().encode()).digest())
    return sorted(puzzles, key=lambda each: each.id)[number % len(puzzles)]
