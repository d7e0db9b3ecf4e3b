"""Accounts over HTTP: signing up, in and out, sessions, tokens, and new passwords."""

from __future__ import annotations

import logging

from litestar import Controller, Response, delete, get, post
from litestar.background_tasks import BackgroundTask
from litestar.datastructures import Cookie
from litestar.params import FromPath, JSONBody

from trunkline.facts.people import (
    Farewell,
    Forgotten,
    MeFacts,
    NewEmail,
    NewPassword,
    NewToken,
    Reset,
    Sent,
    SessionFacts,
    SignIn,
    SignUp,
    TokenFacts,
)
from trunkline.people import errors, mail
from trunkline.people.accounts import Person
from trunkline.people.database import Unavailable
from trunkline.people.keys import LASTS
from trunkline.people.mail import Post
from trunkline.people.names import folded
from trunkline.people.rates import Rate
from trunkline.people.secret import hashed
from trunkline.server.answering import Asked
from trunkline.server.doors import AtPorter, Caller, Calling, Entrance, Porter
from trunkline.server.responses import ACCOUNT, ASKED, LISTED, SIGNED_OUT, SIGNING

log = logging.getLogger(__name__)
SENT = "If somebody of that name has given an e-mail address, a letter is on its way there."
NO_MAIL = "This table sends no mail: ask whoever runs it for a new password."
WRONG = "That name and that password do not belong together."


class Myself(Controller):
    """Who one is."""

    path = "/api/me"
    tags = ("people",)

    @get(sync_to_thread=False, responses=ASKED)
    def me(self, caller: Calling, door: Entrance) -> MeFacts:
        """Whether there are accounts, and as whom one is signed in."""
        return (
            _me(door, caller.person, email=caller.visitor.by_hand)
            if isinstance(door, Porter)
            else MeFacts(False)
        )


class Account(Controller):
    """What one does with one's own account."""

    path = "/api/me"
    tags = ("people",)

    @post("/password", status_code=204, responses=ACCOUNT)
    async def change_password(self, data: JSONBody[NewPassword], porter: AtPorter, caller: Calling) -> None:
        """Another password. Every other session ends."""
        await porter.count(Rate.SIGN_IN, caller.who)
        person, session = caller.visitor.person, caller.session
        await porter.slowly(
            caller, lambda: porter.accounts.change_password(person, data.old, data.new, session)
        )

    @post("/email", status_code=204, responses=ACCOUNT)
    async def change_email(self, data: JSONBody[NewEmail], porter: AtPorter, caller: Calling) -> None:
        """Where one's mail goes from now on."""
        await _confirmed(porter, caller, data.password)
        await porter.ask(lambda: porter.accounts.set_email(caller.visitor.person, data.email))

    @post("/delete", status_code=204, responses={**SIGNED_OUT, **ACCOUNT})
    async def go(self, data: JSONBody[Farewell], porter: AtPorter, caller: Calling) -> Response[None]:
        """Forget everything about oneself. Games stay, and say that a former player was there."""
        await _confirmed(porter, caller, data.password)
        await porter.ask(lambda: porter.accounts.delete(caller.visitor.person))
        return _signed_out(porter)


class People(Controller):
    """Everybody."""

    path = "/api/people"
    tags = ("people",)

    @post(responses=SIGNING)
    async def sign_up(
        self, data: JSONBody[SignUp], request: Asked, porter: AtPorter, caller: Calling
    ) -> Response[MeFacts]:
        """A new account; one is signed in with it."""
        await porter.count(Rate.SIGN_UP_TRY, caller.here)
        await porter.ask(lambda: porter.accounts.check_new(data.name, data.password, data.email))
        # A failed attempt takes no account from other people at this address.
        await porter.count(Rate.SIGN_UP, caller.here)
        person = await porter.slowly(
            caller, lambda: porter.accounts.sign_up(data.name, data.password, data.email)
        )
        return await _signed_in(porter, request, person, 201)


class Sessions(Controller):
    """Browsers in which one is signed in."""

    path = "/api/sessions"
    tags = ("people",)

    @post(status_code=200, responses=SIGNING)
    async def sign_in(
        self, data: JSONBody[SignIn], request: Asked, porter: AtPorter, caller: Calling
    ) -> Response[MeFacts]:
        """Sign in. What is wrong, the name or the password, is not said, and takes as long."""
        await porter.count(Rate.SIGN_IN, caller.here)
        await porter.count(Rate.SIGN_IN_NAME, folded(data.name))
        person = await porter.slowly(caller, lambda: porter.accounts.signed_in(data.name, data.password))
        if person is None:
            raise errors.Wrong(WRONG)
        return await _signed_in(porter, request, person, 200)

    @delete(status_code=204, responses={**SIGNED_OUT, **LISTED})
    async def sign_out(self, porter: AtPorter, caller: Calling) -> Response[None]:
        """Sign out here; whoever is not signed in stays so."""
        if caller.session:
            await porter.ask(lambda: porter.keys.end(caller.visitor.person, caller.session))
        return _signed_out(porter)

    @get(responses=ACCOUNT)
    async def sessions(self, porter: AtPorter, caller: Calling) -> list[SessionFacts]:
        """One's own sessions, the one used last first."""
        found = await porter.ask(lambda: porter.keys.sessions(caller.visitor.person))
        return [SessionFacts(*each, here=each.id == caller.session) for each in found]

    @delete("/{key:str}", status_code=204, responses=ACCOUNT)
    async def end(self, key: FromPath[str], porter: AtPorter, caller: Calling) -> None:
        """End a session of one's own."""
        await porter.ask(lambda: porter.keys.end(caller.visitor.person, key))


