"""API endpoints of puzzles. They need no account."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Annotated

from litestar import Controller, get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from trunkline.learn.puzzles import collection
from trunkline.learn.puzzles.puzzle import UNRATED, Theme
from trunkline.web.accounts.permissions import Operation
from trunkline.web.http.controllers.lobby import Words
from trunkline.web.http.declared_operations import requires
from trunkline.web.http.openapi_responses import CHANGE_ERRORS, CREATE_ERRORS, LOOKUP_ERRORS, QUERY_ERRORS
from trunkline.web.http.request_context import ContextDep
from trunkline.web.http.services import puzzles as service
from trunkline.web.presenters.puzzles import find_puzzle
from trunkline.web.puzzles import ratings
from trunkline.web.puzzles.choice import daily
from trunkline.web.schemas.log import Made
from trunkline.web.schemas.puzzles import (
    Answered,
    AnswerPuzzle,
    DailyPuzzle,
    PuzzleGame,
    PuzzlePage,
    PuzzleSummary,
    SolverFacts,
    ThemeResult,
)

Points = Annotated[float | None, QueryParameter(ge=0, le=4000)]
"""A limit of the rating of puzzles, in points."""


class Puzzles(Controller):
    """Puzzles with proved answers, and unrated ones with answers from playouts."""

    path = "/api"
    tags = ("puzzles",)

    @get("/puzzles", responses=QUERY_ERRORS, opt=requires(Operation.LIST))
    async def listed(
        self,
        context: ContextDep,
        title: Words = "",
        theme: FromQuery[Theme | None] = None,
        lowest: Points = None,
        highest: Points = None,
        after: Annotated[int, QueryParameter(ge=0, le=2**31)] = 0,
        limit: Annotated[int, QueryParameter(ge=1, le=100)] = 20,
    ) -> PuzzlePage:
        """List the puzzles of a title, a theme, and a range of ratings. Without them, list all.

        ``lowest`` and ``highest`` are ratings in points. They exclude puzzles that are not rated.
        """
        wanted = service.Filters(title, theme, lowest, highest)
        return await context.read(lambda: service.page(context, wanted, after, limit))

    @get("/puzzles/daily", responses=QUERY_ERRORS, opt=requires(Operation.LIST))
    async def of_day(
        self, context: ContextDep, day: FromQuery[date | None] = None, beginner: FromQuery[bool] = False
    ) -> DailyPuzzle:
        """Return the puzzle of a day, the same for all solvers. Without a day, return that of today.

        For a ``beginner``, it is an easy lay of 1856, the title of the first lessons.
        """
        wanted = day or datetime.now(UTC).date()

        def found() -> DailyPuzzle:
            puzzle = daily(list(collection.own().values()), wanted, beginner=beginner)
            return DailyPuzzle(wanted.isoformat(), service.Solver(context).summary(puzzle))

        return await context.read(found)

    @get("/puzzles/next", responses=QUERY_ERRORS, opt=requires(Operation.LIST))
    async def next(
        self,
        context: ContextDep,
        title: Words = "",
        theme: FromQuery[Theme | None] = None,
        lowest: Points = None,
        highest: Points = None,
        rating: Annotated[float | None, QueryParameter(ge=0, le=4000)] = None,
        seen: Annotated[
            list[str] | None,
            QueryParameter(max_items=100, description="Puzzles to omit, for solvers without an account."),
        ] = None,
    ) -> PuzzleSummary:
        """Return a puzzle that suits your rating and that you have not answered.

        Without a theme, it is a rated one. ``lowest`` and ``highest`` are as in the list.
        Without an account, send your ``rating`` and the puzzles that you have ``seen`` last.
        """
        wanted = service.Filters(title, theme, lowest, highest)
        return await context.read(lambda: service.suggested(context, wanted, rating, seen or []))

    @get("/puzzles/results", responses=QUERY_ERRORS, opt=requires(Operation.LIST))
    async def results(self, context: ContextDep) -> SolverFacts:
        """Return your rating and your results. Without an account, they are those of a beginner."""
        answers = context.puzzle_answers
        if answers is None:
            none = tuple(ThemeResult(theme, 0, 0) for theme in Theme if theme not in UNRATED)
            return SolverFacts(ratings.shown(ratings.BEGINNING), 0, 0, 0, none)
        return await context.read(lambda: answers.results(context.person))

    @get("/puzzles/{puzzle:str}", responses=LOOKUP_ERRORS, opt=requires(Operation.LIST))
    async def one(self, puzzle: FromPath[str], context: ContextDep) -> PuzzleSummary:
        """Return a puzzle without its answer."""
        return await context.read(lambda: service.Solver(context).summary(find_puzzle(puzzle)))

    @post(
        "/puzzles/{puzzle:str}/games", responses=CREATE_ERRORS | LOOKUP_ERRORS, opt=requires(Operation.LEARN)
    )
    async def begin(self, puzzle: FromPath[str], context: ContextDep) -> Made:
        """Create a game at the position of a puzzle.

        Before the answer, the API shows no figures that could give it away, and the only possible action is
        the answer. Only the caller knows the id of the game. It is in no list, and it is deleted two weeks
        after its last action.
        """
        return await context.write(lambda: service.begin(context.games, puzzle))

    @get("/games/{id:str}/puzzle", responses=QUERY_ERRORS, opt=requires(Operation.LOOK, solving=True))
    async def shown(self, id: FromPath[str], context: ContextDep) -> PuzzleGame:
        """Return the puzzle of a game, with the judgement of its answer.

        A game that is not that of a puzzle is not found.
        """
        return await context.read_moment(
            id, None, lambda moment_view: service.shown(context, moment_view.hosted_game)
        )

    @post(
        "/games/{id:str}/puzzle",
        status_code=200,
        responses=CHANGE_ERRORS,
        opt=requires(Operation.ACT, solving=True),
    )
    async def answer(self, id: FromPath[str], data: JSONBody[AnswerPuzzle], context: ContextDep) -> Answered:
        """Answer the puzzle of a game with an action, or give up.

        An illegal action is refused by its rule, and does not count. Only your first answer to a puzzle is
        rated. After the answer, the game continues like that of a lesson.
        """
        return await context.write_game(id, lambda hosted_game: service.answer(context, hosted_game, data))
