"""API endpoints for accounts, sessions, tokens and password resets."""

from __future__ import annotations

import logging

import msgspec
from litestar import Controller, Response, delete, get, post, put
from litestar.background_tasks import BackgroundTask
from litestar.datastructures import Cookie
from litestar.params import FromPath, JSONBody

from trunkline.util.messages import gettext, gettext_noop, language
from trunkline.web import errors
from trunkline.web.accounts import mail
from trunkline.web.accounts.accounts import ID, Person
from trunkline.web.accounts.credentials import LASTS
from trunkline.web.accounts.languages import speak_to
from trunkline.web.accounts.mail import Mailer
from trunkline.web.accounts.permissions import Operation
from trunkline.web.accounts.rate_limits import Rate
from trunkline.web.accounts.relying_party import relying_party
from trunkline.web.accounts.secret_keys import hashed
from trunkline.web.accounts.server_invitations import SignUpPolicy
from trunkline.web.accounts.usernames import folded
from trunkline.web.database.pool import Unavailable
from trunkline.web.http.auth import AccountAuth, RequestUser
from trunkline.web.http.controllers.confirmations import confirmation_task
from trunkline.web.http.declared_operations import requires
from trunkline.web.http.openapi_responses import (
    ACCOUNT_ERRORS,
    ACCOUNT_STATUS_ERRORS,
    CHANGE_ERRORS,
    EMAIL_CHANGED,
    LIST_ERRORS,
    SIGN_OUT,
)
from trunkline.web.http.request_context import ContextDep
from trunkline.web.http.responses import Req
from trunkline.web.schemas.people import (
    Farewell,
    Forgotten,
    MeFacts,
    NewEmail,
    NewLanguage,
    NewPassword,
    NewToken,
    Reset,
    Sent,
    SessionFacts,
    SignIn,
    SignInCode,
    SignUp,
    TokenFacts,
)

log = logging.getLogger(__name__)
SENT = gettext_noop(
    "If an account with that name has a confirmed email address, a reset link has been sent to it."
)
NO_MAIL = gettext_noop("This server does not send email. Ask its operator for a new password.")
WRONG = gettext_noop("That name and that password do not belong together.")


class Myself(Controller):
    """Your own account."""

    path = "/api/me"
    tags = ("people",)

    @get(responses=ACCOUNT_STATUS_ERRORS, opt=requires(Operation.ME))
    async def me(self, context: ContextDep) -> MeFacts:
        """Return the signed-in account, and whether the server has accounts."""
        auth, person, by_hand = context.auth, context.caller.person, context.caller.visitor.by_hand
        if not isinstance(auth, AccountAuth):
            return MeFacts(False)
        factor = person is not None and await auth.run_in_thread(
            lambda: auth.second_factor.enabled(context.person)
        )
        return _own_account(auth, context.request, person, email=by_hand, second_factor=factor and by_hand)


class Account(Controller):
    """Changes to your own account."""

    path = "/api/me"
    tags = ("people",)

    @post("/password", status_code=204, responses=ACCOUNT_ERRORS, opt=requires(Operation.ACCOUNT))
    async def change_password(self, data: JSONBody[NewPassword], context: ContextDep) -> None:
        """Change your password. All your other sessions end."""
        auth = context.account_auth
        await auth.count(Rate.SIGN_IN, context.client_key)
        person, session = context.person, context.caller.session
        await auth.run_password_work(
            context.caller, lambda: auth.accounts.change_password(person, data.old, data.new, session)
        )

    @post(
        "/email",
        status_code=204,
        responses={**EMAIL_CHANGED, **ACCOUNT_ERRORS},
        opt=requires(Operation.ACCOUNT),
    )
    async def change_email(self, data: JSONBody[NewEmail], context: ContextDep) -> Response[None]:
        """Change your email address. The server sends a link to the new address, to confirm it."""
        auth = context.account_auth
        await confirm_password(auth, context.caller, data.password)
        await auth.run_in_thread(lambda: auth.accounts.set_email(context.person, data.email))
        return Response(None, status_code=204, background=confirmation_task(auth, context.person))

    @put("/language", status_code=204, responses=ACCOUNT_ERRORS, opt=requires(Operation.ACCOUNT))
    async def set_language(self, data: JSONBody[NewLanguage], context: ContextDep) -> None:
        """Set the language of your emails and notices. Answers have the language of the request."""
        auth = context.account_auth
        await auth.run_in_thread(lambda: auth.accounts.set_language(context.person, data.language))

    @post(
        "/delete", status_code=204, responses={**SIGN_OUT, **ACCOUNT_ERRORS}, opt=requires(Operation.ACCOUNT)
    )
    async def go(self, data: JSONBody[Farewell], context: ContextDep) -> Response[None]:
        """Delete your account and your personal data. Games remain and show a former player in your place."""
        auth = context.account_auth
        await confirm_password(auth, context.caller, data.password)
        await auth.run_in_thread(lambda: auth.accounts.delete(context.person))
        return _sign_out_response(auth)


