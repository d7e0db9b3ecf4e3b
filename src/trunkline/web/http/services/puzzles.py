"""The games of puzzles, and the answers in them."""

from __future__ import annotations

import math
from collections import Counter
from typing import NamedTuple

from trunkline.learn.puzzles import collection
from trunkline.learn.puzzles.puzzle import Puzzle, Theme
from trunkline.util.messages import gettext, gettext_noop
from trunkline.web.errors import GameNotFound, NotPossible
from trunkline.web.games.files import take_in_position
from trunkline.web.games.game_cache import GameCache
from trunkline.web.games.hosted_game import HostedGame
from trunkline.web.games.repository import PuzzleStart
from trunkline.web.http.request_context import RequestContext
from trunkline.web.presenters import puzzles as presenter
from trunkline.web.presenters.puzzles import find_puzzle
from trunkline.web.puzzles import ratings
from trunkline.web.puzzles.choice import next_puzzle, selected
from trunkline.web.schemas.log import Made
from trunkline.web.schemas.puzzles import (
    Answered,
    AnswerFacts,
    AnswerPuzzle,
    PuzzleGame,
    PuzzlePage,
    PuzzleSummary,
    RatingChange,
    SolverRating,
    ThemeCount,
)

NO_PUZZLE = gettext_noop("This game is not that of a puzzle.")
GIVEN_UP = gettext_noop("This is the solution: the solver gave up.")
"""The line in the log after giving up."""
ASKED = {
    Theme.LAY: gettext_noop("This is no answer to the puzzle. It asks for a lay of {corporation}."),
    Theme.TOKEN: gettext_noop("This is no answer to the puzzle. It asks for a token of {corporation}."),
    Theme.RUN: gettext_noop("This is no answer to the puzzle. It asks for runs of {corporation}."),
    Theme.ENDGAME: gettext_noop("This is no answer to the puzzle. It asks for an action of {corporation}."),
    Theme.DIVIDEND: gettext_noop("This is no answer to the puzzle. It asks for a dividend of {corporation}."),
    Theme.SELL: gettext_noop(
        "This is no answer to the puzzle. It asks for a sale of shares of {corporation}, or for another "
        "action that the table offers."
    ),
    Theme.RUST: gettext_noop(
        "This is no answer to the puzzle. It asks for a train or a dividend of {corporation}, or for a pass."
    ),
}
"""The refusals of other actions."""


class Filters(NamedTuple):
    """The filters of a list of puzzles. An empty title and None select all. Ratings are in points."""

    title: str
    theme: Theme | None
    lowest: float | None
    highest: float | None


class Solver:
    """The answers of the sender of a request, and the ratings of puzzles."""

    def __init__(self, context: RequestContext) -> None:
        answers = context.puzzle_answers
        self.known = answers.of(context.person) if answers else {}
        self.rating = answers.solver(context.person) if answers else ratings.BEGINNING
        self.ratings = answers.ratings() if answers else {}

    def summary(self, puzzle: Puzzle) -> PuzzleSummary:
        """Return a puzzle without its answer."""
        return presenter.summary(puzzle, self.points(puzzle), self.known.get(puzzle.id))

    def points(self, puzzle: Puzzle) -> float | None:
        """Return the rating of a puzzle in points, or None if it is not rated."""
        rating = self.ratings.get(puzzle.id) or ratings.starting(puzzle)
        return ratings.shown(rating).rating if puzzle.rated else None

    def selected(self, wanted: Filters) -> list[Puzzle]:
        """Return the puzzles that the filters admit. Limits of the rating exclude unrated ones."""
        found = selected(collection.own().values(), wanted.title, wanted.theme)
        if wanted.lowest is None and wanted.highest is None:
            return found
        low, high = wanted.lowest or 0.0, math.inf if wanted.highest is None else wanted.highest
        shown = ((each, self.points(each)) for each in found)
        # A reader sees whole points, so levels that share no whole number share no puzzle.
        return [each for each, points in shown if points is not None and low <= round(points) <= high]


