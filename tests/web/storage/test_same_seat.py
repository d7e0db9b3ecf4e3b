"""Races for seats between two worker processes on one database."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from trunkline import actions as A
from web.storage.serving import Serving, serving
from web.storage.test_peopled_workers import PASSWORD, SEATS, Browser, until_ready

ROUNDS = 5
"""Number of games in which two requests race. The system chooses the worker of each request."""
Answer = tuple[int, Any]


@pytest.fixture
def table(database: str, tmp_path: Path) -> Iterator[Serving]:
    """A server of two workers with accounts and high rate limits."""
    rates = {"TRUNKLINE_RATES": "create=1000/hour,post=1000/minute"}
    with serving(database, 2, tmp_path / "errors", accounts=True, **rates) as table:
        assert len(table.workers()) == 2
        yield table


def people(table: Serving) -> tuple[Browser, Browser, Browser]:
    """Sign up three people and return their browsers."""
    found = Browser(table), Browser(table), Browser(table)
    until_ready(found[0])
    for person, name in zip(found, ("Ann", "Bob", "Cyr"), strict=True):
        person.done("POST", "/api/people", {"name": name, "password": PASSWORD})
    return found


def open_game(owner: Browser, *others: Browser) -> str:
    """Create a game and invite the others. The owner has the first seat."""
    body = {"title": "1856", "seats": [{"name": name} for name in SEATS], "seed": 4}
    game: str = owner.done("POST", "/api/games", body)["id"]
    secret = owner.done("POST", f"/api/games/{game}/links")["secret"]
    for other in others:
        other.done("POST", "/api/invitations", {"secret": secret})
    return game


def at_once(*calls: Callable[[], Answer]) -> list[Answer]:
    """Send requests at the same instant and return their answers."""
    start = threading.Barrier(len(calls))

    def call(request: Callable[[], Answer]) -> Answer:
        start.wait()
        return request()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(call, calls))


def sitter(owner: Browser, game: str, seat: str) -> str | None:
    """Return the person in a seat."""
    seats = owner.done("GET", f"/api/games/{game}/people")["seats"]
    (found,) = (each for each in seats if each["seat"] == seat)
    person: str | None = found["person"]
    return person


def test_of_two_people_one_gets_the_seat(table: Serving) -> None:
    ann, bob, cyr = people(table)
    for _ in range(ROUNDS):
        game = open_game(ann, bob, cyr)
        path, body = f"/api/games/{game}/people", {"seat": "West"}
        answers = at_once(lambda: bob.ask("POST", path, body), lambda: cyr.ask("POST", path, body))  # noqa: B023
        statuses = [status for status, _ in answers]
        assert sorted(statuses) == [200, 409], answers
        assert sitter(ann, game, "West") == ("Bob" if statuses[0] == 200 else "Cyr")


def test_no_action_is_played_before_the_last_seat_is_taken(table: Serving) -> None:
    ann, bob, cyr = people(table)
    for _ in range(ROUNDS):
        game = open_game(ann, bob, cyr)
        bob.done("POST", f"/api/games/{game}/people", {"seat": "West"})
        act = {"version": 0, "action": A.encode(A.Pass("East"))}
        assert ann.ask("POST", f"/api/games/{game}/actions", act)[0] == 422, "a seat is open"
        joined, acted = at_once(
            lambda: cyr.ask("POST", f"/api/games/{game}/people", {"seat": "North"}),  # noqa: B023
            lambda: ann.ask("POST", f"/api/games/{game}/actions", act),  # noqa: B023
        )
        assert joined[0] == 200, joined
        assert acted[0] in (200, 422), acted
        if acted[0] == 422:
            assert "seat" in acted[1]["error"], acted
        if acted[0] == 422:
            # Both workers know of the join now.
            ann.act(game, 0, "East")
        assert ann.done("GET", f"/api/games/{game}")["version"] == 1
        assert sitter(ann, game, "North") == "Cyr"
