"""Ratings of solvers and puzzles: an answer is a game between the two, rated like a game of people."""

from __future__ import annotations

from trunkline.lab.ratings import START, Rating, rated
from trunkline.learn.puzzles.difficulty import rating as first_rating
from trunkline.learn.puzzles.puzzle import Puzzle
from trunkline.web.ratings.lists import CENTRE, POINTS
from trunkline.web.schemas.puzzles import SolverRating

BEGINNER = 1250
"""The rating of a solver without answers, in points. It is the middle of the puzzles' starting ratings."""
PUZZLE_SHARE = 0.5
"""The uncertainty of a puzzle's starting rating, as a share of that of a new player."""


def shown(rating: Rating) -> SolverRating:
    """Return a rating in points, with twice its standard deviation."""
    points = CENTRE + POINTS * (rating.mu - START.mu)
    return SolverRating(round(points, 2), round(2 * POINTS * rating.sigma, 2))


def read(shown: SolverRating) -> Rating:
    """Return the rating of its points."""
    return Rating(START.mu + (shown.rating - CENTRE) / POINTS, shown.range / (2 * POINTS))


BEGINNING = Rating(START.mu + (BEGINNER - CENTRE) / POINTS, START.sigma)
"""The rating of a solver without answers."""


def starting(puzzle: Puzzle) -> Rating:
    """Return the rating of a puzzle without answers; see ``difficulty``."""
    points = first_rating(puzzle)
    return Rating(START.mu + (points - CENTRE) / POINTS, PUZZLE_SHARE * START.sigma)


def after(solver: Rating, puzzle: Rating, *, right: bool) -> tuple[Rating, Rating]:
    """Return the ratings of a solver and a puzzle after an answer."""
    found = rated({"solver": solver, "puzzle": puzzle}, ["solver", "puzzle"], [right, not right])
    return found["solver"], found["puzzle"]
