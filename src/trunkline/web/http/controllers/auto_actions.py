"""API endpoints for auto-actions. Only their owner sees them."""

from __future__ import annotations

from litestar import Controller, delete, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from trunkline.util.messages import gettext_noop
from trunkline.web.accounts.permissions import Operation
from trunkline.web.http.declared_operations import requires
from trunkline.web.http.openapi_responses import CHANGE_ERRORS
from trunkline.web.http.request_context import ContextDep
from trunkline.web.http.services import auto_actions as service
from trunkline.web.schemas.auto_actions import (
    AutoActionFacts,
    AutoActionList,
    AutoPreview,
    SetAutoActions,
)

CANCELLED = gettext_noop("You cancelled it.")


class TableAutoActions(Controller):
    """Instructions to act for you until a guard stops them."""

    path = "/api/games/{id:str}/auto-actions"
    tags = ("auto-actions",)

    @get(responses=CHANGE_ERRORS, opt=requires(Operation.ACT))
    async def listed(
        self, id: FromPath[str], context: ContextDep, offers: FromQuery[bool] = True
    ) -> AutoActionList:
        """Return your auto-actions in this game, and with ``offers`` those that you can set now."""
        return await context.read_moment(
            id,
            None,
            lambda moment_view: service.listed(
                context.auto_actions, context.caller, moment_view, offers=offers
            ),
        )

    @post(responses=CHANGE_ERRORS, opt=requires(Operation.ACT))
    async def set_all(
        self, id: FromPath[str], data: JSONBody[SetAutoActions], context: ContextDep
    ) -> list[AutoActionFacts]:
        """Set auto-actions for your seats, all of them or none.

        An auto-action replaces an active one for the same turns or offers. Only what happens after this
        version counts for its guards.
        """
        made = await context.read_moment(
            id,
            None,
            lambda moment_view: service.set_all(
                context.account_auth,
                context.auto_actions,
                context.caller,
                moment_view.require_version(data.version),
                data.auto_actions,
            ),
        )
        context.wake_auto_actions(id)
        return made

    @post("/preview", status_code=200, responses=CHANGE_ERRORS, opt=requires(Operation.ACT))
    async def preview(
        self, id: FromPath[str], data: JSONBody[SetAutoActions], context: ContextDep
    ) -> list[AutoPreview]:
        """Return what auto-actions would do now and the events that stop them, in words. Nothing is set."""
        return await context.read_moment(
            id,
            None,
            lambda moment_view: service.previews(
                context.caller, moment_view.require_version(data.version), data.auto_actions
            ),
        )

    @delete("/{key:str}", responses=CHANGE_ERRORS, opt=requires(Operation.ACT))
    async def cancel(self, id: FromPath[str], key: FromPath[str], context: ContextDep) -> None:
        """Cancel an active auto-action of yours. An action that it is just taking still counts."""
        person = context.person
        await context.write(
            lambda: context.auto_actions.withdraw(id, person, key, CANCELLED, context.games[id].version)
        )
