"""The time that counts for a player: without nights, weekends and announced absences.

All times are aware datetimes. Nights and weekends are local times of the player, so a night with a change to
or from summer time is an hour shorter or longer.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import NamedTuple

DAY = timedelta(days=1)
NO_TIME = timedelta()
MILLISECOND = timedelta(milliseconds=1)
SATURDAY = 5


class Span(NamedTuple):
    """A span of time, from ``start`` until before ``end``."""

    start: datetime
    end: datetime


class DaysAway(NamedTuple):
    """An announced absence, with its first and last day in the player's time zone."""

    first: date
    last: date
    announced: datetime | None = None
    """The time of the announcement. Hours before it count. None if no hour of the first day counts."""


@dataclass(frozen=True)
class RestTimes:
    """The times that do not count for one player."""

    zone: tzinfo = UTC
    night: tuple[time, time] | None = None
    """The local times at which the night begins and ends. None if nights count."""
    weekends: bool = False
    """True if Saturdays and Sundays do not count."""
    absences: Sequence[DaysAway] = ()

    def spans(self, day: date) -> Iterator[Span]:
        """Yield the spans that begin on a local day, in the order of their start. They may overlap."""
        midnight, next_midnight = self.instant(day, time()), self.instant(day + DAY, time())
        found = []
        if self.weekends and day.weekday() >= SATURDAY:
            found.append(Span(midnight, next_midnight))
        for first, last, announced in self.absences:
            start = max(midnight, announced or midnight)
            if first <= day <= last and start < next_midnight:
                found.append(Span(start, next_midnight))
        if self.night is not None:
            begins, ends = self.night
            found.append(
                Span(self.instant(day, begins), self.instant(day if begins < ends else day + DAY, ends))
            )
        yield from sorted(found)

    def instant(self, day: date, at: time) -> datetime:
        """Return a local time in UTC, so that differences are right where the offset changes."""
        return datetime.combine(day, at, self.zone).astimezone(UTC)


def deadline(since: datetime, allowed: timedelta, rest: RestTimes) -> datetime:
    """Return the time at which a player who must act since ``since`` has used the allowed time."""
    left = allowed
    for start, end in counting_spans(since, rest):
        if end - start >= left:
            return start + left
        left -= end - start
    raise AssertionError("unreachable: there are always more days")


def counted(since: datetime, until: datetime, rest: RestTimes) -> timedelta:
    """Return the time between two moments that counts for a player."""
    total = NO_TIME
    for start, end in counting_spans(since, rest):
        if start >= until:
            break
        total += min(end, until) - start
    return total


def begin_of(used: timedelta, until: datetime, rest: RestTimes, earliest: datetime) -> datetime:
    """Return a time from which exactly the used time counts until a moment, to the millisecond.

    ``earliest`` is a time from which at least the used time counts.
    """
    most = (until - earliest) // MILLISECOND
    ago = bisect_left(range(most), used, key=lambda count: counted(until - count * MILLISECOND, until, rest))
    return until - ago * MILLISECOND


def counting_spans(since: datetime, rest: RestTimes) -> Iterator[Span]:
    """Yield the spans that count, in order and without end. None is longer than a day."""
    now = since.astimezone(UTC)
    # A night that began the day before may still last.
    day = since.astimezone(rest.zone).date() - DAY
    while True:
        for start, end in rest.spans(day):
            if end > now:
                if start > now:
                    yield Span(now, start)
                now = end
        day += DAY
        midnight = rest.instant(day, time())
        if midnight > now:
            yield Span(now, midnight)
            now = midnight
