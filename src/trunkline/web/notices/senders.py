"""One attempt to send a message to a channel, by the type of the channel."""

from __future__ import annotations

import hashlib
import smtplib
import time
from collections.abc import Callable
from typing import NamedTuple

import http_ece
import httpx
import msgspec
from cryptography.hazmat.primitives.asymmetric import ec

from trunkline.util.messages import gettext
from trunkline.web.accounts import mail
from trunkline.web.accounts.mail import Smtp
from trunkline.web.notices import formats
from trunkline.web.notices.addresses import AddressRefused
from trunkline.web.notices.channels import EMAIL, NTFY, PUSH, Channel
from trunkline.web.notices.http_sender import HttpAnswer, HttpSender, NoAnswer
from trunkline.web.notices.keys import ServerKeys, decoded
from trunkline.web.notices.messages import NoticeMessage
from trunkline.web.schemas.notices import PushKeys

PUSH_LASTS = 24 * 3600
"""The seconds that a push service keeps a message for a device that is off."""
TOKEN_LASTS = 12 * 3600
"""The seconds that a signature for a push service is valid."""
TOPIC = 32
"""The length of the topic of a push message. A later message of a topic replaces an earlier one."""
AGAIN = frozenset({408, 409, 421, 425, 429})
"""Statuses of the 4xx class after which another attempt makes sense."""
GONE = frozenset({404, 410})
"""Statuses that say that an address does not exist any more."""
UNSUBSCRIBE, CONFIRM = "unsubscribe", "confirm"
"""The purposes of links in messages."""
TEXT = 120
"""The number of characters of an answer that are stored."""


class Result(NamedTuple):
    """The result of an attempt."""

    ok: bool
    answer: str
    """The answer of the receiver, or the reason why it is missing."""
    final: bool = False
    """True if another attempt would fail like this one."""
    gone: str = ""
    """A sentence that says that the address does not exist any more. Empty if it does."""
    retry_after: int | None = None