class People(Controller):
    """Accounts of all people."""

    path = "/api/people"
    tags = ("people",)

    @post(responses=CHANGE_ERRORS, opt=requires(Operation.SIGN_UP))
    async def sign_up(self, data: JSONBody[SignUp], context: ContextDep) -> Response[MeFacts]:
        """Create an account and sign in. Some servers require an invitation link, or take no new accounts."""
        auth = context.account_auth
        await auth.count(Rate.SIGN_UP_TRY, context.caller.client_address)
        policy, secret = auth.sign_up_policy, data.invitation
        await auth.run_in_thread(lambda: auth.invitations.check(policy, secret))
        await auth.run_in_thread(lambda: auth.accounts.check_new(data.name, data.password, data.email))
        # Count the account only now, so that failed attempts do not use up the limit of this address.
        # An invitation has its own number of accounts, for example for a club that meets in one place.
        if policy is not SignUpPolicy.INVITED:
            await auth.count(Rate.SIGN_UP, context.caller.client_address)
        spoken = language()
        person = await auth.run_password_work(
            context.caller,
            lambda: auth.accounts.sign_up(
                data.name,
                data.password,
                data.email,
                lambda link: auth.invitations.use(link, policy, secret),
                language=spoken,
            ),
        )
        answer = await sign_in_response(auth, context.request, person, 201)
        answer.background = confirmation_task(auth, person.id)
        return answer


