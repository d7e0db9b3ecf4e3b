"""Tests that emails reach the mail server complete and with one recipient."""

from __future__ import annotations

import logging
import socket
from collections.abc import Iterator
from typing import Any

import pytest
from aiosmtpd.controller import Controller

from trunkline.web.accounts.mail import Smtp, SmtpMailer, reset_message


class Box:
    """A mail handler that keeps the emails it receives."""

    def __init__(self) -> None:
        self.letters: list[tuple[str, list[str], str]] = []

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        """Keep one email."""
        text = envelope.content.decode()
        self.letters.append((envelope.mail_from, envelope.rcpt_tos, text))
        return "250 OK"


@pytest.fixture
def box() -> Iterator[tuple[Box, Smtp]]:
    """A local mail server that keeps the emails it receives."""
    kept = Box()
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        port = door.getsockname()[1]
    server = Controller(kept, hostname="127.0.0.1", port=port)
    server.start()
    yield kept, Smtp("127.0.0.1", port, "table@example.org")
    server.stop()


def test_a_letter_arrives(box: tuple[Box, Smtp]) -> None:
    kept, smtp = box
    letters = SmtpMailer(smtp)
    letters.send("ann@example.org", *reset_message("Änn", "https://games.example.org/reset#secret"))
    letters.close()
    ((sender, to, text),) = kept.letters
    assert (sender, to) == ("table@example.org", ["ann@example.org"])
    assert "Subject: A new password for Trunkline" in text
    assert "Auto-Submitted: auto-generated" in text


def test_a_letter_has_no_second_reader(box: tuple[Box, Smtp]) -> None:
    kept, smtp = box
    letters = SmtpMailer(smtp)
    for to in ("a@b.de\nBcc: x@y.z", "a@b.de, x@y.z"):
        with pytest.raises(ValueError, match=r".+"):
            letters.send(to, "Hello", "Hello")
    letters.close()
    assert kept.letters == []


def test_a_server_that_is_away_costs_the_letter_and_nothing_else(caplog: pytest.LogCaptureFixture) -> None:
    letters = SmtpMailer(Smtp("127.0.0.1", 1, "table@example.org"))
    with caplog.at_level(logging.ERROR):
        letters.send("ann@example.org", "Hello", "secret words")
        letters.close()
    assert "could not be sent" in caplog.text
    assert "ann@example.org" not in caplog.text
    assert "secret words" not in caplog.text
