"""The games that wait for a person as a calendar (iCalendar, RFC 5545)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from icalendar import Calendar, Event

PRODUCT = "-//Trunkline//Games that wait//EN"
REFRESH = timedelta(minutes=30)
"""The interval at which calendar programs should request the feed again."""
LENGTH = timedelta(minutes=30)
"""The length of an event without a deadline."""


class Due(NamedTuple):
    """A game that waits for a person."""

    game: str
    title: str
    round: str
    others: tuple[str, ...]
    """The names of the other seats."""
    since: str
    """The time since which it has waited, as the log stores times."""
    url: str
    deadline: datetime | None = None
    """The time at which the person's time is used up, if the table has a clock."""


def calendar_of(due: Iterable[Due], now: datetime) -> bytes:
    """Return a calendar with one event for each game.

    An event is at the deadline of a game, or else at the time since which the game has waited.
    """
    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", "Trunkline: your turn")
    calendar.add("refresh-interval", REFRESH, parameters={"VALUE": "DURATION"})
    for each in due:
        calendar.add_component(_event(each, now))
    return bytes(calendar.to_ical())


def _event(due: Due, now: datetime) -> Event:
    since = datetime.fromisoformat(due.since)
    event = Event()
    # The same turn keeps its id, so that calendar programs update the event instead of adding one.
    event.add("uid", f"{due.game}-{since:%Y%m%dT%H%M%S%f}@trunkline")
    # A program that compares stamps must see that this event is newer: its deadline may have moved.
    event.add("dtstamp", now)
    event.add("summary", f"Your turn: {due.title} with {', '.join(due.others) or 'no other player'}")
    event.add("description", f"{due.round}. The game has waited since {since:%Y-%m-%d %H:%M} UTC. {due.url}")
    event.add("url", due.url)
    event.add("transp", "TRANSPARENT")
    if due.deadline is None:
        event.add("dtstart", since)
        event.add("dtend", since + LENGTH)
    else:
        event.add("dtstart", due.deadline - LENGTH)
        event.add("dtend", due.deadline)
    return event
