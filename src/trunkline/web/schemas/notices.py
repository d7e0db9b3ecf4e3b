"""Types for notices: channels, preferences and deliveries. Requests come first, then responses.

Times are whole seconds since 1970, times of day are ``HH:MM`` in the person's time zone.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from trunkline.web.schemas.requests import Request

EventName = Literal["turn", "reminder", "time", "stopped", "done", "over", "message"]
"""An event that people can get notices of: their turn, a reminder of it, the stop of an auto-action, the end
of a game, a message at a table."""
ChannelKind = Literal["email", "push", "webhook", "ntfy"]
WebhookFormat = Literal["discord", "slack", "matrix", "json"]
DeliveryState = Literal["waiting", "sent", "failed", "cancelled"]
TimeOfDay = Annotated[str, Meta(pattern="^([01][0-9]|2[0-3]):[0-5][0-9]$", examples=["22:30"])]
MOST_CHANNELS = 20
MOST_EVENTS = 10
"""The maximum number of events in a list. There are fewer, and each needs to be named only once."""


class PushKeys(Request, frozen=True):
    """The keys of a browser's push subscription, as the browser reports them."""

    p256dh: Annotated[str, Meta(max_length=200)]
    auth: Annotated[str, Meta(max_length=100)]


class NewChannel(Request, frozen=True):
    """A request to add a channel.

    ``address`` is an email address, the URL of a webhook or an ntfy topic, or the endpoint of a push
    subscription. ``token`` is an access token of ntfy.
    """

    kind: ChannelKind
    address: Annotated[str, Meta(min_length=1, max_length=2000)]
    format: WebhookFormat | None = None
    label: Annotated[str, Meta(max_length=60)] = ""
    token: Annotated[str, Meta(max_length=300)] = ""
    keys: PushKeys | None = None


class NoticeTimes(Request, frozen=True):
    """The preferences of a person for all channels."""

    zone: Annotated[str, Meta(max_length=60)] = "UTC"
    """The IANA time zone."""
    quiet_from: TimeOfDay | None = None
    """The start of the quiet hours, in which no notice is sent. Null without quiet hours."""
    quiet_to: TimeOfDay | None = None
    digest_at: TimeOfDay | None = None
    """The time of the daily digest, which replaces notices of turns and reminders. Null without a digest."""
    reminder_hours: Annotated[int, Meta(ge=0, le=336)] = 24
    """The hours until a reminder. 0 means no reminders."""
    only_choices: bool = False
    """True if a turn in which the person can only pass causes no notice, except a reminder."""


class ChannelEvents(Request, frozen=True):
    """The events for which a channel is used."""

    id: Annotated[str, Meta(max_length=40)]
    events: Annotated[list[EventName], Meta(max_length=MOST_EVENTS)]


class SetNotices(NoticeTimes, frozen=True):
    """A request to change preferences.

    ``channels`` has the new events of some channels. Other channels keep theirs.
    """

    channels: Annotated[list[ChannelEvents], Meta(max_length=MOST_CHANNELS)] = field(default_factory=list)


class GameNotices(Request, frozen=True):
    """A request to change the notices of one game.

    Only these events cause notices, on the channels chosen for them. Null removes the exception.
    """

    events: Annotated[list[EventName], Meta(max_length=MOST_EVENTS)] | None


class ChannelFacts(Struct, frozen=True):
    """A channel: one address that receives notices."""

    id: str
    kind: ChannelKind
    format: str
    """The format of a webhook. Empty for other channels."""
    label: str
    where: str
    """The email address or the host, without the secret part of a URL."""
    events: tuple[EventName, ...]
    confirmed: bool
    """False for an email address until its owner opens the link in the first email."""
    stopped: str
    """The reason why nothing more is sent to the channel. Empty while it is in use."""
    created: int


class GameException(Struct, frozen=True):
    """The exception of one game."""

    game: str
    title: str
    events: tuple[EventName, ...]


class NoticeFacts(Struct, frozen=True):
    """The notices of a person: preferences, channels and exceptions."""

    times: NoticeTimes
    channels: tuple[ChannelFacts, ...]
    games: tuple[GameException, ...]
    email: bool
    """True if the server can send email."""


class AttemptFacts(Struct, frozen=True):
    """One attempt of a delivery. The answer is empty while the attempt is in progress."""

    at: int
    answer: str


class DeliveryFacts(Struct, frozen=True):
    """A delivery: one notice on one channel."""

    id: str
    event: str
    title: str
    game: str
    """The game. Empty for a digest and a test."""
    channel: str
    created: int
    state: DeliveryState
    attempts: tuple[AttemptFacts, ...]
    next: int | None
    """The time of the next attempt. Null after the last attempt."""


class TestAnswer(Struct, frozen=True):
    """The answer of a receiver to a test notice."""

    ok: bool
    answer: str


class PushKey(Struct, frozen=True):
    """The public key with which browsers subscribe to push messages."""

    key: str
