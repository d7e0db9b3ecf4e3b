"""API endpoint for the warnings for new players that you have seen."""

from __future__ import annotations

from litestar import Controller, get, post
from litestar.params import JSONBody

from trunkline.web.accounts.permissions import Operation
from trunkline.web.http.declared_operations import requires
from trunkline.web.http.openapi_responses import ACCOUNT_ERRORS
from trunkline.web.http.request_context import ContextDep
from trunkline.web.schemas.shown_warnings import SeenWarnings


class OwnWarnings(Controller):
    """The warnings for new players that you have seen or dismissed."""

    path = "/api/me/warnings"
    tags = ("account",)

    @get(responses=ACCOUNT_ERRORS, opt=requires(Operation.ACCOUNT))
    async def seen(self, context: ContextDep) -> SeenWarnings:
        """Return the kinds of warnings that you have seen, with the moment that showed each."""
        auth = context.account_auth
        return SeenWarnings.of(await auth.run_in_thread(lambda: auth.shown_warnings.of(context.person)))

    @post(status_code=200, responses=ACCOUNT_ERRORS, opt=requires(Operation.ACCOUNT))
    async def merge(self, data: JSONBody[SeenWarnings], context: ContextDep) -> SeenWarnings:
        """Merge moments with those of your account, and return all of them.

        The first moment of a kind stays. A kind that was dismissed once stays dismissed.
        """
        auth = context.account_auth
        moments = {str(kind): moment for kind, moment in data.warnings.items()}
        merged = await auth.run_in_thread(lambda: auth.shown_warnings.merge(context.person, moments))
        return SeenWarnings.of(merged)
