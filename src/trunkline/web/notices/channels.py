"""Channels of people: addresses that receive notices, with checks before they are stored."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

import httpx
import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from sqlalchemy import Connection, Row, delete, func, insert, select, update

from trunkline.util.messages import gettext, gettext_noop
from trunkline.web.accounts.accounts import checked_email
from trunkline.web.accounts.secret_keys import new_id
from trunkline.web.database.notice_tables import channels
from trunkline.web.database.outbox import NoticeEvent
from trunkline.web.database.people_tables import people
from trunkline.web.database.pool import Database
from trunkline.web.database.row_locks import lock_person
from trunkline.web.errors import Invalid, NotFound
from trunkline.web.notices.addresses import AddressRefused
from trunkline.web.notices.http_sender import HttpSender
from trunkline.web.notices.keys import decoded
from trunkline.web.schemas.notices import MOST_CHANNELS, ChannelFacts, NewChannel, PushKeys

EMAIL, PUSH, WEBHOOK, NTFY = "email", "push", "webhook", "ntfy"
CALLED = {
    EMAIL: gettext_noop("Email"),
    PUSH: gettext_noop("Browser"),
    WEBHOOK: gettext_noop("Webhook"),
    NTFY: "ntfy",
}
"""The names of the types of channels in texts."""
NOT_CHOSEN = (
    NoticeEvent.MESSAGE,
    NoticeEvent.TABLE,
    NoticeEvent.REQUEST,
    NoticeEvent.DIGEST,
    NoticeEvent.PLAN_STOPPED,
    NoticeEvent.PLAN_DONE,
)
CHOSEN = tuple(each.value for each in NoticeEvent if each not in NOT_CHOSEN)
"""The events of a new channel."""
TOPIC = re.compile(r"[-_A-Za-z0-9]{1,64}")
AUTH_BYTES = 16
NO_CHANNEL = gettext_noop("You have no such channel.")
UNSUBSCRIBED = gettext_noop("You unsubscribed by the link in an email.")
"""The reason of a channel that stopped without a signed-in person. It is stored in English."""


class Channel(NamedTuple):
    """A channel of a person."""

    id: str
    person: str
    kind: str
    format: str
    address: str
    secret: str
    label: str
    events: tuple[str, ...]
    confirmed: bool
    stopped: str
    created: int

    @property
    def usable(self) -> bool:
        """True if notices may be sent to it."""
        return self.confirmed and not self.stopped

    @property
    def where(self) -> str:
        """The email address or the host, without the secret part of a URL."""
        if self.kind == EMAIL:
            return self.address
        found = httpx.URL(self.address)
        return found.netloc.decode("ascii") + (found.path if self.kind == NTFY else "")

    @property
    def name(self) -> str:
        """The type and the label, for lists of deliveries."""
        kind = CALLED[self.kind]
        return f"{kind if self.kind == NTFY else gettext(kind)}: {self.label}"


class Channels:
    """The channels of all people. ``email`` is true if the server can send email."""

    def __init__(
        self, database: Database, sender: HttpSender, *, email: bool, clock: Callable[[], float] = time.time
    ) -> None:
        self._database = database
        self._sender = sender
        self.email = email
        self._clock = clock

    def of(self, person: str) -> list[Channel]:
        """Return the channels of a person, oldest first."""
        mine = select(channels).where(channels.c.person == person)
        with self._database.reading() as link:
            rows = link.execute(mine.order_by(channels.c.created, channels.c.id))
            return [_channel(row) for row in rows]

    def find(self, id: str) -> Channel | None:
        """Return a channel, or None if it does not exist."""
        with self._database.reading() as link:
            row = link.execute(select(channels).where(channels.c.id == id)).first()
        return None if row is None else _channel(row)

    def get(self, id: str, person: str | None = None) -> Channel:
        """Return a channel, which must belong to ``person`` if that is given. Raises ``NotFound``."""
        found = self.find(id)
        if found is None or person not in (None, found.person):
            raise NotFound(gettext(NO_CHANNEL))
        return found

    def check_owner(self, person: str, ids: Collection[str]) -> None:
        """Raise ``NotFound`` unless all these channels belong to a person."""
        if not {each.id for each in self.of(person)}.issuperset(ids):
            raise NotFound(gettext(NO_CHANNEL))

    def add(self, person: str, wanted: NewChannel) -> Channel:
        """Add a channel, or use a stopped one with the same address again. Raises ``Invalid``.

        The confirmed email address of the account needs no second confirmation.
        """
        address, secret = self._checked(wanted)
        found = wanted.label.strip() or _label(wanted.kind, address)
        row = {
            "format": (wanted.format or "json") if wanted.kind == WEBHOOK else "",
            "secret": secret,
            "label": found,
            "stopped": "",
        }
        same = channels.c.person == person, channels.c.kind == wanted.kind, channels.c.address == address
        with self._database.writing() as link:
            id = link.execute(select(channels.c.id).where(*same)).scalar()
            if id is not None:
                link.execute(update(channels).where(channels.c.id == id).values(row))
            else:
                many = select(func.count()).select_from(channels).where(channels.c.person == person)
                lock_person(link, person)
                if (link.execute(many).scalar() or 0) >= MOST_CHANNELS:
                    raise Invalid(
                        gettext(
                            "You have {number} channels, and no more are possible. Delete one.",
                            number=MOST_CHANNELS,
                        )
                    )
                id = new_id()
                key = {"id": id, "person": person, "kind": wanted.kind, "address": address}
                confirmed = wanted.kind != EMAIL or _is_confirmed(link, person, address)
                new = {"confirmed": confirmed, "created": int(self._clock())}
                events = {"events": _encoded(CHOSEN)}
                link.execute(insert(channels).values({**row, **key, **new, **events}))
        return self.get(id)

    def remove(self, person: str, id: str) -> None:
        """Delete a channel. Raises ``NotFound``."""
        with self._database.writing() as link:
            gone = delete(channels).where(channels.c.id == id, channels.c.person == person)
            if not link.execute(gone).rowcount:
                raise NotFound(gettext(NO_CHANNEL))

    def choose(self, person: str, events: Mapping[str, Collection[str]]) -> None:
        """Set the events of some channels. Raises ``NotFound`` without a change."""
        with self._database.writing() as link:
            for id, some in events.items():
                mine = update(channels).where(channels.c.id == id, channels.c.person == person)
                ordered = [each.value for each in NoticeEvent if each.value in some]
                if not link.execute(mine.values(events=_encoded(ordered))).rowcount:
                    raise NotFound(gettext(NO_CHANNEL))

    def confirm(self, id: str) -> None:
        """Mark an email address as confirmed."""
        self._set(id, confirmed=True, stopped="")

    def stop(self, id: str, why: str) -> None:
        """Send nothing more to a channel. ``why`` is a sentence for the person."""
        self._set(id, stopped=why)

    def _set(self, id: str, **values: object) -> None:
        with self._database.writing() as link:
            link.execute(update(channels).where(channels.c.id == id).values(values))

    def _checked(self, wanted: NewChannel) -> tuple[str, str]:
        """Return the address and the secret of a channel. Raises ``Invalid``."""
        address = wanted.address.strip()
        if not wanted.label.isprintable() or not wanted.token.isprintable() or not wanted.token.isascii():
            raise Invalid(gettext("A label and a token contain only printable characters."))
        if wanted.kind == EMAIL:
            if not self.email:
                raise Invalid(gettext("This server does not send email. Choose another channel."))
            return str(checked_email(address)), ""
        try:
            self._sender.check(address)
        except AddressRefused as error:
            raise Invalid(str(error)) from None
        if wanted.kind == NTFY and not TOPIC.fullmatch(httpx.URL(address).path.strip("/")):
            raise Invalid(gettext("The address of an ntfy topic looks like https://ntfy.sh/my-topic."))
        if wanted.kind == PUSH:
            return address, _checked_keys(wanted.keys)
        return address, wanted.token.strip() if wanted.kind == NTFY else ""


def facts(channel: Channel) -> ChannelFacts:
    """Return a channel for the person who has it."""
    fields = {name: getattr(channel, name) for name in ChannelFacts.__struct_fields__}
    if channel.stopped == UNSUBSCRIBED:
        fields["stopped"] = gettext(UNSUBSCRIBED)
    return msgspec.convert(fields, ChannelFacts)


def _checked_keys(keys: PushKeys | None) -> str:
    wrong = Invalid(gettext("The push subscription of the browser is not valid. Subscribe again."))
    if keys is None:
        raise wrong
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(keys.p256dh))
        if len(decoded(keys.auth)) != AUTH_BYTES:
            raise wrong
    except ValueError:
        raise wrong from None
    return msgspec.json.encode(keys).decode()


def _label(kind: str, address: str) -> str:
    if kind == EMAIL:
        return address
    found = httpx.URL(address)
    return found.path.strip("/") if kind == NTFY else found.host


def _is_confirmed(link: Connection, person: str, address: str) -> bool:
    """Return whether a person has confirmed an email address as that of the account."""
    mine = people.c.id == person, people.c.email_confirmed
    own = link.execute(select(people.c.email).where(*mine)).scalar()
    return own is not None and own.casefold() == address.casefold()


def _encoded(events: Sequence[str]) -> str:
    return msgspec.json.encode(list(events)).decode()


def _channel(row: Row[Any]) -> Channel:
    values = dict(row._mapping)
    return Channel(**{**values, "events": tuple(msgspec.json.decode(values["events"], type=list[str]))})
