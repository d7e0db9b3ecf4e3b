"""Rate limits for people and addresses.

Several processes count together in the database (``rate_counters``). A single process counts in memory. Each
limit is a setting.
"""

from __future__ import annotations

import ipaddress
import re
from collections import Counter
from collections.abc import Mapping
from enum import StrEnum

from limits import RateLimitItem, parse

from trunkline.util.errors import UsageError
from trunkline.util.messages import Plural, gettext, gettext_noop, ngettext
from trunkline.web.accounts.rate_counters import CounterStore, InMemory
from trunkline.web.errors import RateLimited


class Rate(StrEnum):
    """A kind of request with a rate limit. The value completes "Too many ..."."""

    SIGN_IN = gettext_noop("attempts to sign in")
    SIGN_IN_NAME = gettext_noop("attempts to sign in under this name")
    SIGN_UP = gettext_noop("new accounts from here")
    SIGN_UP_TRY = gettext_noop("attempts to make an account")
    FORGET = gettext_noop("requests for a new password")
    FORGET_NAME = gettext_noop("requests for a new password for this name")
    LETTER = gettext_noop("emails to this address")
    CHANNEL = gettext_noop("new channels and test notices")
    SIGN_IN_CODE = gettext_noop("codes")
    CONFIRM = gettext_noop("confirmation emails")
    POST = gettext_noop("changes")
    SAY = gettext_noop("messages")
    CREATE = gettext_noop("new games")
    BRANCH = gettext_noop("sandboxes")
    IMPORT = gettext_noop("imported games")
    EXPORT = gettext_noop("exported files")
    ASK = gettext_noop("questions")
    RUNS = gettext_noop("questions about runs")
    HINT = gettext_noop("hints")
    REVIEW = gettext_noop("reviews")
    ACCEPT = gettext_noop("links")
    REPORT = gettext_noop("reports")
    STREAMS = gettext_noop("open windows")

    @property
    def setting(self) -> str:
        """The name of the limit in settings."""
        return self.name.lower().replace("_", "-")


PERIODS: Mapping[str, Plural] = {
    "second": Plural("{most} per second", "{most} per {count} seconds"),
    "minute": Plural("{most} per minute", "{most} per {count} minutes"),
    "hour": Plural("{most} per hour", "{most} per {count} hours"),
    "day": Plural("{most} per day", "{most} per {count} days"),
    "month": Plural("{most} per month", "{most} per {count} months"),
    "year": Plural("{most} per year", "{most} per {count} years"),
}
"""The limits in words, by the unit of their period."""

USUAL: Mapping[Rate, str] = {
    Rate.SIGN_IN: "20/5 minutes",
    Rate.SIGN_IN_NAME: "10/15 minutes",
    Rate.SIGN_IN_CODE: "10/15 minutes",
    Rate.SIGN_UP: "10/hour",
    Rate.SIGN_UP_TRY: "100/hour",
    Rate.FORGET: "10/hour",
    Rate.FORGET_NAME: "3/hour",
    Rate.LETTER: "6/hour",
    Rate.CHANNEL: "60/hour",
    Rate.CONFIRM: "5/hour",
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
    Rate.REPORT: "10/hour",
}
"""The default limits per person, or per address without a signed-in person."""
STREAMS = 40
"""The maximum number of open streams per person or address."""
NETWORK = 64
"""The prefix length of an IPv6 network. The addresses in one such network usually belong to one customer and
count as one client."""


def rates_by(names: Mapping[str, str]) -> dict[Rate, str]:
    """Return limits given by the names of settings."""
    return {rate: names[rate.setting] for rate in Rate if rate.setting in names}


def rates_of(text: str) -> dict[str, str]:
    """Parse limits such as ``sign-up=50/hour, streams=80``. Raises ``UsageError``."""
    found: dict[str, str] = {}
    known = {rate.setting: rate for rate in Rate}
    for part in filter(None, map(str.strip, text.split(","))):
        name, _, limit = (each.strip() for each in part.partition("="))
        if name not in known:
            raise UsageError(f"There is no rate {name!r}. The rates are {', '.join(known)}.")
        rate = known[name]
        example = STREAMS if rate is Rate.STREAMS else USUAL[rate]
        if not _is_limit(rate, limit):
            raise UsageError(f"{limit!r} is not a limit for {name}. Write it as {name}={example}.")
        found[name] = limit
    return found


def _is_limit(rate: Rate, limit: str) -> bool:
    if rate is Rate.STREAMS:
        return re.fullmatch("[1-9][0-9]{0,5}", limit) is not None
    try:
        return parse(limit).amount > 0
    except ValueError:
        return False


class RateLimiter:
    """Counters of requests. ``wanted`` overrides default limits."""

    def __init__(
        self,
        wanted: Mapping[Rate, str] | None = None,
        streams: int = STREAMS,
        counts: CounterStore | None = None,
    ) -> None:
        limits = {Rate.STREAMS: str(streams), **USUAL, **(wanted or {})}
        self._most = int(limits.pop(Rate.STREAMS))
        self._items: dict[Rate, RateLimitItem] = {rate: parse(text) for rate, text in limits.items()}
        self._counts = counts or InMemory()
        self.refused: Counter[Rate] = Counter()
        """The number of refused requests since the start of this process."""

    def count(self, rate: Rate, who: str) -> None:
        """Count one request. Raises ``RateLimited``."""
        item = self._items[rate]
        wait = self._counts.hit(rate.name, who, item.amount, item.get_expiry())
        if wait:
            self.refused[rate] += 1
            raise RateLimited(gettext(rate.value), max(1, round(wait + 0.5)))

    def limits(self) -> dict[Rate, str]:
        """Return the limit of each kind of request, in words."""
        return {
            Rate.STREAMS: gettext("{most} at a time", most=self._most),
            **{rate: _words(item) for rate, item in self._items.items()},
        }

    def opened(self, who: str) -> str:
        """Count an open stream and return its id. Raises ``RateLimited``."""
        found = self._counts.opened(who, self._most)
        if not found:
            self.refused[Rate.STREAMS] += 1
            raise RateLimited(gettext(Rate.STREAMS.value), 30)
        return found

    def goes_on(self, stream: str) -> None:
        """Renew an open stream. Required at least every ``counts.LEASE`` seconds."""
        self._counts.goes_on(stream)

    def closed(self, stream: str) -> None:
        """Remove a closed stream."""
        self._counts.closed(stream)


def network(address: str) -> str:
    """Return the key of an address for rate limits: the address itself, or the network of an IPv6 address."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, NETWORK), strict=False))
    return str(found)


def _words(item: RateLimitItem) -> str:
    period = PERIODS[item.GRANULARITY.name]
    return ngettext(period.one, period.others, item.multiples, most=item.amount)
