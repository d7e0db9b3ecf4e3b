"""API endpoints for the operators of a server."""

from __future__ import annotations

from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody

from trunkline.web.accounts.permissions import Operation
from trunkline.web.http.declared_operations import requires
from trunkline.web.http.openapi_responses import ACCOUNT_ERRORS
from trunkline.web.http.request_context import ContextDep
from trunkline.web.schemas.community import NewServerInvitation, OperatorReason, ServerInvitationFacts


class ServerInvitationLinks(Controller):
    """Invitation links to the server."""

    path = "/api/operator/invitations"
    tags = ("operators",)

    @get(responses=ACCOUNT_ERRORS, opt=requires(Operation.OPERATE))
    async def invitations(self, context: ContextDep) -> list[ServerInvitationFacts]:
        """List the invitation links that still work, without their secrets, newest first."""
        auth = context.account_auth
        found = await auth.run_in_thread(auth.invitations.open)
        return [ServerInvitationFacts(*each) for each in found]

    @post(responses=ACCOUNT_ERRORS, opt=requires(Operation.OPERATE))
    async def new(self, data: JSONBody[NewServerInvitation], context: ContextDep) -> ServerInvitationFacts:
        """Create an invitation link to the server. Only this response contains its secret."""
        auth = context.account_auth
        made, secret = await auth.run_in_thread(
            lambda: auth.invitations.new(context.person, data.uses, data.days, data.reason)
        )
        return ServerInvitationFacts(*made, secret=secret)

    @post("/{key:str}/close", status_code=204, responses=ACCOUNT_ERRORS, opt=requires(Operation.OPERATE))
    async def close(self, key: FromPath[str], data: JSONBody[OperatorReason], context: ContextDep) -> None:
        """Close an invitation link."""
        auth = context.account_auth
        await auth.run_in_thread(lambda: auth.invitations.end(key, context.person, data.reason))