class Tokens(Controller):
    """What programs use in one's name."""

    path = "/api/tokens"
    tags = ("people",)

    @get(responses=ACCOUNT)
    async def tokens(self, porter: AtPorter, caller: Calling) -> list[TokenFacts]:
        """One's own tokens, the newest first, without their secrets."""
        found = await porter.ask(lambda: porter.keys.tokens(caller.visitor.person))
        return [TokenFacts(*each) for each in found]

    @post(responses=ACCOUNT)
    async def new(self, data: JSONBody[NewToken], porter: AtPorter, caller: Calling) -> TokenFacts:
        """A new token. Its secret is in this answer alone: ``Authorization: Bearer SECRET``."""
        made, secret = await porter.ask(lambda: porter.keys.new_token(caller.visitor.person, data.name))
        return TokenFacts(*made, secret=secret)

    @delete("/{key:str}", status_code=204, responses=ACCOUNT)
    async def end(self, key: FromPath[str], porter: AtPorter, caller: Calling) -> None:
        """End a token."""
        await porter.ask(lambda: porter.keys.end_token(caller.visitor.person, key))


class Resets(Controller):
    """Ways to a new password."""

    path = "/api/resets"
    tags = ("people",)

    @post(status_code=202, responses=SIGNING)
    async def ask(self, data: JSONBody[Forgotten], porter: AtPorter, caller: Calling) -> Response[Sent]:
        """Have a letter sent with a link to a new password. Whether there is such a person is not said, nor
        told by how long it takes: it is looked up when this is answered."""
        await porter.count(Rate.FORGET, caller.here)
        await porter.count(Rate.FORGET_NAME, folded(data.name))
        if porter.letters is None or not porter.origin:
            return Response(Sent(NO_MAIL), status_code=202)
        letter = BackgroundTask(_write, porter, porter.letters, data.name)
        return Response(Sent(SENT), status_code=202, background=letter)

    @post("/use", status_code=200, responses=SIGNING)
    async def use(
        self, data: JSONBody[Reset], request: Asked, porter: AtPorter, caller: Calling
    ) -> Response[MeFacts]:
        """Set a new password. Every session and token of the person ends, and a session begins here."""
        await porter.count(Rate.SIGN_IN, caller.here)
        person = await porter.slowly(caller, lambda: porter.accounts.reset(data.secret, data.password))
        return await _signed_in(porter, request, person, 200)


async def _write(porter: Porter, letters: Post, name: str) -> None:
    """Send somebody a way to a new password, where there is somebody and an address. Of those who have the
    same address, which nobody has confirmed, all together get no more than so many."""
    try:
        begun = await porter.ask(lambda: porter.accounts.begin_reset(name))
        if begun is None or not begun[0].email:
            return
        person, secret = begun
        to = begun[0].email
        await porter.count(Rate.LETTER, hashed(to.casefold()).hex())
        letters.send(to, *mail.forgotten(person.name, f"{porter.origin}/reset#{secret}"))
    except errors.Wrong:
        log.error("A letter was not sent: what an older version took for an address is none")
    except errors.TooOften:
        log.warning("A letter was not sent: as many as may be went to its address lately")
    except Unavailable as error:
        log.error("People cannot be looked up: %s", error.cause)


def _me(porter: Porter, person: Person | None, *, email: bool = True) -> MeFacts:
    mails = porter.letters is not None and bool(porter.origin)
    if person is None:
        return MeFacts(True, mail=mails)
    return MeFacts(True, person.name, person.operator, person.email if email else None, mails)


async def _confirmed(porter: Porter, caller: Caller, password: str) -> None:
    await porter.count(Rate.SIGN_IN, caller.who)
    await porter.slowly(caller, lambda: porter.accounts.confirm(caller.visitor.person, password))


async def _signed_in(porter: Porter, request: Asked, person: Person, status: int) -> Response[MeFacts]:
    """A session of its own for every sign-in: none that somebody else may have begun is taken over."""
    agent = request.headers.get("user-agent", "")
    secret = await porter.ask(lambda: porter.keys.begin(person.id, agent))
    answer = Response(_me(porter, person), status_code=status, headers={"cache-control": "no-store"})
    answer.set_cookie(_cookie(porter, secret, LASTS))
    return answer


def _signed_out(porter: Porter) -> Response[None]:
    answer = Response(None, status_code=204)
    answer.set_cookie(_cookie(porter, "", 0))
    return answer


def _cookie(porter: Porter, value: str, seconds: int) -> Cookie:
    return Cookie(
        porter.cookie,
        path="/",
        value=value,
        max_age=seconds,
        httponly=True,
        samesite="lax",
        secure=porter.secure,
    )
