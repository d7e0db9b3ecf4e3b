"""Tests of the calendar of games that wait for a person, and of its secret key."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from icalendar import Calendar

from trunkline import actions as A
from trunkline.web.presenters.calendar import Due, calendar_of
from web.http.house import SEATS, Browser, House

EAST, WEST, NORTH = SEATS


def key_of(browser: Browser) -> str:
    """Make a new key and return it."""
    return str(browser.post("/api/me/calendar", 201, None)["key"])


def feed(house: House, key: str) -> Calendar:
    """Read a feed as a calendar program does, without a session."""
    answer = Browser(house).ask("GET", "/api/me/calendar.ics", params={"key": key})
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "text/calendar; charset=utf-8"
    assert all(len(line) <= 75 for line in answer.content.split(b"\r\n"))
    return Calendar.from_ical(answer.content)


def test_a_calendar_has_the_games_that_wait_since_when(house: House) -> None:
    ann, bob, cy = (house.person(name) for name in ("Ann", "Bob", "Cy"))
    game = ann.table()
    for browser, seat in ((bob, WEST), (cy, NORTH)):
        browser.comes_by_link(ann, game)
        browser.join(game, seat)
    ann.post(f"/api/games/{game}/branch", 201, {"at": 0})
    key = key_of(ann)
    (event,) = feed(house, key).walk("VEVENT")
    since = datetime.fromisoformat(ann.get("/api/me/games")["games"][0]["game"]["since"])
    assert event.decoded("dtstart") == since.replace(microsecond=0)
    assert event["summary"] == "Your turn: 1856 with West, North"
    assert str(event["url"]).endswith(f"/g/{game}")
    ann.act(game, 0, A.Pass(EAST))
    assert feed(house, key).walk("VEVENT") == []
    assert len(feed(house, key_of(bob)).walk("VEVENT")) == 1


def test_a_calendar_has_the_requests_that_wait_for_an_answer(house: House) -> None:
    ann, bob = house.person("Ann"), house.person("Bob")
    game = ann.table()
    bob.comes_by_link(ann, game)
    bob.join(game, WEST)
    keys = key_of(ann), key_of(bob)
    asked = datetime.now(UTC).replace(microsecond=0)
    ann.post(f"/api/games/{game}/motions", 200, {"kind": "end", "version": 0})
    (event,) = feed(house, keys[1]).walk("VEVENT")
    assert event["summary"] == "A request: 1856 with East, North"
    assert str(event["description"]).startswith("Ann proposes to end the game now. http")
    assert str(event["url"]).endswith(f"/g/{game}")
    assert event["uid"] == f"{game}-end-0@trunkline"
    assert timedelta() <= event.decoded("dtstart") - asked < timedelta(minutes=5)
    assert event.decoded("dtend") - event.decoded("dtstart") == timedelta(minutes=30)
    assert [each["summary"] for each in feed(house, keys[0]).walk("VEVENT")] == []
    bob.post(f"/api/games/{game}/motions/answer", 200, {"kind": "end", "yes": False})
    assert feed(house, keys[1]).walk("VEVENT") == []


def test_a_key_is_renewed_and_removed(house: House) -> None:
    ann = house.person("Ann")
    assert ann.get("/api/me/calendar") == {"created": None}
    old = key_of(ann)
    new = key_of(ann)
    assert ann.get("/api/me/calendar")["created"] is not None
    refused = Browser(house).get("/api/me/calendar.ics", 404, key=old)
    assert refused["error"] == "This calendar address is not valid. Make a new one on the page My games."
    feed(house, new)
    ann.ask("DELETE", "/api/me/calendar", 204)
    Browser(house).get("/api/me/calendar.ics", 404, key=new)
    Browser(house).get("/api/me/calendar.ics", 400)


def test_a_session_does_not_open_the_feed_and_a_key_opens_nothing_else(house: House) -> None:
    ann = house.person("Ann")
    key = key_of(ann)
    ann.get("/api/me/calendar.ics", 404, key="wrong")
    Browser(house, token=key).get("/api/me/games", 401)
    Browser(house).post("/api/me/calendar", 401, None)


def test_the_key_is_stored_as_a_hash_and_goes_with_the_account(house: House) -> None:
    ann = house.person("Ann")
    key = key_of(ann)
    with house.porter.database.reading() as link:
        rows = link.exec_driver_sql("SELECT * FROM calendar_keys").all()
    assert len(rows) == 1
    assert key not in str(rows)
    house.porter.accounts.delete(ann.id)
    Browser(house).get("/api/me/calendar.ics", 404, key=key)


def test_a_deadline_is_the_end_of_its_event() -> None:
    since = datetime(2026, 3, 1, 12, tzinfo=UTC)
    due = Due("g", "1856", "OR 1.1", ("Bob, the elder", "Cy"), since.isoformat(), "https://example.org/g/g")
    now = since + timedelta(hours=5)
    late = due._replace(deadline=since + timedelta(days=1))
    found = [Calendar.from_ical(calendar_of([each], [], now)).walk("VEVENT")[0] for each in (due, late)]
    assert [event.decoded("dtend") for event in found] == [
        since + timedelta(minutes=30),
        since + timedelta(days=1),
    ]
    assert found[0]["summary"] == "Your turn: 1856 with Bob, the elder, Cy"
    assert found[0]["uid"] == found[1]["uid"]
    # Some calendar programs take a moved deadline only from an event with a later stamp.
    assert {event.decoded("dtstamp") for event in found} == {now}
