"""How often something may be asked for, by a person or an address: so many in any stretch of time.

Counted in memory, by each process for itself: where several serve one address, each admits as much.
"""

from __future__ import annotations

import ipaddress
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from enum import StrEnum

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from trunkline.people.errors import TooOften


class Rate(StrEnum):
    """What is counted; the value is what somebody has made too many of."""

    SIGN_IN = "attempts to sign in"
    SIGN_IN_NAME = "attempts to sign in under this name"
    SIGN_UP = "new accounts from here"
    FORGET = "requests for a new password"
    FORGET_NAME = "requests for a new password for this name"
    POST = "changes"
    SAY = "messages"
    CREATE = "new tables"
    BRANCH = "sandboxes"
    IMPORT = "games brought along"
    EXPORT = "files"
    ASK = "questions"
    ACCEPT = "links"
    STREAMS = "open windows"


USUAL: Mapping[Rate, str] = {
    Rate.SIGN_IN: "20/5 minutes",
    Rate.SIGN_IN_NAME: "10/15 minutes",
    Rate.SIGN_UP: "10/hour",
    Rate.FORGET: "10/hour",
    Rate.FORGET_NAME: "3/hour",
    Rate.POST: "240/minute",
    Rate.SAY: "20/minute",
    Rate.CREATE: "60/hour",
    Rate.BRANCH: "60/hour",
    Rate.IMPORT: "30/hour",
    Rate.EXPORT: "120/hour",
    Rate.ASK: "600/minute",
    Rate.ACCEPT: "60/hour",
}
"""What a person, or an address that nobody has signed in from, may do."""
STREAMS = 40
"""Streams that a person, or an address, may have open at a time."""
NETWORK = 64
"""Bits of an IPv6 address that one customer of a network has: one who has all the rest is one client."""


class Rates:
    """Counts. ``wanted`` says what is admitted in place of what is usual."""

    def __init__(self, wanted: Mapping[Rate, str] | None = None, streams: int = STREAMS) -> None:
        self._items: dict[Rate, RateLimitItem] = {
            rate: parse(text) for rate, text in {**USUAL, **(wanted or {})}.items()
        }
        self._counts = MovingWindowRateLimiter(MemoryStorage())
        self._most = streams
        self._streams: Counter[str] = Counter()
        self._lock = threading.Lock()

    def count(self, rate: Rate, who: str) -> None:
        """Count one more. Raises ``TooOften``."""
        item = self._items[rate]
        if not self._counts.hit(item, who):
            again = self._counts.get_window_stats(item, who).reset_time
            raise TooOften(rate.value, max(1, round(again - time.time() + 0.5)))

    @contextmanager
    def stream(self, who: str) -> Iterator[None]:
        """Have a stream open. Raises ``TooOften``."""
        with self._lock:
            if self._streams[who] >= self._most:
                raise TooOften(Rate.STREAMS.value, 30)
            self._streams[who] += 1
        try:
            yield
        finally:
            with self._lock:
                self._streams[who] -= 1
                if not self._streams[who]:
                    del self._streams[who]


def network(address: str) -> str:
    """What an address is counted as: itself, or of IPv6 its network."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, NETWORK), strict=False))
    return str(found)
