"""Emails, sent through the operator's mail server."""

from __future__ import annotations

import logging
import queue
import smtplib
import ssl
import threading
from dataclasses import dataclass, field
from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import default
from email.utils import formatdate, make_msgid
from typing import Any, Protocol
from urllib.parse import unquote, urlsplit

from trunkline.util.errors import UsageError
from trunkline.util.messages import gettext
from trunkline.web.errors import Invalid

log = logging.getLogger(__name__)
PORTS = {"smtp": 25, "smtp+starttls": 587, "smtps": 465}
PATIENCE = 20.0
"""The timeout of the mail server in seconds."""
WAITING = 200
"""The maximum number of waiting emails. Further ones are dropped and logged."""


UNFOLDED = default.clone(max_line_length=900)
"""The policy of emails. Folding would encode a long link in a header, and mail programs could not read it."""


class Mailer(Protocol):
    """The interface of a sender of emails."""

    def send(self, to: str, subject: str, text: str) -> None:
        """Queue an email without waiting until it is sent. Raises ``Invalid`` for an invalid address."""

    def close(self) -> None:
        """Send the waiting emails and stop."""


@dataclass(frozen=True)
class Smtp:
    """The settings of the mail server."""

    host: str
    port: int
    sender: str
    user: str = ""
    password: str = field(default="", repr=False)
    starttls: bool = False
    tls: bool = False


def smtp_of(url: str, sender: str) -> Smtp:
    """Parse a URL such as ``smtp+starttls://user:password@mail.example.org:587``.

    The schemes ``smtp`` and ``smtps`` are also possible. Raises ``UsageError``.
    """
    try:
        found = urlsplit(url)
        port = found.port
    except ValueError:
        found, port = urlsplit(""), None
    if found.scheme not in PORTS or not found.hostname:
        # Do not repeat the URL in the error: it may contain a password.
        raise UsageError(
            "TRUNKLINE_SMTP_URL is no address such as smtp+starttls://USER@mail.example.org:587."
        )
    if "@" not in sender:
        raise UsageError("TRUNKLINE_MAIL_FROM must be the sender address for emails.")
    return Smtp(
        found.hostname,
        port or PORTS[found.scheme],
        sender,
        unquote(found.username or ""),
        unquote(found.password or ""),
        starttls=found.scheme == "smtp+starttls",
        tls=found.scheme == "smtps",
    )


class SmtpMailer:
    """A sender with a separate thread. So the response time does not reveal whether an email was sent."""

    def __init__(self, smtp: Smtp) -> None:
        self._smtp = smtp
        self._waiting: queue.Queue[EmailMessage | None] = queue.Queue(WAITING)
        self._thread = threading.Thread(target=self._work, name="letters", daemon=True)
        self._thread.start()

    def send(self, to: str, subject: str, text: str) -> None:
        """Queue an email."""
        letter = message(self._smtp.sender, to, subject, text)
        try:
            self._waiting.put_nowait(letter)
        except queue.Full:
            log.error("A letter was not sent: %d wait already", WAITING)

    def close(self) -> None:
        """Send the waiting emails and stop."""
        self._waiting.put(None)
        self._thread.join(timeout=PATIENCE)

    def _work(self) -> None:
        while (letter := self._waiting.get()) is not None:
            try:
                hand_in(self._smtp, letter)
            except (OSError, smtplib.SMTPException, ValueError) as error:
                # Do not log the recipient: it is personal data.
                log.error("A letter could not be sent: %s", type(error).__name__)


def message(sender: str, to: str, subject: str, text: str, key: str = "") -> EmailMessage:
    """Return an email. Raises ``Invalid`` for an invalid address.

    ``key`` becomes part of its Message-ID, so that a mail server can recognise a repeated email.
    """
    letter = EmailMessage(policy=UNFOLDED)
    letter["From"] = Address(addr_spec=sender, display_name="Trunkline")
    letter["To"] = addressed(to)
    letter["Subject"] = subject
    letter["Date"] = formatdate()
    domain = sender.rpartition("@")[2]
    letter["Message-ID"] = f"<{key}@{domain}>" if key else make_msgid(domain=domain)
    letter["Auto-Submitted"] = "auto-generated"
    letter.set_content(text)
    return letter


def hand_in(smtp: Smtp, letter: EmailMessage) -> str:
    """Send an email now, and return the answer of the mail server.

    Raises ``OSError``, ``smtplib.SMTPException`` and ``ValueError``.
    """
    secure = ssl.create_default_context() if smtp.tls or smtp.starttls else None
    link = (
        _AnsweringSmtpTls(smtp.host, smtp.port, timeout=PATIENCE, context=secure)
        if smtp.tls
        else _AnsweringSmtp(smtp.host, smtp.port, timeout=PATIENCE)
    )
    with link:
        if smtp.starttls:
            link.starttls(context=secure)
        if smtp.user:
            link.login(smtp.user, smtp.password)
        link.send_message(letter)
        return link.answer


class _AnsweringSmtp(smtplib.SMTP):
    """A connection that remembers the answer to the text of an email."""

    answer = ""

    def data(self, msg: Any) -> tuple[int, bytes]:
        """Send the text of an email."""
        code, text = super().data(msg)
        self.answer = f"{code} {text.decode('ascii', 'replace')}"
        return code, text


class _AnsweringSmtpTls(_AnsweringSmtp, smtplib.SMTP_SSL):
    """The same with TLS from the start."""


def addressed(email: str) -> Address:
    """Return the parsed email address. Raises ``Invalid`` if it is not valid."""
    try:
        found = Address(addr_spec=email)
        # Some invalid addresses are only detected in a message header.
        EmailMessage()["To"] = found
    except (MessageError, ValueError, IndexError):
        # Drop the cause: it contains the address, which is personal data.
        raise Invalid(gettext("That is no e-mail address.")) from None
    return found


def confirmation_message(name: str, link: str) -> tuple[str, str]:
    """Return the subject and text of the email that confirms an address."""
    text = gettext(
        "The account {name} on a Trunkline server has this address. Open the link to confirm it:\n\n"
        "{link}\n\n"
        "The link works once, for two days. If this is not your account, do nothing.\n",
        name=name,
        link=link,
    )
    return gettext("Confirm your email address for Trunkline"), text


def reset_message(name: str, link: str) -> tuple[str, str]:
    """Return the subject and text of a password reset email."""
    text = gettext(
        "Somebody, you we hope, asked for a new password for {name}.\n\n{link}\n\n"
        "The link works once, for an hour. If it was not you, do nothing: your password stays as it is.\n",
        name=name,
        link=link,
    )
    return gettext("A new password for Trunkline"), text
