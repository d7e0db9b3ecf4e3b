"""API endpoint to follow a game without a seat."""

from __future__ import annotations

from litestar import Controller, delete, put
from litestar.params import FromPath

from trunkline.web.accounts.permissions import Operation
from trunkline.web.http.declared_operations import requires
from trunkline.web.http.openapi_responses import CHANGE_ERRORS
from trunkline.web.http.request_context import ContextDep


class GameFollowing(Controller):
    """The games that you follow."""

    path = "/api/games/{id:str}/follow"
    tags = ("people",)

    @put(status_code=204, responses=CHANGE_ERRORS, opt=requires(Operation.FOLLOW))
    async def follow(self, id: FromPath[str], context: ContextDep) -> None:
        """Follow a game in which you have no seat.

        The list ``followed`` of your games has it while you may view it. Taking a seat ends it.
        """
        auth = context.account_auth
        await auth.run_in_thread(lambda: auth.followed.follow(id, context.person))

    @delete(status_code=204, responses=CHANGE_ERRORS, opt=requires(Operation.FOLLOW))
    async def stop_following(self, id: FromPath[str], context: ContextDep) -> None:
        """Stop following a game."""
        auth = context.account_auth
        await auth.run_in_thread(lambda: auth.followed.stop(id, context.person))
