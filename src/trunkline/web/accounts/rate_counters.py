"""Counters of rate limits, in memory or in a database that several processes share.

The counter in memory is a moving window. The counter in the database is the generic cell rate algorithm: a
row has the time at which all counted requests are worked off at the permitted rate. One statement reads and
writes it. It permits the full number at once, and then one request whenever another is worked off. So the
first period can have twice the permitted number, but the long-term rate is exact.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Protocol

from limits import RateLimitItem, RateLimitItemPerSecond
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter
from sqlalchemy import case, delete, func, insert, literal, select, update
from sqlalchemy.dialects import postgresql

from trunkline.web.database.people_tables import counts, watching
from trunkline.web.database.pool import Database

LEASE = 90
"""Seconds for which a stream counts after its last renewal. Its process may have ended."""
MINUTE, SHARES = 60, 24
"""A limit per minute is counted in the database in this many parts."""
KEPT, MOST_AT_HAND = 20.0, 10_000
"""Seconds for which requests counted in advance are valid, and the maximum number of such entries."""
SLACK = 0.001
"""The tolerance in seconds for rounding errors of sums."""


class CounterStore(Protocol):
    """The interface of counters, by kind of request and client."""

    def hit(self, kind: str, who: str, amount: int, span: int) -> float:
        """Count one request of ``amount`` in ``span`` seconds.

        Return 0, or the seconds to wait if the limit is reached.
        """

    def opened(self, who: str, most: int) -> str:
        """Count an open stream and return its id. Empty if the maximum is reached."""

    def goes_on(self, stream: str) -> None:
        """Renew an open stream."""

    def closed(self, stream: str) -> None:
        """Remove a closed stream."""


class InMemory:
    """Counters for one process."""

    def __init__(self) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self._streams: Counter[str] = Counter()
        self._lock = threading.Lock()

    def hit(self, kind: str, who: str, amount: int, span: int) -> float:
        """Count one request, or return the seconds to wait."""
        item: RateLimitItem = RateLimitItemPerSecond(amount, span, kind)
        if self._limiter.hit(item, who):
            return 0.0
        return max(SLACK, self._limiter.get_window_stats(item, who).reset_time - time.time())

    def opened(self, who: str, most: int) -> str:
        """Count an open stream and return its id."""
        with self._lock:
            if self._streams[who] >= most:
                return ""
            self._streams[who] += 1
        return f"of {who}"

    def goes_on(self, stream: str) -> None:
        """Do nothing: the counter ends with this process."""

    def closed(self, stream: str) -> None:
        """Remove a closed stream."""
        who = stream.removeprefix("of ")
        with self._lock:
            self._streams[who] -= 1
            if not self._streams[who]:
                del self._streams[who]


class InDatabase:
    """Counters for all processes of a PostgreSQL database. ``clock`` returns the seconds since 1970."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock
        self._lock = threading.Lock()
        self._at_hand: dict[tuple[str, str], tuple[int, float]] = {}
        """The requests counted in advance, by kind and client, with the time until which they are valid."""

    def hit(self, kind: str, who: str, amount: int, span: int) -> float:
        """Count one request, or return the seconds to wait.

        For high limits, several requests are counted in advance, so that few requests query the database.
        Unused ones are lost.
        """
        now = self._clock()
        many = amount // SHARES if span <= MINUTE else 0
        if many < 2:
            return self._counted(kind, who, amount, span, 1)
        with self._lock:
            left, until = self._at_hand.pop((kind, who), (0, 0.0))
            if left and now < until:
                self._at_hand[kind, who] = left - 1, until
                return 0.0
        if self._counted(kind, who, amount, span, many):
            return self._counted(kind, who, amount, span, 1)
        with self._lock:
            if len(self._at_hand) >= MOST_AT_HAND:
                self._at_hand.clear()
            self._at_hand[kind, who] = many - 1, now + KEPT
        return 0.0

    def _counted(self, kind: str, who: str, amount: int, span: int, many: int) -> float:
        now, part = self._clock(), many * span / amount
        busy = case((counts.c.until > now, counts.c.until), else_=now) + part
        one = postgresql.insert(counts).values(kind=kind, who=who, until=now + part)
        room = busy <= now + span + SLACK
        wanted = one.on_conflict_do_update(
            index_elements=["kind", "who"], set_={"until": busy}, where=room
        ).returning(counts.c.until)
        with self._database.at_once() as link:
            if link.execute(wanted).first() is not None:
                return 0.0
            mine = (counts.c.kind == kind) & (counts.c.who == who)
            until = link.execute(select(counts.c.until).where(mine)).scalar() or now
        return max(SLACK, float(until) + part - span - now)

    def opened(self, who: str, most: int) -> str:
        """Count an open stream and return its id. Simultaneous requests can exceed the maximum by one."""
        now = int(self._clock())
        id = secrets.token_hex(8)
        open_now = select(func.count()).where(watching.c.who == who, watching.c.until > now).scalar_subquery()
        row = select(literal(id), literal(who), literal(now + LEASE)).where(open_now < most)
        with self._database.at_once() as link:
            one = insert(watching).from_select(["id", "who", "until"], row).returning(watching.c.id)
            return str(link.execute(one).scalar() or "")

    def goes_on(self, stream: str) -> None:
        """Renew an open stream."""
        until = int(self._clock()) + LEASE
        with self._database.at_once() as link:
            link.execute(update(watching).where(watching.c.id == stream).values(until=until))

    def closed(self, stream: str) -> None:
        """Remove a closed stream."""
        with self._database.at_once() as link:
            link.execute(delete(watching).where(watching.c.id == stream))

    def tidy(self) -> None:
        """Delete expired counters."""
        now = self._clock()
        with self._database.at_once() as link:
            link.execute(delete(counts).where(counts.c.until <= now))
            link.execute(delete(watching).where(watching.c.until <= now))
