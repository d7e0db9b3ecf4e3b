"""Checks of the settings of clocks, and their text for players."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from trunkline.util.enumeration import enumerated
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
        raise Invalid("A clock of zero leaves no time to move: give hours for each move, or a time bank.")
    if clock.night is not None:
        night = _length_of_night(*_night(clock))
        if night > timedelta(days=1) - SHORTEST_DAY:
            raise Invalid(
                f"The night leaves less than {SHORTEST_DAY.seconds // 3600} hours of each day to play in."
            )
    if clock.at_zero != "remind" and not clock.bot:
        raise Invalid("Name the bot that plays the seat when the time is used up.")
    return clock


def check_absence(absence: NewAbsence, today: date, zone: str) -> NewAbsence:
    """Return an announced absence if it makes sense on the present day of a zone. Raises ``Invalid``."""
    if absence.last < absence.first:
        raise Invalid("The last day of an absence cannot be before its first day.")
    if absence.first < today:
        raise Invalid(
            f"An absence cannot begin in the past. Today is {today} in your time zone, {zone}: "
            "choose this day or a later one."
        )
    if absence.last - absence.first >= LONGEST_ABSENCE:
        raise Invalid(
            f"An absence lasts at most {LONGEST_ABSENCE.days} days: let a bot play for longer ones."
        )
    if absence.first - today > FARTHEST_ABSENCE:
        raise Invalid("An absence begins within a year.")
    return absence


def check_zone(name: str) -> None:
    """Check the IANA name of a time zone. Raises ``Invalid``."""
    if not is_zone(name):
        raise Invalid(
            f"There is no time zone {name!r}: give a name such as Europe/Berlin or America/New_York."
        )


def rest_times(clock: TableClock, zone: ZoneInfo, absences: list[DaysAway]) -> RestTimes:
    """Return the times that do not count for one player of a table."""
    night = None if clock.night is None else _night(clock)
    return RestTimes(zone, night, clock.weekends, absences)


def describe_clock(clock: TableClock) -> str:
    """Return the settings of a table as sentences."""
    parts = []
    if clock.move_hours:
        parts.append(f"Each move may take {_hours(clock.move_hours)}.")
    if clock.bank_hours:
        bank = _hours(clock.bank_hours)
        before = "After that, a player uses a bank of" if clock.move_hours else "Each player has"
        parts.append(f"{before} {bank} for the whole game.")
    pauses = ["announced absences"]
    if clock.weekends:
        pauses.insert(0, "weekends")
    if clock.night is not None:
        pauses.insert(0, f"nights from {clock.night.begins} to {clock.night.ends} in the player's time zone")
    parts.append(f"{enumerated(pauses).capitalize()} do not count.")
    parts.append(
        {
            "remind": "When the time is used up, the player gets a reminder.",
            "vote": f"When the time is used up, the others vote on whether a {clock.bot} plays the seat.",
            "bot": f"When the time is used up, a {clock.bot} plays the seat until the player returns.",
        }[clock.at_zero]
    )
    return " ".join(parts)


def _hours(hours: int) -> str:
    if hours % 24 or hours < 48:
        return f"{hours} hour{'' if hours == 1 else 's'}"
    return f"{hours // 24} days"


def _night(clock: TableClock) -> tuple[time, time]:
    assert clock.night is not None
    return time.fromisoformat(clock.night.begins), time.fromisoformat(clock.night.ends)


def _length_of_night(begins: time, ends: time) -> timedelta:
    """Return the length of a night on a day without a change of the clock."""
    day = date(2000, 1, 1)
    length = datetime.combine(day, ends) - datetime.combine(day, begins)
    return length if length > timedelta() else length + timedelta(days=1)