class Sessions(Controller):
    """Sessions: the browsers in which you are signed in."""

    path = "/api/sessions"
    tags = ("people",)

    @post(status_code=200, responses=CHANGE_ERRORS, opt=requires(Operation.SIGN_IN))
    async def sign_in(self, data: JSONBody[SignIn], context: ContextDep) -> Response[MeFacts]:
        """Sign in. The error and the response time do not show whether the name or the password was wrong.

        If the account has a second factor, the answer has no name. Send its ``step`` with a code.
        """
        auth = context.account_auth
        await auth.count(Rate.SIGN_IN, context.caller.client_address)
        await auth.count(Rate.SIGN_IN_NAME, folded(data.name))
        person = await auth.run_password_work(
            context.caller, lambda: auth.accounts.signed_in(data.name, data.password)
        )
        if person is None:
            raise errors.Invalid(gettext(WRONG))
        return await _first_step(auth, context.request, person)

    @post("/code", status_code=200, responses=CHANGE_ERRORS, opt=requires(Operation.SIGN_IN))
    async def enter_code(self, data: JSONBody[SignInCode], context: ContextDep) -> Response[MeFacts]:
        """Finish a sign-in with a code of the second factor. Each code works once."""
        auth = context.account_auth
        await auth.count(Rate.SIGN_IN, context.caller.client_address)
        id = await auth.run_in_thread(lambda: auth.second_factor.person_of_step(data.step))
        await auth.count(Rate.SIGN_IN_CODE, id)
        await auth.run_in_thread(lambda: auth.second_factor.end_step(data.step, data.code))
        person = await auth.run_in_thread(lambda: auth.accounts.named(f"{ID}{id}"))
        return await sign_in_response(auth, context.request, person, 200, second_factor=True)

    @delete(status_code=204, responses={**SIGN_OUT, **LIST_ERRORS}, opt=requires(Operation.SIGN_IN))
    async def sign_out(self, context: ContextDep) -> Response[None]:
        """Sign out of this session. This also succeeds if you are not signed in."""
        auth = context.account_auth
        if context.caller.session:
            await auth.run_in_thread(lambda: auth.credentials.end(context.person, context.caller.session))
        return _sign_out_response(auth)

    @get(responses=ACCOUNT_ERRORS, opt=requires(Operation.ACCOUNT))
    async def sessions(self, context: ContextDep) -> list[SessionFacts]:
        """List your sessions, most recently used first."""
        auth = context.account_auth
        found = await auth.run_in_thread(lambda: auth.credentials.sessions(context.person))
        return [SessionFacts(*each, here=each.id == context.caller.session) for each in found]

    @delete("/{key:str}", status_code=204, responses=ACCOUNT_ERRORS, opt=requires(Operation.ACCOUNT))
    async def end(self, key: FromPath[str], context: ContextDep) -> None:
        """End one of your sessions."""
        auth = context.account_auth
        await auth.run_in_thread(lambda: auth.credentials.end(context.person, key))


class Tokens(Controller):
    """API tokens for programs that act for you."""

    path = "/api/tokens"
    tags = ("people",)

    @get(responses=ACCOUNT_ERRORS, opt=requires(Operation.ACCOUNT))
    async def tokens(self, context: ContextDep) -> list[TokenFacts]:
        """List your tokens without their secrets, newest first."""
        auth = context.account_auth
        found = await auth.run_in_thread(lambda: auth.credentials.tokens(context.person))
        return [TokenFacts(*each) for each in found]

    @post(responses=ACCOUNT_ERRORS, opt=requires(Operation.ACCOUNT))
    async def new(self, data: JSONBody[NewToken], context: ContextDep) -> TokenFacts:
        """Create a token.

        Only this response contains its secret. Send it as ``Authorization: Bearer SECRET``.
        """
        auth = context.account_auth
        made, secret = await auth.run_in_thread(lambda: auth.credentials.new_token(context.person, data.name))
        return TokenFacts(*made, secret=secret)

    @delete("/{key:str}", status_code=204, responses=ACCOUNT_ERRORS, opt=requires(Operation.ACCOUNT))
    async def end(self, key: FromPath[str], context: ContextDep) -> None:
        """Revoke a token."""
        auth = context.account_auth
        await auth.run_in_thread(lambda: auth.credentials.end_token(context.person, key))


class Resets(Controller):
    """Password resets."""

    path = "/api/resets"
    tags = ("people",)

    @post(status_code=202, responses=CHANGE_ERRORS, opt=requires(Operation.FORGET))
    async def ask(self, data: JSONBody[Forgotten], context: ContextDep) -> Response[Sent]:
        """Send an email with a password reset link.

        Neither the response nor its time shows whether the account exists: the lookup follows the response.
        """
        auth = context.account_auth
        await auth.count(Rate.FORGET, context.caller.client_address)
        await auth.count(Rate.FORGET_NAME, folded(data.name))
        if auth.mailer is None or not auth.origin:
            return Response(Sent(gettext(NO_MAIL)), status_code=202)
        task = BackgroundTask(_send_reset, auth, auth.mailer, data.name)
        return Response(Sent(gettext(SENT)), status_code=202, background=task)

    @post("/use", status_code=200, responses=CHANGE_ERRORS, opt=requires(Operation.FORGET))
    async def use(self, data: JSONBody[Reset], context: ContextDep) -> Response[MeFacts]:
        """Set a new password with a reset link.

        All your sessions and tokens end, and a new session starts.
        """
        auth = context.account_auth
        await auth.count(Rate.SIGN_IN, context.caller.client_address)
        person = await auth.run_password_work(
            context.caller, lambda: auth.accounts.reset(data.secret, data.password)
        )
        return await _first_step(auth, context.request, person)


