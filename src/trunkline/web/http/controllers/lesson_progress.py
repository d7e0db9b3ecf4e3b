"""API endpoint for your progress through lessons."""

from __future__ import annotations

from litestar import Controller, get, post
from litestar.params import JSONBody

from trunkline.web.accounts.permissions import Operation
from trunkline.web.http.declared_operations import requires
from trunkline.web.http.openapi_responses import ACCOUNT_ERRORS
from trunkline.web.http.request_context import ContextDep
from trunkline.web.schemas.lessons import LessonProgress


class OwnLessons(Controller):
    """Your progress through lessons."""

    path = "/api/me/lessons"
    tags = ("lessons",)

    @get(responses=ACCOUNT_ERRORS, opt=requires(Operation.ACCOUNT))
    async def progress(self, context: ContextDep) -> LessonProgress:
        """Return your places in lessons."""
        auth = context.account_auth
        return LessonProgress(await auth.run_in_thread(lambda: auth.lesson_progress.of(context.person)))

    @post(status_code=200, responses=ACCOUNT_ERRORS, opt=requires(Operation.ACCOUNT))
    async def merge(self, data: JSONBody[LessonProgress], context: ContextDep) -> LessonProgress:
        """Merge places with those of your account, and return all of them.

        In each lesson the newer place counts, and a lesson that was done once stays done. Places in lessons
        that this server does not have are left out.
        """
        auth = context.account_auth
        places = {id: place for id, place in data.lessons.items() if id in context.lessons}
        merged = await auth.run_in_thread(lambda: auth.lesson_progress.merge(context.person, places))
        return LessonProgress(merged)
