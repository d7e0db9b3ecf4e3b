"""Tests of two workers on one database: both stream the same chat and presence."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import pytest

from patience import PATIENCE, until
from trunkline.web.chat import presence
from trunkline.web.http import serving
from trunkline.web.http.chat_feed import THERE
from trunkline.web.storage.urls import parse_url
from web.http.house import SEATS, Browser, House
from web.storage.cluster import Cluster

EAST, WEST, NORTH = SEATS
REMOVAL = {"kind": "comment", "reason": "Against the rules"}


class Line:
    """A person's event stream of a table from one worker, until it is closed."""

    def __init__(self, address: str, browser: Browser, game: str, last: str = "") -> None:
        host = address.removeprefix("http://")
        self._link = http.client.HTTPConnection(host, timeout=PATIENCE)
        headers = {"cookie": "; ".join(f"{name}={value}" for name, value in browser.cookies.items())}
        if last:
            headers["last-event-id"] = last
        self._link.request("GET", f"/api/games/{game}/events", headers=headers)
        self._answer = self._link.getresponse()
        assert self._answer.status == 200
        self.said: list[str] = []
        self.present: dict[str, Any] = {}
        self.motions: list[dict[str, Any]] = []
        self.seats = 0
        """Number of events about changed seats."""
        self.comments = 0
        """Number of events about changed comments."""
        self.last = ""
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        kind = ""
        with contextlib.suppress(OSError, http.client.HTTPException, ValueError, AttributeError):
            while line := self._answer.readline().decode():
                name, _, value = line.strip().partition(": ")
                if name == "id":
                    self.last = value
                elif name == "event":
                    kind = value
                elif name == "data" and kind == "said":
                    self.said += [each["text"] for each in json.loads(value)["messages"]]
                elif name == "data" and kind == "seats":
                    self.seats += 1
                elif name == "data" and kind == "comments":
                    self.comments += 1
                elif name == "data" and kind in ("present", "motions"):
                    setattr(self, kind, json.loads(value))

    def hang_up(self) -> None:
        """Close the stream."""
        if self._link.sock is not None:
            self._link.sock.shutdown(2)
        self._answer.close()
        self._link.close()
        self._thread.join(timeout=10)


@contextlib.contextmanager
def answering(house: House) -> Iterator[str]:
    """Run a server on a free local port and yield its address."""
    with serving.open_listener("127.0.0.1", 0) as door:
        server = serving.Server(house.app)
        thread = threading.Thread(
            target=lambda: asyncio.run(server.serve(sockets=[door])), name="table", daemon=True
        )
        thread.start()
        try:
            until(lambda: server.started)
            yield serving.address(door)
        finally:
            server.should_exit = True
            thread.join(timeout=30)


class Lines(Protocol):
    """A function that opens streams. The end of the test closes them."""

    def __call__(self, address: str, browser: Browser, game: str, last: str = "") -> Line:
        """Open a stream."""


@pytest.fixture(name="line")
def opened_lines() -> Iterator[Lines]:
    """A function that opens streams for one test."""
    with contextlib.ExitStack() as stack:

        def opened(address: str, browser: Browser, game: str, last: str = "") -> Line:
            found = Line(address, browser, game, last)
            stack.callback(found.hang_up)
            return found

        yield opened


@pytest.fixture(name="houses")
def two_houses(postgresql: Cluster) -> Iterator[tuple[tuple[House, str], tuple[House, str]]]:
    """Two workers on one database, and their addresses."""
    found = parse_url(postgresql.database())
    one, two = House(found), House(found)
    with answering(one) as here, answering(two) as there:
        yield (one, here), (two, there)


