"""Schemas of puzzles. Money is in dollars."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from trunkline.game.actions import AnyAction
from trunkline.learn.puzzles.puzzle import Theme
from trunkline.web.schemas.map import RouteFacts
from trunkline.web.schemas.requests import Request, Whole

Result = Literal["right", "wrong"]


class SolverRating(Struct, frozen=True):
    """A rating in points, and twice its standard deviation: the number after ±."""

    rating: Annotated[float, Meta(ge=0, le=4000)]
    range: Annotated[float, Meta(ge=1, le=400)]


class PuzzleSummary(Struct, frozen=True):
    """A puzzle without its answer.

    ``choices`` is the number of answers; 0 for runs. ``source`` is the game from which it comes. ``rating``
    is in points. ``result`` is that of your first answer, if you are signed in and have answered it.
    """

    id: str
    title: str
    theme: Theme
    question: str
    player: str
    corporation: str
    choices: int
    source: str
    rating: int
    result: Result | None


class PuzzlePage(Struct, frozen=True):
    """A page of puzzles, and the number of puzzles of the filters.

    ``next`` is the start of the next page: the parameter ``after``. Null on the last page.
    """

    puzzles: tuple[PuzzleSummary, ...]
    total: int
    next: int | None


class DailyPuzzle(Struct, frozen=True):
    """The puzzle of a day, which begins at midnight UTC. ``day`` has the form 2024-12-31."""

    day: str
    puzzle: PuzzleSummary


class ThemeResult(Struct, frozen=True):
    """The numbers of answered and solved puzzles of a theme."""

    theme: Theme
    answered: int
    solved: int


class SolverFacts(Struct, frozen=True):
    """Your results. Only the first answer to a puzzle counts.

    ``streak`` is the number of right answers in a row, up to the last one.
    """

    rating: SolverRating
    answered: int
    solved: int
    streak: int
    themes: tuple[ThemeResult, ...]


class AnswerPuzzle(Request, frozen=True):
    """An answer to a puzzle. Without an action you give up, which counts as a wrong answer.

    ``solver`` is the rating so far of a person without an account. Without it, the answer of such a person
    is not rated. With an account it is ignored, because the server keeps the rating.
    """

    version: Whole
    action: AnyAction | None = None
    solver: SolverRating | None = None


class RatingChange(Struct, frozen=True):
    """A rating before and after an answer."""

    before: SolverRating
    after: SolverRating


class AnswerFacts(Struct, frozen=True):
    """The judgement of an answer.

    ``yours`` is the revenue after the answer, null if the solver gave up. ``best`` is the revenue after the
    best one, and ``next`` that after the next best. ``solutions`` has the right answers in words, and
    ``hexes`` their places. ``routes`` are the best runs, for the theme ``run``. ``proof`` is a sentence.
    """

    right: bool
    answer: str
    yours: int | None
    best: int
    next: int
    solutions: tuple[str, ...]
    hexes: tuple[str, ...]
    routes: tuple[RouteFacts, ...]
    proof: str


class PuzzleGame(Struct, frozen=True):
    """The puzzle of a game, and the judgement of its answer. Null before the answer."""

    puzzle: PuzzleSummary
    answer: AnswerFacts | None


class Answered(Struct, frozen=True):
    """The judgement of an answer, the version of the game after it, and the change of your rating.

    ``rating`` is null if the answer is not rated: it is not your first to this puzzle, or you have no account
    and sent no rating.
    """

    version: int
    answer: AnswerFacts
    rating: RatingChange | None