async def _send_reset(auth: AccountAuth, mailer: Mailer, name: str) -> None:
    """Send a password reset email, if the account exists and has a confirmed email address.

    The limit counts emails per address, across all accounts that use it.
    """
    try:
        reset = await auth.run_in_thread(lambda: auth.accounts.begin_reset(name))
        if reset is None or not reset[0].email or not reset[0].confirmed:
            return
        person, secret = reset
        to = reset[0].email
        await auth.count(Rate.LETTER, hashed(to.casefold()).hex())
        with speak_to(person.language):
            letter = mail.reset_message(person.name, f"{auth.origin}/reset#{secret}")
        mailer.send(to, *letter)
    except errors.Invalid:
        log.error("An email was not sent: the stored address is not valid")
    except errors.RateLimited:
        log.warning("A letter was not sent: as many as may be went to its address lately")
    except Unavailable as error:
        log.error("People cannot be looked up: %s", error.cause)


def _own_account(
    auth: AccountAuth,
    request: Req,
    person: Person | None,
    *,
    email: bool = True,
    second_factor: bool = False,
) -> MeFacts:
    mails = auth.mailer is not None and bool(auth.origin)
    passkeys = relying_party(auth.origin, request.headers.get("host", "")) is not None
    if person is None:
        return MeFacts(True, mail=mails, sign_up=auth.sign_up_policy.value, passkeys=passkeys)
    return MeFacts(
        True,
        person.name,
        person.operator,
        person.email if email else None,
        mails,
        second_factor=second_factor,
        confirmed=person.confirmed and email,
        sign_up=auth.sign_up_policy.value,
        passkeys=passkeys,
        language=person.language,
    )


async def confirm_password(auth: AccountAuth, caller: RequestUser, password: str) -> None:
    await auth.count(Rate.SIGN_IN, caller.client_key)
    await auth.run_password_work(caller, lambda: auth.accounts.confirm(caller.visitor.person, password))


async def _first_step(auth: AccountAuth, request: Req, person: Person) -> Response[MeFacts]:
    """Sign a person in, or ask for the second factor after the password."""
    if not await auth.run_in_thread(lambda: auth.second_factor.enabled(person.id)):
        return await sign_in_response(auth, request, person, 200)
    step = await auth.run_in_thread(lambda: auth.second_factor.begin_step(person.id))
    facts = msgspec.structs.replace(_own_account(auth, request, None), step=step)
    return Response(facts, status_code=200, headers={"cache-control": "no-store"})


async def sign_in_response(
    auth: AccountAuth, request: Req, person: Person, status: int, *, second_factor: bool = False
) -> Response[MeFacts]:
    """Start a new session for every sign-in. Reusing a session would allow session fixation."""
    agent = request.headers.get("user-agent", "")
    secret = await auth.run_in_thread(lambda: auth.credentials.begin(person.id, agent))
    facts = _own_account(auth, request, person, second_factor=second_factor)
    answer = Response(facts, status_code=status, headers={"cache-control": "no-store"})
    answer.set_cookie(cookie(auth, auth.cookie, secret, LASTS))
    return answer


def _sign_out_response(auth: AccountAuth) -> Response[None]:
    answer = Response(None, status_code=204)
    answer.set_cookie(cookie(auth, auth.cookie, "", 0))
    return answer


def cookie(auth: AccountAuth, name: str, value: str, seconds: int) -> Cookie:
    """Return a cookie that scripts cannot read. With 0 seconds, the browser deletes it."""
    return Cookie(
        name,
        path="/",
        value=value,
        max_age=seconds,
        httponly=True,
        samesite="lax",
        secure=auth.secure,
    )
