"""API endpoints for notices: preferences, channels, deliveries, and the links in messages."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, MediaType, Response, delete, get, post, put
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody, QueryParameter

from trunkline.util.messages import gettext, gettext_noop
from trunkline.web.accounts.languages import speak_to
from trunkline.web.accounts.permissions import Operation
from trunkline.web.accounts.rate_limits import Rate
from trunkline.web.accounts.secret_keys import hashed
from trunkline.web.http.declared_operations import requires
from trunkline.web.http.link_page import link_page
from trunkline.web.http.openapi_responses import ACCOUNT_ERRORS, CHANGE_ERRORS, LIST_ERRORS
from trunkline.web.http.request_context import ContextDep
from trunkline.web.notices.channels import EMAIL, Channel, facts
from trunkline.web.notices.senders import CONFIRM, UNSUBSCRIBE
from trunkline.web.schemas.notices import (
    ChannelFacts,
    DeliveryFacts,
    GameNotices,
    NewChannel,
    NoticeFacts,
    PushKey,
    SetNotices,
    TestAnswer,
)

LAST = 30
"""The number of deliveries in the list."""
Token = Annotated[str, QueryParameter(max_length=200, description="The token of the link.")]
HTML_PAGE = {
    200: ResponseSpec(str, generate_examples=False, description="A page.", media_type="text/html"),
    **LIST_ERRORS,
    404: ResponseSpec(
        str, generate_examples=False, description="The link is not valid.", media_type="text/html"
    ),
}


class Notices(Controller):
    """Your notices."""

    path = "/api/me"
    tags = ("notices",)

    @get("/notices", responses=ACCOUNT_ERRORS, opt=requires(Operation.ACCOUNT))
    async def notices(self, context: ContextDep) -> NoticeFacts:
        """Return your preferences, channels and exceptions for games."""
        return await context.account_auth.run_in_thread(lambda: context.notices.of(context.person))

    @put("/notices", responses=ACCOUNT_ERRORS, opt=requires(Operation.ACCOUNT))
    async def keep(self, data: JSONBody[SetNotices], context: ContextDep) -> NoticeFacts:
        """Change your preferences, and choose events for channels."""

        def store() -> NoticeFacts:
            context.notices.keep(context.person, data)
            return context.notices.of(context.person)

        found = await context.account_auth.run_in_thread(store)
        # The time zone also decides which hours clocks leave out.
        await context.chat_feed.notify_new_deadlines(context.person)
        return found

    @get("/deliveries", responses=ACCOUNT_ERRORS, opt=requires(Operation.ACCOUNT))
    async def deliveries(self, context: ContextDep) -> list[DeliveryFacts]:
        """List the last deliveries to you with their attempts and answers, newest first."""
        deliveries = context.notices.deliveries
        return await context.account_auth.run_in_thread(lambda: deliveries.of(context.person, LAST))


class NoticeChannels(Controller):
    """Your channels: the addresses that receive notices."""

    path = "/api/me/channels"
    tags = ("notices",)

    @get(responses=ACCOUNT_ERRORS, opt=requires(Operation.ACCOUNT))
    async def channels(self, context: ContextDep) -> list[ChannelFacts]:
        """List your channels, oldest first."""
        found = await context.account_auth.run_in_thread(lambda: context.notices.channels.of(context.person))
        return list(map(facts, found))

    @post(responses=CHANGE_ERRORS, opt=requires(Operation.ACCOUNT))
    async def add(self, data: JSONBody[NewChannel], context: ContextDep) -> ChannelFacts:
        """Add a channel.

        An email address is used only after its owner has opened a link in the first email, unless it is the
        confirmed address of your account. The other addresses must be public on the internet.
        """
        auth, notices = context.account_auth, context.notices
        await auth.count(Rate.CHANNEL, context.person)
        channel = await notices.run_slowly(lambda: notices.channels.add(context.person, data))
        if channel.kind == EMAIL and not channel.confirmed and auth.mailer is not None:
            await auth.count(Rate.LETTER, hashed(channel.address.casefold()).hex())
            person = context.caller.person
            with speak_to(person.language if person else None):
                subject, text = await auth.run_in_thread(lambda: notices.senders.confirmation(channel))
            auth.mailer.send(channel.address, subject, text)
        return facts(channel)

    @delete("/{key:str}", status_code=204, responses=ACCOUNT_ERRORS, opt=requires(Operation.ACCOUNT))
    async def remove(self, key: FromPath[str], context: ContextDep) -> None:
        """Delete a channel."""
        channels = context.notices.channels
        await context.account_auth.run_in_thread(lambda: channels.remove(context.person, key))

    @post("/{key:str}/test", status_code=200, responses=ACCOUNT_ERRORS, opt=requires(Operation.ACCOUNT))
    async def test(self, key: FromPath[str], context: ContextDep) -> TestAnswer:
        """Send a test notice to a channel, and return the answer of the receiver."""
        auth, notices = context.account_auth, context.notices
        channel: Channel = await auth.run_in_thread(lambda: notices.channels.get(key, context.person))
        await auth.count(Rate.CHANNEL, context.person)
        if channel.kind == EMAIL:
            await auth.count(Rate.LETTER, hashed(channel.address.casefold()).hex())
        result = await notices.run_slowly(lambda: notices.test(channel))
        return TestAnswer(result.ok, result.answer)


class NoticesOfGame(Controller):
    """Your notices of one game."""

    path = "/api/games/{id:str}"
    tags = ("notices",)

    @put("/notices", status_code=204, responses=CHANGE_ERRORS, opt=requires(Operation.NOTE))
    async def keep(self, id: FromPath[str], data: JSONBody[GameNotices], context: ContextDep) -> None:
        """Choose the events of this game that cause notices. Null removes the exception."""
        preferences = context.notices.preferences
        await context.account_auth.run_in_thread(
            lambda: preferences.keep_exception(context.person, id, data.events)
        )


class NoticeLinks(Controller):
    """The public key for web push, and the links in messages."""

    path = "/api"
    tags = ("notices",)

    @get("/push-key", responses=LIST_ERRORS, opt=requires(Operation.PRINTED))
    async def push_key(self, context: ContextDep) -> PushKey:
        """Return the key with which a browser subscribes to push messages."""
        return PushKey(await context.account_auth.run_in_thread(context.notices.keys.push_public))

    @get(
        "/notices/unsubscribe",
        media_type=MediaType.HTML,
        responses=HTML_PAGE,
        opt=requires(Operation.NOTICE_LINK),
    )
    async def ask_to_unsubscribe(self, token: Token, context: ContextDep) -> Response[str]:
        """Show a page with a button that ends the emails to an address."""
        text = gettext_noop("Send no more notices to {where}?")
        return await _ask(context, UNSUBSCRIBE, token, gettext_noop("Unsubscribe"), text)

    @post(
        "/notices/unsubscribe",
        status_code=200,
        media_type=MediaType.HTML,
        responses=HTML_PAGE,
        opt=requires(Operation.NOTICE_LINK),
    )
    async def unsubscribe(self, token: Token, context: ContextDep) -> Response[str]:
        """End the emails to an address. Mail programs send this request too (RFC 8058)."""
        text = gettext_noop("You will get no more emails there.")
        return await _use(context, UNSUBSCRIBE, token, gettext_noop("Unsubscribed"), text)

    @get(
        "/notices/confirm",
        media_type=MediaType.HTML,
        responses=HTML_PAGE,
        opt=requires(Operation.NOTICE_LINK),
    )
    async def ask_to_confirm(self, token: Token, context: ContextDep) -> Response[str]:
        """Show a page with a button that confirms an email address."""
        text = gettext_noop("Send notices to {where}?")
        return await _ask(context, CONFIRM, token, gettext_noop("Confirm address"), text)

    @post(
        "/notices/confirm",
        status_code=200,
        media_type=MediaType.HTML,
        responses=HTML_PAGE,
        opt=requires(Operation.NOTICE_LINK),
    )
    async def confirm(self, token: Token, context: ContextDep) -> Response[str]:
        """Confirm an email address."""
        text = gettext_noop("Notices will be sent there.")
        return await _use(context, CONFIRM, token, gettext_noop("Address confirmed"), text)


async def _ask(context: ContextDep, purpose: str, token: str, button: str, text: str) -> Response[str]:
    channel = await context.account_auth.run_in_thread(lambda: context.notices.channel_of(purpose, token))
    if channel is None:
        return _broken()
    return _page(gettext(button), gettext(text, where=channel.where), gettext(button))


async def _use(context: ContextDep, purpose: str, token: str, title: str, text: str) -> Response[str]:
    used = await context.account_auth.run_in_thread(lambda: context.notices.use_link(purpose, token))
    return _page(gettext(title), gettext(text)) if used else _broken()


def _broken() -> Response[str]:
    text = gettext("This link is not valid. The channel may have been deleted.")
    return _page(gettext("Link not valid"), text, status=404)


def _page(title: str, text: str, button: str = "", status: int = 200) -> Response[str]:
    return Response(link_page(title, text, button), media_type=MediaType.HTML, status_code=status)
