"""Checks of the settings of clocks, and their text for players."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from trunkline.util.enumeration import enumerated
from trunkline.util.messages import gettext, gettext_noop, ngettext
from trunkline.web.accounts.time_zones import is_zone
from trunkline.web.clocks.working_time import DaysAway, RestTimes
from trunkline.web.errors import Invalid
from trunkline.web.schemas.clocks import NewAbsence, TableClock

SHORTEST_DAY = timedelta(hours=4)
"""The time that must count each day."""
LONGEST_ABSENCE = timedelta(days=60)
FARTHEST_ABSENCE = timedelta(days=365)


def check_clock(clock: TableClock) -> TableClock:
    """Return the settings of a table if they make sense. Raises ``Invalid``."""
    if clock.move_hours == 0 and clock.bank_hours == 0:
        raise Invalid(
            gettext("A clock of zero leaves no time to move: give hours for each move, or a time bank.")
        )
    if clock.night is not None:
        night = _length_of_night(*_night(clock))
        if night > timedelta(days=1) - SHORTEST_DAY:
            raise Invalid(
                gettext(
                    "The night leaves less than {hours} hours of each day to play in.",
                    hours=SHORTEST_DAY.seconds // 3600,
                )
            )
    if clock.at_zero != "remind" and not clock.bot:
        raise Invalid(gettext("Name the bot that plays the seat when the time is used up."))
    return clock


def check_absence(absence: NewAbsence, today: date, zone: str) -> NewAbsence:
    """Return an announced absence if it makes sense on the present day of a zone. Raises ``Invalid``."""
    if absence.last < absence.first:
        raise Invalid(gettext("The last day of an absence cannot be before its first day."))
    if absence.first < today:
        raise Invalid(
            gettext(
                "An absence cannot begin in the past. Today is {today} in your time zone, {zone}: "
                "choose this day or a later one.",
                today=today,
                zone=zone,
            )
        )
    if absence.last - absence.first >= LONGEST_ABSENCE:
        raise Invalid(
            gettext(
                "An absence lasts at most {days} days: let a bot play for longer ones.",
                days=LONGEST_ABSENCE.days,
            )
        )
    if absence.first - today > FARTHEST_ABSENCE:
        raise Invalid(gettext("An absence begins within a year."))
    return absence


def check_zone(name: str) -> None:
    """Check the IANA name of a time zone. Raises ``Invalid``."""
    if not is_zone(name):
        raise Invalid(
            gettext(
                "There is no time zone {name!r}: give a name such as Europe/Berlin or America/New_York.",
                name=name,
            )
        )


def rest_times(clock: TableClock, zone: ZoneInfo, absences: list[DaysAway]) -> RestTimes:
    """Return the times that do not count for one player of a table."""
    night = None if clock.night is None else _night(clock)
    return RestTimes(zone, night, clock.weekends, absences)


def describe_clock(clock: TableClock) -> str:
    """Return the settings of a table as sentences."""
    parts = []
    if clock.move_hours:
        parts.append(gettext("Each move may take {time}.", time=_hours(clock.move_hours)))
    if clock.bank_hours:
        bank = _hours(clock.bank_hours)
        parts.append(
            gettext("After that, a player uses a bank of {time} for the whole game.", time=bank)
            if clock.move_hours
            else gettext("Each player has {time} for the whole game.", time=bank)
        )
    pauses = [gettext("announced absences")]
    if clock.weekends:
        pauses.insert(0, gettext("weekends"))
    if clock.night is not None:
        pauses.insert(
            0,
            gettext(
                "nights from {begins} to {ends} in the player's time zone",
                begins=clock.night.begins,
                ends=clock.night.ends,
            ),
        )
    listed = enumerated(pauses)
    parts.append(gettext("{Pauses} do not count.", Pauses=listed[:1].upper() + listed[1:]))
    parts.append(_at_zero(clock))
    return " ".join(parts)


def _at_zero(clock: TableClock) -> str:
    if clock.at_zero == "vote":
        text = gettext_noop("When the time is used up, the others vote on whether a {bot} plays the seat.")
    elif clock.at_zero == "bot":
        text = gettext_noop("When the time is used up, a {bot} plays the seat until the player returns.")
    else:
        text = gettext_noop("When the time is used up, the player gets a reminder.")
    return gettext(text, bot=clock.bot)


def _hours(hours: int) -> str:
    if hours % 24 or hours < 48:
        return ngettext("{count} hour", "{count} hours", hours)
    return ngettext("{count} day", "{count} days", hours // 24)


def _night(clock: TableClock) -> tuple[time, time]:
    assert clock.night is not None
    return time.fromisoformat(clock.night.begins), time.fromisoformat(clock.night.ends)


def _length_of_night(begins: time, ends: time) -> timedelta:
    """Return the length of a night on a day without a change of the clock."""
    day = date(2000, 1, 1)
    length = datetime.combine(day, ends) - datetime.combine(day, begins)
    return length if length > timedelta() else length + timedelta(days=1)
