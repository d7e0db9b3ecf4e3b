"""The parts of the server that handle notices, and the operations of a person on their notices."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import TypeVar

from anyio import CapacityLimiter, to_thread

from trunkline.util.messages import gettext, gettext_noop
from trunkline.web.accounts.mail import Smtp
from trunkline.web.database.pool import Database
from trunkline.web.errors import Invalid
from trunkline.web.games.game_cache import GameCache
from trunkline.web.notices import messages
from trunkline.web.notices.addresses import AllowList
from trunkline.web.notices.channels import UNSUBSCRIBED, Channel, Channels, facts
from trunkline.web.notices.deliveries import Deliveries
from trunkline.web.notices.http_sender import HttpSender
from trunkline.web.notices.keys import ServerKeys
from trunkline.web.notices.planner import Planner
from trunkline.web.notices.preferences import Preferences
from trunkline.web.notices.senders import CONFIRM, UNSUBSCRIBE, Result, Senders
from trunkline.web.notices.settings import NoticeSettings
from trunkline.web.notices.worker import NoticeWorker
from trunkline.web.schemas.notices import NoticeFacts, NoticeTimes, SetNotices

T = TypeVar("T")
SLOW = 4
"""The number of lookups and test notices at the same time."""
NOT_CONFIRMED = gettext_noop(
    "This address is not confirmed yet. Open the link in the email that was sent to it."
)


class NoticeService:
    """The notices of a server.

    Args:
        database: The database.
        games: The games of the server.
        settings: The operator's settings.
        smtp: The mail server, or None.
        origin: The public address of the server. Empty if it has none.
        is_elected: Returns whether this process delivers notices.
        sender: The sender of HTTP requests. None makes one by the settings.
    """

    def __init__(
        self,
        database: Database,
        games: GameCache,
        settings: NoticeSettings,
        smtp: Smtp | None,
        origin: str,
        is_elected: Callable[[], bool],
        sender: HttpSender | None = None,
    ) -> None:
        sender = sender or HttpSender(AllowList(settings.allow))
        # Emails need a public address for their links.
        mails = smtp if origin else None
        self._limiter = CapacityLimiter(SLOW)
        self.keys = ServerKeys(database)
        self.channels = Channels(database, sender, email=mails is not None)
        self.preferences = Preferences(database)
        self.deliveries = Deliveries(database, settings)
        self.senders = Senders(sender, self.keys, mails, origin, settings.contact)
        self.planner = Planner(database, games, self.channels, self.deliveries, settings, origin)
        self.worker = NoticeWorker(
            self.planner, self.deliveries, self.channels, self.senders.send, settings, is_elected
        )

    async def run_slowly(self, do: Callable[[], T]) -> T:
        """Run a function that waits for other servers. It takes no thread from other requests."""
        return await to_thread.run_sync(do, limiter=self._limiter)

    def of(self, person: str) -> NoticeFacts:
        """Return the notices of a person: preferences, channels and exceptions."""
        return NoticeFacts(
            self.preferences.of(person),
            tuple(map(facts, self.channels.of(person))),
            tuple(self.preferences.exceptions(person)),
            self.channels.email,
        )

    def keep(self, person: str, wanted: SetNotices) -> None:
        """Store preferences and the events of channels. Raises ``Invalid`` and ``NotFound``."""
        events = {each.id: each.events for each in wanted.channels}
        self.channels.check_owner(person, events)
        self.preferences.keep(person, _times(wanted))
        self.channels.choose(person, events)

    def test(self, channel: Channel) -> Result:
        """Send a test notice to a channel now, and store it with the deliveries. Raises ``Invalid``."""
        if not channel.confirmed:
            raise Invalid(gettext(NOT_CONFIRMED))
        if channel.stopped:
            raise Invalid(
                gettext(
                    "Nothing is sent to this channel. {reason} Add the channel again.",
                    reason=facts(channel).stopped,
                )
            )
        origin = self.senders.origin
        message = messages.test(channel.name, f"{origin}/notices" if origin else "")
        # Each test has its own key. Mail servers may drop a message with a known one.
        key = secrets.token_hex(16)
        result = self.senders.send(channel, message, key)
        self.deliveries.add_finished(key, channel, message, result)
        if result.gone:
            self.channels.stop(channel.id, result.gone)
        return result

    def channel_of(self, purpose: str, token: str) -> Channel | None:
        """Return the channel of a link in a message, or None if the link is not valid."""
        id = self.keys.channel_of(purpose, token)
        return None if id is None else self.channels.find(id)

    def use_link(self, purpose: str, token: str) -> bool:
        """Confirm or unsubscribe the channel of a link. Return whether the link is valid."""
        channel = self.channel_of(purpose, token)
        if channel is None:
            return False
        if purpose == CONFIRM:
            self.channels.confirm(channel.id)
        if purpose == UNSUBSCRIBE:
            self.channels.stop(channel.id, UNSUBSCRIBED)
        return True


def _times(wanted: SetNotices) -> NoticeTimes:
    return NoticeTimes(**{name: getattr(wanted, name) for name in NoticeTimes.__struct_fields__})
