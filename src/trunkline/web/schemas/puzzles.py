"""Schemas of puzzles. Money is in dollars."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from trunkline.game.actions import AnyAction
from trunkline.learn.puzzles.puzzle import Theme
from trunkline.web.schemas.map import Laid, RouteFacts
from trunkline.web.schemas.requests import Request, Whole

Result = Literal["right", "wrong"]


class SolverRating(Struct, frozen=True):
    """A rating in points, and twice its standard deviation: the number after ±."""

    rating: Annotated[float, Meta(ge=0, le=4000)]
    range: Annotated[float, Meta(ge=1, le=400)]


class PuzzleSummary(Struct, frozen=True):
    """A puzzle without its answer.

    ``choices`` is the number of answers; 0 for runs. ``source`` is the game from which it comes, and the set
    of rounds in which it is. ``adapted``
    is the player whose cash is lower than in that game, or empty. ``rating`` is in points. It is null for
    puzzles that are not rated, because their answers come from playouts. ``result`` is that of your first
    answer, if you are signed in, have answered it, and the puzzle is rated.
    """

    id: str
    title: str
    theme: Theme
    question: str
    player: str
    corporation: str
    choices: int
    source: str
    adapted: str
    rating: int | None
    result: Result | None


class ThemeCount(Struct, frozen=True):
    """The number of puzzles of a theme."""

    theme: Theme
    puzzles: int


class PuzzlePage(Struct, frozen=True):
    """A page of puzzles, and the number of puzzles of the filters.

    ``themes`` has the numbers for every theme, with the other filters. ``next`` is the start of the next
    page: the parameter ``after``. Null on the last page.
    """

    puzzles: tuple[PuzzleSummary, ...]
    total: int
    themes: tuple[ThemeCount, ...]
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
    """Your results. Only the first answer to a puzzle counts, and only if the puzzle is rated.

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


class Worth(Struct, frozen=True):
    """An answer in words, and the player's expected final worth after it: a mean of playouts."""

    answer: str
    worth: int


class Opinion(Struct, frozen=True):
    """A computer player, and the answer that it chooses, in words."""

    player: str
    answer: str


class PlayoutFacts(Struct, frozen=True):
    """The results of the playouts from each answer.

    ``gain`` is the mean by which the right answer is better than the next, from ``low`` to ``high`` with 95%
    confidence. If several answers are right, it is the gain of the worst of them. ``lines`` is the number of
    playouts from each answer, and ``sets`` their length in sets of rounds. ``worths`` has the best answer
    first.
    """

    gain: int
    low: int
    high: int
    lines: int
    sets: int
    worths: tuple[Worth, ...]
    opinions: tuple[Opinion, ...]


class RunsAfter(Struct, frozen=True):
    """The best runs of the corporation after an answer. For the theme ``run``, the runs of the answer.

    ``hexes`` are those that the answers change, and ``map`` has the tiles and tokens on them after this
    answer. A hex without any is omitted there.
    """

    total: int
    routes: tuple[RouteFacts, ...]
    hexes: tuple[str, ...]
    map: Laid


class AnswerFacts(Struct, frozen=True):
    """The judgement of an answer.

    ``yours`` is the revenue after the answer, null if the solver gave up. ``best`` is the revenue after the
    best one, and ``next`` that after the next best. For the theme ``endgame``, they are places: the best that
    the answer can secure. For ``dividend``, they are the player's expected final worth. ``solutions`` has the
    right answers in words, and ``hexes`` their places. ``best_runs`` follow the first of them, and
    ``your_runs`` the answer. Both are null for other themes than ``lay``, ``token`` and ``run``, and
    ``your_runs`` is null if the answer is right or the solver gave up. ``proof`` is a sentence. ``playouts``
    is null if the answer is proved.
    """

    right: bool
    answer: str
    yours: int | None
    best: int
    next: int
    solutions: tuple[str, ...]
    hexes: tuple[str, ...]
    best_runs: RunsAfter | None
    your_runs: RunsAfter | None
    proof: str
    playouts: PlayoutFacts | None


class PuzzleGame(Struct, frozen=True):
    """The puzzle of a game, and the judgement of its answer. Null before the answer."""

    puzzle: PuzzleSummary
    answer: AnswerFacts | None


class Answered(Struct, frozen=True):
    """The judgement of an answer, the version of the game after it, and the change of your rating.

    ``rating`` is null if the answer is not rated: it is not your first to this puzzle, the puzzle is not
    rated, or you have no account and sent no rating.
    """

    version: int
    answer: AnswerFacts
    rating: RatingChange | None
