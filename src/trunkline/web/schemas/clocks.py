"""Types for the clock of a table, and the absences of people."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from msgspec import Meta, Struct

TimeOfDay = Annotated[str, Meta(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$")]
"""A local time, for example ``22:00``."""
AtZero = Literal["remind", "vote", "bot"]
"""The result when a player's time is used up: a reminder, a vote on a bot, or a bot in the seat."""


class Night(Struct, frozen=True, forbid_unknown_fields=True):
    """The hours of each night that do not count, in each player's own time zone."""

    begins: TimeOfDay
    ends: TimeOfDay


class TableClock(Struct, frozen=True, forbid_unknown_fields=True):
    """The clock of a table, as its owner set it when the table was made."""

    move_hours: Annotated[int, Meta(ge=0, le=8760)]
    """The hours for each move. They do not accumulate."""
    bank_hours: Annotated[int, Meta(ge=0, le=8760)] = 0
    """The hours that each player has for the whole game, used once those of a move are used up."""
    night: Night | None = None
    weekends: bool = False
    """True if Saturdays and Sundays do not count."""
    at_zero: AtZero = "remind"
    bot: str = ""
    """The bot that plays a seat, with ``vote`` and ``bot``."""


class SeatDeadline(Struct, frozen=True):
    """The time that a player who must act still has."""

    seat: str
    deadline: str
    """The time, in UTC, at which the player's time is used up."""
    bank_begins: str
    """The time, in UTC, at which the hours of this move are used up and the player begins to use the bank."""
    bank_seconds: int
    """The time left in the player's bank, without this move."""


class ClockState(Struct, frozen=True):
    """The clock of a table, and the deadlines of the players who must act."""

    clock: TableClock
    text: str
    """The settings as sentences."""
    deadlines: tuple[SeatDeadline, ...]
    paused: str | None = None
    """The time at which the players paused the game. The deadlines are those of that moment."""


class NewAbsence(Struct, frozen=True, forbid_unknown_fields=True):
    """A request to announce an absence: its first and last day."""

    first: date
    last: date


class Absence(Struct, frozen=True):
    """An announced absence."""

    id: str
    first: date
    last: date


class NewZone(Struct, frozen=True, forbid_unknown_fields=True):
    """A request to set your time zone, by its IANA name."""

    zone: Annotated[str, Meta(max_length=64)]


class TimeSettings(Struct, frozen=True):
    """Your time zone and your announced absences."""

    zone: str
    absences: tuple[Absence, ...]
