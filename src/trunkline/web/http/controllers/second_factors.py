"""API endpoints for your second factor."""

from __future__ import annotations

from litestar import Controller, post
from litestar.params import JSONBody

from trunkline.web.accounts.permissions import Operation
from trunkline.web.accounts.rate_limits import Rate
from trunkline.web.http.controllers.accounts import confirm_password
from trunkline.web.http.declared_operations import requires
from trunkline.web.http.openapi_responses import ACCOUNT_ERRORS
from trunkline.web.http.request_context import ContextDep
from trunkline.web.schemas.people import NewCode, PasswordAgain, RecoveryCodes, SecondFactorFacts


class SecondFactors(Controller):
    """Your second factor: an authenticator app with recovery codes."""

    path = "/api/me/second-factor"
    tags = ("people",)

    @post(responses=ACCOUNT_ERRORS, opt=requires(Operation.ACCOUNT))
    async def begin(self, data: JSONBody[PasswordAgain], context: ContextDep) -> SecondFactorFacts:
        """Create a key for an authenticator app. Enter a code of the app to start using it."""
        auth = context.account_auth
        await confirm_password(auth, context.caller, data.password)
        return SecondFactorFacts(*await auth.run_in_thread(lambda: auth.second_factor.begin(context.person)))

    @post("/enable", status_code=200, responses=ACCOUNT_ERRORS, opt=requires(Operation.ACCOUNT))
    async def enable(self, data: JSONBody[NewCode], context: ContextDep) -> RecoveryCodes:
        """Start to use the key. From now on, sign-in needs a code too."""
        auth = context.account_auth
        await auth.count(Rate.SIGN_IN_CODE, context.person)
        return RecoveryCodes(
            await auth.run_in_thread(lambda: auth.second_factor.enable(context.person, data.code))
        )

    @post("/remove", status_code=204, responses=ACCOUNT_ERRORS, opt=requires(Operation.ACCOUNT))
    async def remove(self, data: JSONBody[NewCode], context: ContextDep) -> None:
        """Stop using the second factor."""
        auth = context.account_auth
        await auth.count(Rate.SIGN_IN_CODE, context.person)
        await auth.run_in_thread(lambda: auth.second_factor.remove(context.person, data.code))
