"""Tests of quiet hours and digest times, also when clocks change."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from trunkline.web.errors import Invalid
from trunkline.web.notices import times
from trunkline.web.schemas.notices import NoticeTimes

BERLIN = "Europe/Berlin"


def at(text: str, zone: str = BERLIN) -> float:
    """Return the instant of a local time."""
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()


@pytest.mark.parametrize(
    ("begin", "end", "now", "until"),
    [
        ("22:00", "08:00", "2026-01-10T23:30", "2026-01-11T08:00"),
        ("22:00", "08:00", "2026-01-11T07:59", "2026-01-11T08:00"),
        ("22:00", "08:00", "2026-01-11T08:00", None),
        ("22:00", "08:00", "2026-01-11T21:59", None),
        ("22:00", "08:00", "2026-01-11T22:00", "2026-01-12T08:00"),
        ("12:00", "13:00", "2026-01-11T12:30", "2026-01-11T13:00"),
        ("12:00", "13:00", "2026-01-11T11:59", None),
        # The clocks go forward at 02:00 on 29 March, and back at 03:00 on 25 October.
        ("22:00", "08:00", "2026-03-28T23:00", "2026-03-29T08:00"),
        ("22:00", "08:00", "2026-10-24T23:00", "2026-10-25T08:00"),
        ("01:00", "02:30", "2026-03-29T01:30", "2026-03-29T02:30"),
    ],
)
def test_quiet_hours_end_at_a_time_of_the_zone(begin: str, end: str, now: str, until: str | None) -> None:
    wanted = NoticeTimes(zone=BERLIN, quiet_from=begin, quiet_to=end)
    assert times.end_of_quiet(wanted, at(now)) == (None if until is None else int(at(until)))


def test_the_same_instant_is_quiet_in_one_zone_and_not_in_another() -> None:
    now = at("2026-01-11T23:00")
    for zone, quiet in ((BERLIN, True), ("America/New_York", False), ("Asia/Tokyo", True)):
        wanted = NoticeTimes(zone=zone, quiet_from="22:00", quiet_to="08:00")
        assert (times.end_of_quiet(wanted, now) is not None) is quiet


def test_a_digest_comes_once_a_day_at_its_time() -> None:
    wanted = NoticeTimes(zone=BERLIN, digest_at="19:00")
    assert times.next_digest(wanted, at("2026-01-11T18:59")) == at("2026-01-11T19:00")
    assert times.next_digest(wanted, at("2026-01-11T19:00")) == at("2026-01-12T19:00")
    # 23 hours later, because the clocks have gone forward.
    before = at("2026-03-28T19:00")
    assert times.next_digest(wanted, before) - before == 23 * 3600


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        (NoticeTimes(zone="Mars/Olympus"), "There is no time zone 'Mars/Olympus'. Use a name such as"),
        (NoticeTimes(zone="../etc/passwd"), "There is no time zone"),
        (NoticeTimes(zone=""), "There is no time zone"),
        (NoticeTimes(quiet_from="22:00"), "Quiet hours need a start and an end."),
        (NoticeTimes(quiet_from="22:00", quiet_to="22:00"), "a start that differs from their end"),
    ],
)
def test_wrong_times_are_refused_in_one_sentence(wanted: NoticeTimes, why: str) -> None:
    with pytest.raises(Invalid, match=why):
        times.check(wanted)
