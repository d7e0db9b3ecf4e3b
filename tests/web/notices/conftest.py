"""Fixtures: a receiver, a mail server, and a server whose notices the test sends."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from trunkline.web.accounts.mail import Smtp
from web.notices.receivers import Receiver, receiver
from web.notices.world import Mailbox, Notified, mail_server, notified


@pytest.fixture
def there() -> Iterator[Receiver]:
    """A receiver on this machine."""
    with receiver() as found:
        yield found


@pytest.fixture
def mailbox() -> Iterator[tuple[Mailbox, Smtp]]:
    """A mail server on this machine."""
    with mail_server() as found:
        yield found


@pytest.fixture
def world(tmp_path: Path) -> Iterator[Notified]:
    """A server without email."""
    with notified(tmp_path / "table.sqlite") as found:
        yield found


@pytest.fixture
def mailing(tmp_path: Path, mailbox: tuple[Mailbox, Smtp]) -> Iterator[Notified]:
    """A server that sends email."""
    with notified(tmp_path / "table.sqlite", smtp=mailbox[1]) as found:
        yield found