class Senders:
    """The senders of all types of channels.

    Args:
        sender: The sender of HTTP requests.
        keys: The keys of the server.
        smtp: The mail server, or None if the server sends no email.
        origin: The public address of the server.
        contact: The address that push services can write to.
    """

    def __init__(
        self, sender: HttpSender, keys: ServerKeys, smtp: Smtp | None, origin: str, contact: str
    ) -> None:
        self._sender = sender
        self._keys = keys
        self._smtp = smtp
        self.origin = origin
        self._contact = contact or (f"mailto:{smtp.sender}" if smtp else _mailbox(origin))

    def send(self, channel: Channel, message: NoticeMessage, key: str) -> Result:
        """Make one attempt. ``key`` is the idempotency key of the delivery."""
        if channel.kind == EMAIL:
            return self._email(channel, message, key)
        try:
            if channel.kind == PUSH:
                return self._push(channel, message, key)
            headers = {"content-type": "application/json", "idempotency-key": key}
            url, body = channel.address, b""
            if channel.kind == NTFY:
                url, body = formats.ntfy(channel.address, message)
                if channel.secret:
                    headers["authorization"] = f"Bearer {channel.secret}"
            else:
                body = formats.webhook(channel.format, message, key)
            return judged(self._sender.post(url, body, headers))
        except AddressRefused as error:
            return Result(False, str(error), final=True)
        except NoAnswer as error:
            return Result(False, gettext("No answer: {error}.", error=error))

    def confirmation(self, channel: Channel) -> tuple[str, str]:
        """Return the subject and text of the email that asks for the confirmation of an address."""
        link = self.link(CONFIRM, channel)
        text = gettext(
            "A player wants to receive notices of Trunkline at this address.\n\n"
            "If that is you, confirm the address: {link}\n\n"
            "If it is not, do nothing. You will get no notices.\n",
            link=link,
        )
        return gettext("Confirm your address for notices of Trunkline"), text

    def link(self, purpose: str, channel: Channel) -> str:
        """Return a link for the owner of a channel."""
        return f"{self.origin}/api/notices/{purpose}?token={self._keys.token(purpose, channel.id)}"

    def _email(self, channel: Channel, message: NoticeMessage, key: str) -> Result:
        if self._smtp is None:
            return Result(False, gettext("This server no longer sends email."), final=True)
        unsubscribe = self.link(UNSUBSCRIBE, channel)
        try:
            text = formats.email(message, unsubscribe)
            letter = mail.message(self._smtp.sender, channel.address, message.title, text, key)
            letter["List-Unsubscribe"] = f"<{unsubscribe}>"
            letter["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
            return Result(True, _cut(mail.hand_in(self._smtp, letter)))
        except smtplib.SMTPRecipientsRefused as error:
            code, said = next(iter(error.recipients.values()))
            return Result(False, _cut(f"{code} {said.decode('ascii', 'replace')}"), final=code >= 500)
        except smtplib.SMTPAuthenticationError:
            return Result(False, "The mail server does not accept the password of this server.")
        except smtplib.SMTPResponseException as error:
            told = error.smtp_error
            said = told if isinstance(told, bytes) else str(told).encode()
            final = 500 <= error.smtp_code < 600
            return Result(False, _cut(f"{error.smtp_code} {said.decode('ascii', 'replace')}"), final=final)
        except (OSError, smtplib.SMTPException):
            return Result(False, gettext("No answer: the mail server cannot be reached."))
        except ValueError:
            return Result(False, gettext("The address is not valid."), final=True)

    def _push(self, channel: Channel, message: NoticeMessage, key: str) -> Result:
        keys = _keys_decoder.decode(channel.secret)
        url = httpx.URL(channel.address)
        claims = {
            "aud": f"{url.scheme}://{url.netloc.decode('ascii')}",
            "sub": self._contact,
            "exp": str(int(time.time()) + TOKEN_LASTS),
        }
        signed: dict[str, str] = self._keys.push().sign(claims)
        body: bytes = http_ece.encrypt(
            formats.push(message, key),
            private_key=ec.generate_private_key(ec.SECP256R1()),
            dh=decoded(keys.p256dh),
            auth_secret=decoded(keys.auth),
            version="aes128gcm",
        )
        topic = hashlib.sha256((message.game or message.event).encode()).hexdigest()[:TOPIC]
        headers = {
            "authorization": signed["Authorization"],
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "idempotency-key": key,
            "topic": topic,
            "ttl": str(PUSH_LASTS),
            "urgency": "normal",
        }
        return judged(self._sender.post(channel.address, body, headers), gone=GONE)


def judged(answer: HttpAnswer, gone: frozenset[int] = frozenset({410})) -> Result:
    """Return the result of an HTTP answer. ``gone`` are the statuses of an address that no longer exists."""
    said = _cut(f"{answer.status} {answer.reason}")
    if 200 <= answer.status < 300:
        return Result(True, said)
    if 300 <= answer.status < 400:
        text = gettext("{answer}: redirects are not followed. Enter the final address.", answer=said)
        return Result(False, text, final=True)
    if answer.status in gone:
        text = gettext("The receiver says that this address is gone ({status}).", status=str(answer.status))
        return Result(False, said, True, text)
    detail = _cut(f"{said}: {' '.join(answer.text.split())}" if answer.text.strip() else said)
    final = answer.status < 500 and answer.status not in AGAIN
    return Result(False, detail, final, retry_after=answer.retry_after)


def _mailbox(origin: str) -> str:
    return f"mailto:webmaster@{httpx.URL(origin).host or 'localhost'}"


def _cut(text: str) -> str:
    line = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    return line if len(line) <= TEXT else line[: TEXT - 1] + "…"


Send = Callable[[Channel, NoticeMessage, str], Result]
_keys_decoder = msgspec.json.Decoder(PushKeys)
