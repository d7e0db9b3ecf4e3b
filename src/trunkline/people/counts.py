"""Where it is counted what somebody asks for: in memory, or in a database for several processes.

In memory it is so many in any stretch of time. In the database a row says when all that somebody asked for
will have been worked off at the rate that is admitted, which one statement reads and writes (the generic cell
rate algorithm): so many at once, and from then on one whenever another is worked off. So within a first
stretch of time twice as many may come, and never more than so many in each one on the long run.
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

from trunkline.people.database import Database
from trunkline.people.schema import counts, watching

LEASE = 90
"""Seconds for which a stream counts after the last that was heard of it: its process may have ended."""
MINUTE, SHARES = 60, 24
"""What may be asked so often in a minute is counted in so many parts."""
KEPT, MOST_AT_HAND = 20.0, 10_000
"""Seconds for which what was counted before it came may come; and of how many people it is remembered."""
SLACK = 0.001
"""Seconds by which sums of parts may be wrong."""


class Counts(Protocol):
    """Counts, by kinds of requests and who makes them."""

    def hit(self, kind: str, who: str, amount: int, span: int) -> float:
        """Count one more of ``amount`` in ``span`` seconds; else the seconds after which one is admitted."""

    def opened(self, who: str, most: int) -> str:
        """A stream more, by what it is known; empty where there are as many as there may be."""

    def goes_on(self, stream: str) -> None:
        """A stream is still open."""

    def closed(self, stream: str) -> None:
        """A stream is open no longer."""


class InMemory:
    """For one process."""

    def __init__(self) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self._streams: Counter[str] = Counter()
        self._lock = threading.Lock()

    def hit(self, kind: str, who: str, amount: int, span: int) -> float:
        """Count one more."""
        item: RateLimitItem = RateLimitItemPerSecond(amount, span, kind)
        if self._limiter.hit(item, who):
            return 0.0
        return max(SLACK, self._limiter.get_window_stats(item, who).reset_time - time.time())

    def opened(self, who: str, most: int) -> str:
        """A stream more."""
        with self._lock:
            if self._streams[who] >= most:
                return ""
            self._streams[who] += 1
        return f"of {who}"

    def goes_on(self, stream: str) -> None:
        """It ends with this process."""

    def closed(self, stream: str) -> None:
        """A stream is open no longer."""
        who = stream.removeprefix("of ")
        with self._lock:
            self._streams[who] -= 1
            if not self._streams[who]:
                del self._streams[who]


class InDatabase:
    """For all processes of a PostgreSQL database. ``clock`` gives the seconds since 1970."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock
        self._lock = threading.Lock()
        self._at_hand: dict[tuple[str, str], tuple[int, float]] = {}
        """Of whom how many have been counted already and not come yet, and until when they may."""

    def hit(self, kind: str, who: str, amount: int, span: int) -> float:
        """Count one more. Of what may be asked hundreds of times a minute several are counted at a time, so
        that few requests ask the database; those that do not come are lost."""
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
        """A stream more. Of several in the same instant one too many may be let in."""
        now = int(self._clock())
        id = secrets.token_hex(8)
        open_now = select(func.count()).where(watching.c.who == who, watching.c.until > now).scalar_subquery()
        row = select(literal(id), literal(who), literal(now + LEASE)).where(open_now < most)
        with self._database.at_once() as link:
            one = insert(watching).from_select(["id", "who", "until"], row).returning(watching.c.id)
            return str(link.execute(one).scalar() or "")

    def goes_on(self, stream: str) -> None:
        """A stream is still open."""
        until = int(self._clock()) + LEASE
        with self._database.at_once() as link:
            link.execute(update(watching).where(watching.c.id == stream).values(until=until))

    def closed(self, stream: str) -> None:
        """A stream is open no longer."""
        with self._database.at_once() as link:
            link.execute(delete(watching).where(watching.c.id == stream))

    def tidy(self) -> None:
        """Take away what counts no longer."""
        now = self._clock()
        with self._database.at_once() as link:
            link.execute(delete(counts).where(counts.c.until <= now))
            link.execute(delete(watching).where(watching.c.until <= now))
