"""API endpoints of lessons. They need no account."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from trunkline.web.accounts.permissions import Operation
from trunkline.web.http.declared_operations import requires
from trunkline.web.http.openapi_responses import CREATE_ERRORS, LOOKUP_ERRORS, QUERY_ERRORS, READY_ERRORS
from trunkline.web.http.request_context import ContextDep
from trunkline.web.http.responses import After
from trunkline.web.http.services import lessons as service
from trunkline.web.presenters.lessons import find_lesson, lesson_view, summaries
from trunkline.web.schemas.lessons import BeginLesson, LessonSummary, LessonView, TaskView
from trunkline.web.schemas.log import Made

StepNumber = Annotated[int, QueryParameter(ge=0, le=1000, description="The number of the step, from 0.")]


class Lessons(Controller):
    """Lessons on real positions."""

    path = "/api"
    tags = ("lessons",)

    @get("/lessons", responses=READY_ERRORS, opt=requires(Operation.PRINTED))
    async def listed(self, context: ContextDep) -> list[LessonSummary]:
        """List the lessons in teaching order."""
        return await context.read(lambda: summaries(context.lessons))

    @get("/lessons/{lesson:str}", responses=LOOKUP_ERRORS, opt=requires(Operation.PRINTED))
    async def steps(self, lesson: FromPath[str], context: ContextDep) -> LessonView:
        """Return a lesson with its steps."""
        return await context.read(lambda: lesson_view(find_lesson(context.lessons, lesson)))

    @post(
        "/lessons/{lesson:str}/games", responses=CREATE_ERRORS | LOOKUP_ERRORS, opt=requires(Operation.LEARN)
    )
    async def begin(self, lesson: FromPath[str], data: JSONBody[BeginLesson], context: ContextDep) -> Made:
        """Create a game at the start of a step: the tasks before it in its exercise are solved.

        Only the caller knows its id. The game is in no list, and it is deleted two weeks after its last
        action.
        """
        return await context.write(lambda: service.begin(context.games, context.lessons, lesson, data.step))

    @get("/games/{id:str}/lesson", responses=QUERY_ERRORS, opt=requires(Operation.LOOK))
    async def task(
        self, id: FromPath[str], context: ContextDep, step: StepNumber, since: After = 0
    ) -> TaskView:
        """Judge the actions since the version at which a task began.

        A game that is not that of a lesson is not found.
        """
        return await context.read_moment(
            id, None, lambda view: service.judged(view.hosted_game, context.lessons, step, since)
        )
