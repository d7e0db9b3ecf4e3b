"""The games that wait for a person as a calendar (iCalendar, RFC 5545)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from icalendar import Calendar, Event

from trunkline.util.messages import gettext

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


class Asked(NamedTuple):
    """A request at a table that waits for a person's answer."""

    key: str
    """The game and the request."""
    game: str
    """The title of the game and the other players."""
    text: str
    """The request as a sentence."""
    at: datetime
    """The time at which it was made."""
    url: str


def calendar_of(due: Iterable[Due], asked: Iterable[Asked], now: datetime) -> bytes:
    """Return a calendar with one event for each game and for each request.

    An event is at the deadline of a game, or else at the time since which the game has waited. Requests have
    no deadline: their events are at the time at which they were made.
    """
    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", gettext("Trunkline: your turn"))
    calendar.add("refresh-interval", REFRESH, parameters={"VALUE": "DURATION"})
    for each in due:
        calendar.add_component(_event(each, now))
    for request in asked:
        calendar.add_component(_request(request, now))
    return bytes(calendar.to_ical())


def _event(due: Due, now: datetime) -> Event:
    since = datetime.fromisoformat(due.since)
    start = since if due.deadline is None else due.deadline - LENGTH
    summary = gettext("Your turn: {game}", game=named(due.title, due.others))
    time = f"{since:%Y-%m-%d %H:%M}"
    text = gettext(
        "{round}. The game has waited since {time} UTC. {url}",
        round=due.round,
        time=time,
        url=due.url,
    )
    return _at(f"{due.game}-{since:%Y%m%dT%H%M%S%f}", now, start, summary, text, due.url)


def _request(asked: Asked, now: datetime) -> Event:
    text = f"{asked.text} {asked.url}"
    return _at(asked.key, now, asked.at, gettext("A request: {game}", game=asked.game), text, asked.url)


def named(title: str, others: Collection[str]) -> str:
    """Return the name of a game: its title and the other players."""
    if not others:
        return gettext("{title} with no other player", title=title)
    return gettext("{title} with {players}", title=title, players=", ".join(others))


def _at(key: str, stamp: datetime, start: datetime, summary: str, text: str, url: str) -> Event:
    event = Event()
    # The same turn or request keeps its id, so that calendar programs update the event.
    event.add("uid", f"{key}@trunkline")
    # A program that compares stamps must see that this event is newer: its deadline may have moved.
    event.add("dtstamp", stamp)
    event.add("summary", summary)
    event.add("description", text)
    event.add("url", url)
    event.add("transp", "TRANSPARENT")
    event.add("dtstart", start)
    event.add("dtend", start + LENGTH)
    return event