def test_what_is_said_and_who_is_there_goes_through_all_workers(
    houses: tuple[tuple[House, str], tuple[House, str]], line: Lines
) -> None:
    (one, here), (_, there) = houses
    ann, bob, eve = (one.person(name) for name in ("Ann", "Bob", "Eve"))
    made = asked(here, ann, "POST", "/api/games", table())
    game = made["id"]
    asked(there, bob, "POST", f"/api/games/{game}/people", {"seat": WEST})
    hers, his, hers_too = line(here, ann, game), line(there, bob, game), line(there, eve, game)
    everybody = {"seats": [EAST, WEST], "watching": 1}
    until(lambda: all(each.present == everybody for each in (hers, his, hers_too)))

    asked(here, ann, "POST", f"/api/games/{game}/talk", {"text": "Hello"})
    asked(there, bob, "POST", f"/api/games/{game}/talk", {"text": "And to you"})
    until(lambda: all(each.said == ["Hello", "And to you"] for each in (hers, his, hers_too)))

    # The other worker shows a motion.
    asked(here, ann, "POST", f"/api/games/{game}/motions", {"kind": "end", "version": 0})
    until(lambda: bool(his.motions) and his.motions[0]["waits"] == [WEST])

    # A person who disconnects is shown as absent, and receives missed messages on return.
    his.hang_up()
    until(lambda: hers.present == {"seats": [EAST], "watching": 1})
    asked(here, ann, "POST", f"/api/games/{game}/talk", {"text": "Still there?"})
    again = line(here, bob, game, his.last)
    until(lambda: again.said == ["Still there?"])
    assert again.motions[0]["standing"] == "open"


def all_told_of_comments(lines: tuple[Line, ...], number: int) -> bool:
    """Return whether every stream has had ``number`` events about comments."""
    return all(each.comments == number for each in lines)


def all_told(lines: tuple[Line, ...], number: int) -> bool:
    """Return whether every stream has had ``number`` events about changed seats."""
    return all(each.seats == number for each in lines)


def test_whoever_waits_at_any_worker_is_told_who_sits_down_and_gets_up(
    houses: tuple[tuple[House, str], tuple[House, str]], line: Lines
) -> None:
    (one, here), (_, there) = houses
    ann, bob, eve = (one.person(name) for name in ("Ann", "Bob", "Eve"))
    game = asked(here, ann, "POST", "/api/games", table())["id"]
    hers, his, hers_too = line(here, ann, game), line(there, bob, game), line(there, eve, game)
    lines = hers, his, hers_too
    until(lambda: all(each.present == {"seats": [EAST], "watching": 2} for each in lines))
    assert [each.seats for each in lines] == [0, 0, 0]
    changes: list[tuple[Browser, str, dict[str, object]]] = [
        (bob, "people", {"seat": WEST}),
        (bob, "leave", {"seat": WEST}),
        (ann, "privacy", {"private": False}),
        (bob, "people", {"seat": WEST}),
        (ann, "free", {"seat": WEST}),
    ]
    for number, (browser, what, body) in enumerate(changes, 1):
        asked(there, browser, "POST", f"/api/games/{game}/{what}", body)
        until(partial(all_told, lines, number))
    asked(there, bob, "POST", f"/api/games/{game}/people", {"seat": WEST})
    # Presence shows the current seats of people.
    until(lambda: all(each.present == {"seats": [EAST, WEST], "watching": 1} for each in lines))


