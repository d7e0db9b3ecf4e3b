"""The settings of the server."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from trunkline.web.games.limits import USUAL
from trunkline.web.http import STORE
from trunkline.web.http.logs import TEXT
from trunkline.web.notices.settings import USUAL as USUAL_NOTICES
from trunkline.web.notices.settings import NoticeSettings

if TYPE_CHECKING:
    from trunkline.web.storage.urls import Place

PORT = 8056
HOST = "127.0.0.1"
MOST_WORKERS = 64


@dataclass(frozen=True)
class TableSettings:
    """The settings of a server."""

    store: Place = STORE
    host: str = HOST
    port: int = PORT
    open: Path | None = None
    """A game file to import at the start."""
    delay: float = 0.0
    names: tuple[str, ...] = ()
    """Host names that the server accepts, in addition to those of ``host`` and ``public``."""
    public: str = ""
    """The public address if a proxy is in front of the server."""
    access: Path | None = None
    """The file for the request log."""
    players: Mapping[str, str] = field(default_factory=dict)
    """Additional bots by name, in the notation of the arena."""
    review: int = USUAL.review
    """The number of positions played for a review."""
    workers: int = 1
    """The number of worker processes."""
    proxies: tuple[str, ...] = (HOST,)
    """The proxies that may set the client address of a request. Used only if ``public`` is set."""
    accounts: bool = False
    """True if people sign in. Without accounts, anyone who can connect may do everything."""
    mail: str = ""
    """The mail server, such as smtp+starttls://USER:PASSWORD@mail.example.org:587."""
    sender: str = ""
    """The sender address of emails."""
    log: str = TEXT
    """The log format."""
    sandboxes: int = 0
    """The age in days without a new entry after which sandboxes are deleted. 0 keeps them."""
    unfinished: int = 0
    """The same age in days for other unfinished games."""
    unstarted: int = 60
    """The same age in days for tables with free seats, whose game has never started."""
    rates: Mapping[str, str] = field(default_factory=dict)
    """Rate limits that differ from the defaults, by name."""
    metrics: str = ""
    """The address of the metrics, as HOST:PORT. Empty disables them."""
    notices: NoticeSettings = USUAL_NOTICES
    """The settings of notices."""
    auto_pause: float = 0.0
    """The mean pause in seconds before an automatic action for a person."""
    sign_up: str = "open"
    """The people who may create an account: ``open``, ``invited`` or ``closed``."""
    lessons: Path | None = None
    """A folder with more lessons than those of Trunkline."""
