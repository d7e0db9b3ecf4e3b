"""How often something may be asked for, by a person or an address: so many in any stretch of time.

Where several processes serve one address they count together, in the database (``people.counts``); one alone
counts in memory.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from enum import StrEnum

from limits import RateLimitItem, parse

from trunkline.people.counts import Counts, InMemory
from trunkline.people.errors import TooOften


class Rate(StrEnum):
    """What is counted; the value is what somebody has made too many of."""

    SIGN_IN = "attempts to sign in"
    SIGN_IN_NAME = "attempts to sign in under this name"
    SIGN_UP = "new accounts from here"
    FORGET = "requests for a new password"
    FORGET_NAME = "requests for a new password for this name"
    LETTER = "letters to this address"
    POST = "changes"
    SAY = "messages"
    CREATE = "new tables"
    BRANCH = "sandboxes"
    IMPORT = "games brought along"
    EXPORT = "files"
    ASK = "questions"
    RUNS = "questions about runs"
    HINT = "hints"
    REVIEW = "reviews"
    ACCEPT = "links"
    STREAMS = "open windows"


USUAL: Mapping[Rate, str] = {
    Rate.SIGN_IN: "20/5 minutes",
    Rate.SIGN_IN_NAME: "10/15 minutes",
    Rate.SIGN_UP: "10/hour",
    Rate.FORGET: "10/hour",
    Rate.FORGET_NAME: "3/hour",
    Rate.LETTER: "6/hour",
    Rate.POST: "240/minute",
    Rate.SAY: "20/minute",
    Rate.CREATE: "60/hour",
    Rate.BRANCH: "60/hour",
    Rate.IMPORT: "30/hour",
    Rate.EXPORT: "120/hour",
    Rate.ASK: "600/minute",
    Rate.RUNS: "300/minute",
    Rate.HINT: "240/hour",
    Rate.REVIEW: "30/hour",
    Rate.ACCEPT: "60/hour",
}
"""What a person, or an address that nobody has signed in from, may do."""
STREAMS = 40
"""Streams that a person, or an address, may have open at a time."""
NETWORK = 64
"""Bits of an IPv6 address that one customer of a network has: one who has all the rest is one client."""


class Rates:
    """Counts. ``wanted`` says what is admitted in place of what is usual."""

    def __init__(
        self,
        wanted: Mapping[Rate, str] | None = None,
        streams: int = STREAMS,
        counts: Counts | None = None,
    ) -> None:
        self._items: dict[Rate, RateLimitItem] = {
            rate: parse(text) for rate, text in {**USUAL, **(wanted or {})}.items()
        }
        self._counts = counts or InMemory()
        self._most = streams

    def count(self, rate: Rate, who: str) -> None:
        """Count one more. Raises ``TooOften``."""
        item = self._items[rate]
        wait = self._counts.hit(rate.name, who, item.amount, item.get_expiry())
        if wait:
            raise TooOften(rate.value, max(1, round(wait + 0.5)))

    def opened(self, who: str) -> str:
        """Have a stream open; by what it is known. Raises ``TooOften``."""
        found = self._counts.opened(who, self._most)
        if not found:
            raise TooOften(Rate.STREAMS.value, 30)
        return found

    def goes_on(self, stream: str) -> None:
        """A stream is still open; said at least every ``counts.LEASE`` seconds."""
        self._counts.goes_on(stream)

    def closed(self, stream: str) -> None:
        """A stream is open no longer."""
        self._counts.closed(stream)


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