@pytest.mark.parametrize("store", ["sqlite", "postgresql"])
def test_open_pages_are_told_of_comments_at_once(
    store: str, request: pytest.FixtureRequest, tmp_path: Path, line: Lines
) -> None:
    with contextlib.ExitStack() as stack:
        if store == "sqlite":
            one = House(tmp_path / "table.sqlite")
            here = there = stack.enter_context(answering(one))
        else:
            (one, here), (_, there) = request.getfixturevalue("houses")
        ann, bob = one.person("Ann"), one.person("Bob")
        olga = one.person("Olga", operator=True)
        game = asked(here, ann, "POST", "/api/games", table())["id"]
        study = asked(here, ann, "POST", f"/api/games/{game}/studies", {"name": "The start", "at": 0})["id"]
        link = asked(here, ann, "POST", f"/api/games/{study}/links", None)
        asked(there, bob, "POST", "/api/invitations", {"secret": link["secret"]})
        lines = line(here, ann, study), line(there, bob, study)
        until(lambda: all(each.present == {"seats": [EAST, NORTH, WEST], "watching": 1} for each in lines))
        path = f"/api/games/{study}/comments"
        for times, (address, browser, method, what, body) in enumerate(
            (
                (here, ann, "POST", path, {"at": 0, "marks": [{"board": "map", "at": "F15"}]}),
                (there, bob, "POST", path, {"at": 0, "text": "Rude."}),
                (here, ann, "PUT", f"{path}/{{key}}", {"text": "Or here?"}),
                (there, olga, "POST", "/api/operator/messages", {"game": study, "number": 2, **REMOVAL}),
                (here, ann, "DELETE", f"{path}/{{key}}", None),
            ),
            1,
        ):
            found = asked(there, bob, "GET", path, None)["comments"]
            key = found[0]["key"] if found else ""
            asked(address, browser, method, what.format(key=key), body)
            until(partial(all_told_of_comments, lines, times))
        (left,) = asked(here, ann, "GET", path, None)["comments"]
        assert (left["author"], left["text"]) == ("Bob", "An operator removed this comment.")
        # Talk wakes the streams without such an event.
        asked(there, bob, "POST", f"/api/games/{study}/talk", {"text": "Sorry"})
        until(lambda: all(each.said == ["Sorry"] for each in lines))
        assert [each.comments for each in lines] == [5, 5]


def test_nothing_is_left_of_a_process_that_ends() -> None:
    now = [0.0]
    found = presence.Presence(lambda: now[0])
    found.heard("other", "game", presence.PresentPeople(frozenset({EAST}), 3))
    found.come("game", "stream", "bob")
    here = found.here("game", {"bob": [WEST]})
    assert found.all("game", here) == (frozenset({EAST, WEST}), 3)
    now[0] += presence.HOLDS + 1
    assert found.all("game", here) == (frozenset({WEST}), 0)


def test_many_who_watch_are_told_of_in_few_words(
    houses: tuple[tuple[House, str], tuple[House, str]], line: Lines
) -> None:
    (one, here), (two, _) = houses
    ann = one.person("Ann")
    game = asked(here, ann, "POST", "/api/games", table())["id"]
    told: list[str] = []
    store = one.app.state.backend.store
    notify = store.notify

    def noted(game: str, what: str, link: Any = None) -> None:
        told.append(what)
        notify(game, what, link)

    store.notify = noted
    hers = line(here, ann, game)
    floor = one.app.state.backend.chat
    # Open and close as many streams at once as on a busy evening.
    for number in range(500):
        floor.presence.come(game, number, f"watcher {number}")
        floor._dirty.add(game)
    until(lambda: hers.present.get("watching") == 500)
    until(lambda: floor.presence.games() == [game])
    assert len([each for each in told if each.startswith(THERE)]) <= 3
    other = line(here, ann, game)
    until(lambda: other.present == {"seats": [EAST], "watching": 500})
    assert two.app.state.backend.chat is not floor


def table() -> dict[str, Any]:
    """Return the settings of a public table."""
    seats = [{"name": EAST}, {"name": WEST}, {"name": NORTH, "kind": "random"}]
    return {"title": "1856", "seats": seats, "seed": 4, "private": False}


def asked(address: str, browser: Browser, method: str, path: str, body: object) -> Any:
    """Send a request to a worker. It must succeed. Return its JSON answer."""
    link = http.client.HTTPConnection(address.removeprefix("http://"), timeout=PATIENCE)
    cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    headers = {"cookie": cookies, "content-type": "application/json", "origin": address}
    with contextlib.closing(link):
        link.request(method, path, json.dumps(body), headers)
        answer = link.getresponse()
        data = answer.read()
        assert answer.status < 300, data
        return json.loads(data) if data else None
