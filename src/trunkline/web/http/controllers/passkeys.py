"""API endpoints for passkeys, and for sign-in with them."""

from __future__ import annotations

from litestar import Controller, Response, delete, get, post, put
from litestar.params import FromPath, JSONBody

from trunkline.util.messages import gettext
from trunkline.web import errors
from trunkline.web.accounts.accounts import ID
from trunkline.web.accounts.passkeys import NO_ADDRESS, SECONDS
from trunkline.web.accounts.permissions import Operation
from trunkline.web.accounts.rate_limits import Rate
from trunkline.web.accounts.relying_party import RelyingParty, relying_party
from trunkline.web.http.auth import AccountAuth
from trunkline.web.http.controllers.accounts import confirm_password, cookie, sign_in_response
from trunkline.web.http.declared_operations import requires
from trunkline.web.http.openapi_responses import ACCOUNT_ERRORS, CHANGE_ERRORS
from trunkline.web.http.request_context import ContextDep, RequestContext
from trunkline.web.schemas.people import (
    MeFacts,
    NewPasskey,
    PasskeyBegin,
    PasskeyFacts,
    PasskeyName,
    PasskeyOptions,
    PasskeySignIn,
)


class OwnPasskeys(Controller):
    """Your passkeys: keys of your devices that replace the password and the second factor at sign-in."""

    path = "/api/me/passkeys"
    tags = ("people",)

    @get(responses=ACCOUNT_ERRORS, opt=requires(Operation.ACCOUNT))
    async def passkeys(self, context: ContextDep) -> list[PasskeyFacts]:
        """List your passkeys, oldest first."""
        auth = context.account_auth
        found = await auth.run_in_thread(lambda: auth.passkeys.listed(context.person))
        return [PasskeyFacts(*each) for each in found]

    @post("/begin", status_code=200, responses=ACCOUNT_ERRORS, opt=requires(Operation.ACCOUNT))
    async def begin(self, data: JSONBody[PasskeyBegin], context: ContextDep) -> PasskeyOptions:
        """Return the options for the browser to make a passkey. They are valid for 5 minutes.

        If you have a second factor, a code of it is needed too, because a passkey replaces both.
        """
        auth, party = context.account_auth, _party(context)
        await confirm_password(auth, context.caller, data.password)
        if data.code is not None:
            await auth.count(Rate.SIGN_IN_CODE, context.person)
        await auth.run_in_thread(lambda: auth.second_factor.confirm(context.person, data.code or ""))
        return PasskeyOptions(
            await auth.run_in_thread(
                lambda: auth.passkeys.begin(party, context.person, context.caller.session)
            )
        )

    @post(responses=CHANGE_ERRORS, opt=requires(Operation.ACCOUNT))
    async def add(self, data: JSONBody[NewPasskey], context: ContextDep) -> PasskeyFacts:
        """Add the passkey that the browser made."""
        auth, party, session = context.account_auth, _party(context), context.caller.session
        made = await auth.run_in_thread(
            lambda: auth.passkeys.add(party, context.person, session, data.name, data.credential)
        )
        return PasskeyFacts(*made)

    @put("/{key:str}", status_code=204, responses=ACCOUNT_ERRORS, opt=requires(Operation.ACCOUNT))
    async def rename(self, key: FromPath[str], data: JSONBody[PasskeyName], context: ContextDep) -> None:
        """Rename a passkey."""
        auth = context.account_auth
        await auth.run_in_thread(lambda: auth.passkeys.rename(context.person, key, data.name))

    @delete("/{key:str}", status_code=204, responses=ACCOUNT_ERRORS, opt=requires(Operation.ACCOUNT))
    async def remove(self, key: FromPath[str], context: ContextDep) -> None:
        """Remove a passkey."""
        auth = context.account_auth
        await auth.run_in_thread(lambda: auth.passkeys.remove(context.person, key))


class PasskeySessions(Controller):
    """Sign-in with a passkey."""

    path = "/api/sessions/passkey"
    tags = ("people",)

    @post("/begin", status_code=200, responses=CHANGE_ERRORS, opt=requires(Operation.SIGN_IN))
    async def begin(self, context: ContextDep) -> Response[PasskeyOptions]:
        """Return the options for the browser to sign in with a passkey. They are valid for 5 minutes.

        A cookie binds them to this browser.
        """
        auth, party = context.account_auth, _party(context)
        await auth.count(Rate.SIGN_IN, context.caller.client_address)
        options, secret = await auth.run_in_thread(lambda: auth.passkeys.begin_sign_in(party))
        answer = Response(PasskeyOptions(options), status_code=200, headers={"cache-control": "no-store"})
        answer.set_cookie(cookie(auth, _cookie_name(auth), secret, SECONDS))
        return answer

    @post(status_code=200, responses=CHANGE_ERRORS, opt=requires(Operation.SIGN_IN))
    async def sign_in(self, data: JSONBody[PasskeySignIn], context: ContextDep) -> Response[MeFacts]:
        """Sign in with a passkey. It replaces the password and the second factor."""
        auth, party = context.account_auth, _party(context)
        await auth.count(Rate.SIGN_IN, context.caller.client_address)
        secret = context.request.cookies.get(_cookie_name(auth), "")
        id = await auth.run_in_thread(lambda: auth.passkeys.sign_in(party, secret, data.credential))
        person = await auth.run_in_thread(lambda: auth.accounts.named(f"{ID}{id}"))
        factor = await auth.run_in_thread(lambda: auth.second_factor.enabled(id))
        answer = await sign_in_response(auth, context.request, person, 200, second_factor=factor)
        answer.set_cookie(cookie(auth, _cookie_name(auth), "", 0))
        return answer


def _party(context: RequestContext) -> RelyingParty:
    """Return the relying party of a request. Raises ``Invalid`` if its address cannot have passkeys."""
    party = relying_party(context.account_auth.origin, context.request.headers.get("host", ""))
    if party is None:
        raise errors.Invalid(gettext(NO_ADDRESS))
    return party


def _cookie_name(auth: AccountAuth) -> str:
    return f"{auth.cookie}-passkey"