def page(context: RequestContext, wanted: Filters, after: int, limit: int) -> PuzzlePage:
    """Return a page of the puzzles that the filters admit."""
    solver = Solver(context)
    of_all_themes = solver.selected(wanted._replace(theme=None))
    counts = Counter(each.theme for each in of_all_themes)
    found = selected(of_all_themes, "", wanted.theme)
    here = tuple(map(solver.summary, found[after : after + limit]))
    themes = tuple(ThemeCount(theme, counts[theme]) for theme in Theme)
    return PuzzlePage(here, len(found), themes, after + limit if after + limit < len(found) else None)


def suggested(
    context: RequestContext, wanted: Filters, rating: float | None, seen: list[str]
) -> PuzzleSummary:
    """Return a puzzle that suits the rating of the caller. Without a theme, it is a rated one.

    Raises ``GameNotFound`` if none is left.
    """
    solver = Solver(context)
    mine = solver.rating
    if rating is not None and not context.puzzle_answers:
        mine = ratings.read(SolverRating(rating, 1))
    found = [each for each in solver.selected(wanted) if wanted.theme or each.rated]
    chosen = next_puzzle(found, {*solver.known, *seen}, mine, solver.ratings)
    if chosen is None:
        raise GameNotFound(gettext("You have answered all of these puzzles. Choose other filters."))
    return solver.summary(chosen)


def begin(games: GameCache, id: str) -> Made:
    """Create a game at the position of a puzzle. Raises ``GameNotFound``."""
    puzzle = find_puzzle(id)
    start = puzzle.start
    return games.import_game(take_in_position(start), PuzzleStart(id, start.to_line(), puzzle.player))


def shown(context: RequestContext, hosted_game: HostedGame) -> PuzzleGame:
    """Return the puzzle of a game, with the judgement of its answer. Raises ``GameNotFound``."""
    puzzle = _puzzle_of(hosted_game)
    return PuzzleGame(Solver(context).summary(puzzle), _judged(hosted_game, puzzle))


def answer(context: RequestContext, hosted_game: HostedGame, data: AnswerPuzzle) -> Answered:
    """Play an answer, judge it, and rate it if it is the first one to a rated puzzle.

    Raises ``GameNotFound``, ``NotPossible`` and ``ActionRefused``.
    """
    puzzle = _puzzle_of(hosted_game)
    context.caller.require_seat(puzzle.player)
    if not hosted_game.withheld:
        raise NotPossible(gettext("This puzzle has its answer. Start it again to try another one."))
    action = puzzle.solution() if data.action is None else data.action
    if not puzzle.is_answer(action) or action.player != puzzle.player:
        raise NotPossible(gettext(ASKED[puzzle.theme], corporation=puzzle.corporation))
    version = hosted_game.act(data.version, action, GIVEN_UP if data.action is None else "")
    found = _judged(hosted_game, puzzle)
    assert found is not None
    return Answered(version, found, _rated(context, puzzle, data.solver, right=found.right))


def _rated(
    context: RequestContext, puzzle: Puzzle, guest: SolverRating | None, *, right: bool
) -> RatingChange | None:
    if not puzzle.rated:
        return None
    if context.puzzle_answers:
        return context.puzzle_answers.record(context.person, puzzle, right=right)
    if guest is None:
        return None
    # The server cannot check these figures, so the answer does not move the rating of the puzzle.
    after, _ = ratings.after(ratings.read(guest), ratings.starting(puzzle), right=right)
    return RatingChange(guest, ratings.shown(after))


def _judged(hosted_game: HostedGame, puzzle: Puzzle) -> AnswerFacts | None:
    action = hosted_game.action_at(1) if not hosted_game.withheld else None
    if action is None:
        return None
    lines = hosted_game.log[0].outcome.lines
    given_up = bool(lines) and lines[-1].text == GIVEN_UP
    return presenter.judged(puzzle, action, given_up=given_up)


def _puzzle_of(hosted_game: HostedGame) -> Puzzle:
    start = hosted_game.row.puzzle
    if start is None:
        raise GameNotFound(gettext(NO_PUZZLE))
    return find_puzzle(start.puzzle)
