"""Deadlines without nights, weekends and absences, compared with a count of single minutes."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trunkline.web.clocks.working_time import DaysAway, RestTimes, begin_of, counted, deadline

BERLIN = ZoneInfo("Europe/Berlin")
NIGHT = (time(22), time(8))
MINUTE = timedelta(minutes=1)


def at(text: str, zone: ZoneInfo = BERLIN) -> datetime:
    """Return a local time."""
    return datetime.fromisoformat(text).replace(tzinfo=zone)


@pytest.mark.parametrize(
    ("since", "hours", "rest", "expected"),
    [
        # 2026-11-27 is a Friday.
        ("2026-11-27T10:00", 24, RestTimes(BERLIN), "2026-11-28T10:00"),
        ("2026-11-27T10:00", 12, RestTimes(BERLIN, NIGHT), "2026-11-27T22:00"),
        ("2026-11-27T10:00", 13, RestTimes(BERLIN, NIGHT), "2026-11-28T09:00"),
        ("2026-11-27T23:30", 1, RestTimes(BERLIN, NIGHT), "2026-11-28T09:00"),
        ("2026-11-27T03:00", 1, RestTimes(BERLIN, NIGHT), "2026-11-27T09:00"),
        ("2026-11-27T10:00", 24, RestTimes(BERLIN, None, weekends=True), "2026-11-30T10:00"),
        ("2026-11-27T10:00", 14, RestTimes(BERLIN, NIGHT, weekends=True), "2026-11-30T10:00"),
        ("2026-11-28T10:00", 1, RestTimes(BERLIN, (time(1), time(7)), weekends=True), "2026-11-30T01:00"),
        (
            "2026-11-25T10:00",
            24,
            RestTimes(BERLIN, None, absences=[DaysAway(date(2026, 11, 26), date(2026, 12, 2))]),
            "2026-12-03T10:00",
        ),
        # Summer time ends in the night to 2026-10-25 and begins in the night to 2026-03-29.
        ("2026-10-24T12:00", 24, RestTimes(BERLIN), "2026-10-25T11:00"),
        ("2026-10-24T21:00", 2, RestTimes(BERLIN, NIGHT), "2026-10-25T09:00"),
        ("2026-03-28T21:00", 2, RestTimes(BERLIN, NIGHT), "2026-03-29T09:00"),
    ],
)
def test_a_deadline(since: str, hours: int, rest: RestTimes, expected: str) -> None:
    due = deadline(at(since), timedelta(hours=hours), rest)
    assert due == at(expected)
    assert counted(at(since), due, rest) == timedelta(hours=hours)


def counts(moment: datetime, rest: RestTimes) -> bool:
    """Return true if a minute counts, from the clock and the calendar on the wall."""
    local = moment.astimezone(rest.zone)
    if rest.weekends and local.strftime("%a") in ("Sat", "Sun"):
        return False
    if any(
        away.first <= local.date() <= away.last and (away.announced is None or away.announced <= moment)
        for away in rest.absences
    ):
        return False
    if rest.night is None:
        return True
    begins, ends = rest.night
    now = local.time()
    return not (begins <= now < ends if begins < ends else now >= begins or now < ends)


# The change to summer time skips the hour from 2 to 3. No rest begins or ends there.
times = st.builds(time, st.integers(0, 23).filter(lambda hour: hour != 2), st.sampled_from((0, 15, 30)))
days = st.dates(date(2026, 3, 20), date(2026, 4, 5))
minutes = st.integers(0, 16 * 24 * 60).map(lambda count: datetime(2026, 3, 20, tzinfo=UTC) + count * MINUTE)
announcements = st.none() | minutes


@st.composite
def rests(draw: st.DrawFn) -> RestTimes:
    """Draw rest times around the change to summer time."""
    night = draw(st.none() | st.tuples(times, times).filter(lambda both: both[0] != both[1]))
    absences = []
    for _ in range(draw(st.integers(0, 2))):
        first, last = sorted(draw(st.tuples(days, days)))
        absences.append(DaysAway(first, last, draw(announcements)))
    zones = st.sampled_from(("Europe/Berlin", "America/New_York", "Asia/Kolkata", "UTC"))
    return RestTimes(ZoneInfo(draw(zones)), night, draw(st.booleans()), absences)


@given(
    rest=rests(),
    since=st.datetimes(datetime(2026, 3, 24), datetime(2026, 3, 31)),
    minutes=st.integers(0, 5 * 24 * 60),
)
def test_the_counted_time_equals_a_count_of_minutes(rest: RestTimes, since: datetime, minutes: int) -> None:
    begin = since.replace(second=0, microsecond=0, tzinfo=UTC)
    end = begin + minutes * MINUTE
    found = sum(counts(begin + number * MINUTE, rest) for number in range(minutes))
    assert counted(begin, end, rest) == found * MINUTE


@given(
    rest=rests(),
    since=st.datetimes(datetime(2026, 3, 24), datetime(2026, 3, 31)),
    allowed=st.timedeltas(timedelta(minutes=1), timedelta(days=4)),
)
def test_a_deadline_uses_exactly_the_allowed_time(
    rest: RestTimes, since: datetime, allowed: timedelta
) -> None:
    begin = since.replace(tzinfo=UTC)
    due = deadline(begin, allowed, rest)
    assert counted(begin, due, rest) == allowed
    assert counted(begin, due - timedelta(seconds=1), rest) < allowed


@given(
    rest=rests(),
    since=st.datetimes(datetime(2026, 3, 24), datetime(2026, 3, 31)),
    lengths=st.tuples(*[st.integers(0, 4 * 24 * 60)] * 2),
)
def test_the_time_before_a_pause_counts_after_it(
    rest: RestTimes, since: datetime, lengths: tuple[int, int]
) -> None:
    begin = since.replace(microsecond=0, tzinfo=UTC)
    paused = begin + lengths[0] * MINUTE
    resumed = paused + lengths[1] * MINUTE
    used = counted(begin, paused, rest)
    found = begin_of(used, resumed, rest, begin)
    assert counted(found, resumed, rest) == used
    assert begin <= found <= resumed
