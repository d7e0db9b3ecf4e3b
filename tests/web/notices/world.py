"""A server whose notices a test delivers by hand, with local receivers and a clock that the test moves."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Iterator
from typing import Any

from aiosmtpd.controller import Controller
from sqlalchemy import delete, insert, select

from trunkline.web.accounts.mail import Smtp
from trunkline.web.database.notice_tables import notices
from trunkline.web.database.people_tables import visits
from trunkline.web.notices.service import NoticeService
from trunkline.web.notices.settings import NoticeSettings
from trunkline.web.storage.urls import Place
from web.http.house import SEATS, Browser, House
from web.notices.receivers import LOCAL, Receiver

ORIGIN = "https://games.example.org"
SENDER = "table@example.org"
BY_HAND = NoticeSettings(grace=0, allow=(LOCAL,), tick=1e6, pause=10, contact="mailto:admin@example.org")
"""Settings with which only the test handles the outbox."""


class Clock:
    """A clock that a test moves. It starts at the real time."""

    def __init__(self, now: float) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


class Mailbox:
    """A mail server that keeps emails and answers as planned."""

    def __init__(self) -> None:
        self.emails: list[tuple[list[str], str]] = []
        self.answers: list[str] = []

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        """Keep one email."""
        answer = self.answers.pop(0) if self.answers else "250 OK, kept"
        if answer.startswith("250"):
            self.emails.append((envelope.rcpt_tos, envelope.content.decode()))
        return answer


@contextlib.contextmanager
def mail_server() -> Iterator[tuple[Mailbox, Smtp]]:
    """Run a mail server on this machine."""
    kept = Mailbox()
    with socket.socket() as door:
        door.bind((LOCAL, 0))
        port = door.getsockname()[1]
    server = Controller(kept, hostname=LOCAL, port=port)
    server.start()
    try:
        yield kept, Smtp(LOCAL, port, SENDER)
    finally:
        server.stop()


class Notified:
    """A server with accounts, and the service that sends its notices."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.service: NoticeService = house.app.state.backend.notices
        self.clock = Clock(0.0)

    def at(self, now: float) -> None:
        """Set the clock of the notices."""
        self.clock.now = now
        for part in (self.service.planner, self.service.deliveries, self.service.channels):
            part._clock = self.clock

    def look(self) -> None:
        """Handle the outbox and wait for the attempts."""
        self.service.worker.look()
        self.service.worker.finish()

    def outbox(self) -> list[tuple[str, str, str]]:
        """Return the notices: seat, event and state."""
        wanted = select(notices.c.seat, notices.c.event, notices.c.state).order_by(
            notices.c.version, notices.c.event, notices.c.number, notices.c.seat
        )
        with self.house.porter.database.reading() as link:
            return [tuple(row) for row in link.execute(wanted)]

    def visit(self, game: str, browser: Browser, version: int) -> None:
        """Store that a person has seen a moment."""
        mine = (visits.c.game_id == game) & (visits.c.person == browser.id)
        with self.house.porter.database.writing() as link:
            link.execute(delete(visits).where(mine))
            row = {"game_id": game, "person": browser.id, "version": version, "at": 0}
            link.execute(insert(visits).values(row))

    def three(self, **more: Any) -> tuple[str, Browser, Browser, Browser]:
        """Return a table with a person in each seat. East decides first."""
        ann, bob, cy = (self.house.person(name) for name in ("Ann", "Bob", "Cy"))
        game = ann.table(**more)
        for browser, seat in ((bob, SEATS[1]), (cy, SEATS[2])):
            browser.comes_by_link(ann, game)
            browser.join(game, seat)
        return game, ann, bob, cy


@contextlib.contextmanager
def notified(
    store: Place, settings: NoticeSettings = BY_HAND, smtp: Smtp | None = None
) -> Iterator[Notified]:
    """Run a server whose notices a test sends."""
    with House(store, notices=settings, smtp=smtp) as house:
        found = Notified(house)
        # Only links use this address. Requests of tests come from another one.
        found.service.senders.origin = found.service.planner._origin = ORIGIN
        found.service.channels.email = smtp is not None
        found.service.senders._smtp = smtp
        yield found


def webhook(browser: Browser, there: Receiver, format: str = "json", **more: Any) -> str:
    """Add a webhook to a person and return its id."""
    body = {"kind": "webhook", "address": f"{there.url}/hook", "format": format, **more}
    return str(browser.post("/api/me/channels", 201, body)["id"])
