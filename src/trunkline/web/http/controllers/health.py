"""Endpoints about the server process: health, and its addresses for other devices."""

from __future__ import annotations

from litestar import Controller, get

from trunkline.web.accounts.permissions import Operation
from trunkline.web.http.declared_operations import requires
from trunkline.web.http.openapi_responses import READY_ERRORS, STATIC_ERRORS
from trunkline.web.http.reach import is_local
from trunkline.web.http.request_context import ContextDep
from trunkline.web.http.responses import Req
from trunkline.web.schemas.answers import Addresses, Health


class HealthChecks(Controller):
    """Health checks. They are cheap, because monitors request them every few seconds."""

    path = "/api"
    tags = ("operation",)

    @get("/health", sync_to_thread=False, responses=STATIC_ERRORS, opt=requires(Operation.PAGE))
    def health(self) -> Health:
        """Return whether this process answers."""
        return Health()

    @get("/ready", responses=READY_ERRORS, opt=requires(Operation.PAGE))
    async def ready(self, context: ContextDep) -> Health:
        """Return whether this process can read the database of games. Answers 503 if it cannot."""
        await context.read(context.games.store.check)
        return Health()

    @get("/addresses", sync_to_thread=False, responses=STATIC_ERRORS, opt=requires(Operation.PAGE))
    def addresses(self, request: Req, context: ContextDep) -> Addresses:
        """Return the addresses at which phones and other devices can open this server.

        Only a browser on the server's machine needs them: a page elsewhere uses the address that it has. So
        others do not learn the machine's address in its own network.
        """
        here = request.client is not None and is_local(request.client.host)
        return Addresses(context.addresses if here else ())
