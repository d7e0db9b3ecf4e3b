"""Quiet hours and digest times in the time zone of a person."""

from __future__ import annotations

from datetime import datetime, time, timedelta

from trunkline.util.messages import gettext, gettext_noop
from trunkline.web.accounts.time_zones import is_zone, stored_zone
from trunkline.web.errors import Invalid
from trunkline.web.schemas.notices import NoticeTimes

DAYS = (
    gettext_noop("Monday"),
    gettext_noop("Tuesday"),
    gettext_noop("Wednesday"),
    gettext_noop("Thursday"),
    gettext_noop("Friday"),
    gettext_noop("Saturday"),
    gettext_noop("Sunday"),
)
MONTHS = (
    gettext_noop("January"),
    gettext_noop("February"),
    gettext_noop("March"),
    gettext_noop("April"),
    gettext_noop("May"),
    gettext_noop("June"),
    gettext_noop("July"),
    gettext_noop("August"),
    gettext_noop("September"),
    gettext_noop("October"),
    gettext_noop("November"),
    gettext_noop("December"),
)


def check(times: NoticeTimes) -> None:
    """Raise ``Invalid`` if the preferences name an unknown time zone or half of the quiet hours."""
    if not is_zone(times.zone):
        raise Invalid(
            gettext("There is no time zone {zone}. Use a name such as Europe/Berlin.", zone=repr(times.zone))
        )
    if (times.quiet_from is None) != (times.quiet_to is None):
        raise Invalid(gettext("Quiet hours need a start and an end. Set both or neither."))
    if times.quiet_from is not None and times.quiet_from == times.quiet_to:
        raise Invalid(gettext("Quiet hours need a start that differs from their end."))


def end_of_quiet(times: NoticeTimes, now: float) -> int | None:
    """Return the end of the quiet hours if they are in progress, or None."""
    if times.quiet_from is None or times.quiet_to is None:
        return None
    begin, end = _time(times.quiet_from), _time(times.quiet_to)
    local = datetime.fromtimestamp(now, stored_zone(times.zone))
    at = local.time()
    quiet = begin <= at < end if begin < end else at >= begin or at < end
    return _next(times, end, now) if quiet else None


def next_digest(times: NoticeTimes, now: float) -> int:
    """Return the time of the next digest."""
    assert times.digest_at is not None
    return _next(times, _time(times.digest_at), now)


def local_day(times: NoticeTimes, at: float) -> int:
    """Return the number of a day in the person's time zone."""
    return datetime.fromtimestamp(at, stored_zone(times.zone)).toordinal()


def play_by(times: NoticeTimes, deadline: datetime, now: float) -> str:
    """Return a sentence with the deadline of a turn in the person's time zone."""
    local = deadline.astimezone(stored_zone(times.zone))
    if deadline.timestamp() <= now:
        return gettext("Your time was used up on {date} ({zone}).", date=_date(local), zone=times.zone)
    return gettext("Play by {date} ({zone}).", date=_date(local), zone=times.zone)


def _date(local: datetime) -> str:
    # The server may have another locale than the reader.
    day, month = gettext(DAYS[local.weekday()]), gettext(MONTHS[local.month - 1])
    clock = local.strftime("%H:%M")
    return gettext("{weekday} {day} {month}, {time}", weekday=day, day=local.day, month=month, time=clock)


def _next(times: NoticeTimes, at: time, now: float) -> int:
    """Return the next instant at which clocks of the zone show this time of day."""
    zone = stored_zone(times.zone)
    today = datetime.fromtimestamp(now, zone).date()
    for days in range(3):
        found = datetime.combine(today + timedelta(days=days), at, zone).timestamp()
        if found > now:
            return int(found)
    raise AssertionError("a day has 48 hours at most")


def _time(text: str) -> time:
    return time.fromisoformat(text)
