"""Tests of accounts on two workers: both know the same people, sessions, limits and metrics."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import signal
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from patience import PATIENCE, until
from trunkline import actions as A
from web.storage.serving import LOST, Serving, serving

PASSWORD = "correct horse battery"
SEATS = "East", "West", "North"


@contextlib.contextmanager
def alone(table: Serving, worker: int) -> Iterator[None]:
    """Pause the other workers, so that this one answers."""
    others = [each for each in table.workers() if each != worker]
    for each in others:
        os.kill(each, signal.SIGSTOP)
    try:
        yield
    finally:
        for each in others:
            os.kill(each, signal.SIGCONT)


class Browser:
    """The browser of a person at the table. Each request uses a new connection."""

    def __init__(self, table: Serving) -> None:
        self._table = table
        self.cookie = ""

    def ask(self, method: str, path: str, body: object = None, token: str = "") -> tuple[int, Any]:
        """Send a request and return its status and JSON answer."""
        link = http.client.HTTPConnection(self._table.host, self._table.port, timeout=PATIENCE)
        headers = {"content-type": "application/json", "connection": "close"}
        if token:
            headers["authorization"] = f"Bearer {token}"
        else:
            headers |= {"cookie": self.cookie, "origin": f"http://{self._table.host}:{self._table.port}"}
        with contextlib.closing(link):
            link.request(method, path, None if body is None else json.dumps(body), headers)
            answer = link.getresponse()
            text = answer.read()
            set_cookie = answer.getheader("set-cookie")
            if set_cookie:
                self.cookie = set_cookie.partition(";")[0]
            return answer.status, json.loads(text) if text else None

    def done(self, method: str, path: str, body: object = None) -> Any:
        """Send a request that must succeed, and return its JSON answer."""
        status, found = self.ask(method, path, body)
        assert status < 300, (status, found)
        return found

    def act(self, game: str, version: int, seat: str) -> None:
        """Pass and check the new version."""
        body = {"version": version, "action": A.encode(A.Pass(seat))}
        assert self.done("POST", f"/api/games/{game}/actions", body)["version"] == version + 1


def free_port() -> int:
    """Return a port without a listener."""
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])


def figures(port: int) -> dict[str, float]:
    """Return the Prometheus metrics by name and labels."""
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    with contextlib.closing(link):
        link.request("GET", "/metrics")
        lines = link.getresponse().read().decode().splitlines()
    pairs = (line.rpartition(" ") for line in lines if not line.startswith("#"))
    return {name: float(value) for name, _, value in pairs}


def again(table: Serving, gone: int) -> int:
    """Return the id of the worker that replaces one that is gone."""
    until(lambda: gone not in table.workers() and len(table.workers()) == 2)
    return table.workers()[-1]


@pytest.mark.slow
def test_people_play_on_two_workers_of_which_one_is_killed(database: str, tmp_path: Path) -> None:
    port = free_port()
    more = {
        "TRUNKLINE_LOG": "json",
        "TRUNKLINE_ACCESS_LOG": "-",
        "TRUNKLINE_METRICS": f"127.0.0.1:{port}",
    }
    with serving(database, 2, tmp_path / "errors", accounts=True, **more) as table:
        ann, bob, cyr = (Browser(table) for _ in range(3))
        until_ready(ann)
        one, other = table.workers()
        with alone(table, one):
            assert ann.ask("GET", "/api/games/none")[0] == 404
            ann.done("POST", "/api/people", {"name": "Ann", "password": PASSWORD})
            seats = [{"name": name} for name in SEATS]
            game = ann.done("POST", "/api/games", {"title": "1856", "seats": seats, "seed": 4})["id"]
            link = ann.done("POST", f"/api/games/{game}/links")["secret"]
            token = ann.done("POST", "/api/tokens", {"name": "a program"})["secret"]
        with alone(table, other):
            for person, name, seat in ((bob, "Bob", "West"), (cyr, "Cyr", "North")):
                person.done("POST", "/api/people", {"name": name, "password": PASSWORD})
                assert person.ask("GET", f"/api/games/{game}")[0] == 404
                person.done("POST", "/api/invitations", {"secret": link})
                person.done("POST", f"/api/games/{game}/people", {"seat": seat})
            # The first worker created this token.
            assert bob.ask("GET", "/api/me", token=token)[1]["name"] == "Ann"
        with alone(table, one):
            ann.act(game, 0, "East")
        with alone(table, other):
            bob.act(game, 1, "West")
        # The metrics count an action after its answer.
        until(lambda: figures(port)["trunkline_actions_acknowledged_total"] == 2)
        os.kill(other, signal.SIGKILL)
        new = again(table, other)
        with alone(table, one):
            cyr.act(game, 2, "North")
        with alone(table, new):
            until_ready(cyr)
            assert cyr.done("GET", f"/api/games/{game}")["version"] == 3
            assert ann.done("GET", "/api/me")["name"] == "Ann"

        # A session that one worker has ended is not valid on the other worker either.
        there = Browser(table)
        there.cookie = cyr.cookie
        with alone(table, one):
            there.done("DELETE", "/api/sessions")
        with alone(table, new):
            assert cyr.done("GET", "/api/me")["name"] is None

        # Both workers count wrong passwords together.
        guesser, wrong = Browser(table), {"name": "Ann", "password": "wrong wrong wrong"}
        for worker in (one, new):
            with alone(table, worker):
                said = [guesser.ask("POST", "/api/sessions", wrong)[0] for _ in range(5)]
                assert said == [422] * 5
        for worker in (one, new):
            with alone(table, worker):
                assert guesser.ask("POST", "/api/sessions", wrong)[0] == 429

        # A metric does not exist before its first event.
        until(lambda: figures(port).get('trunkline_requests_total{does="sign-in",status="429"}') == 2)
        found = figures(port)
        # The actions of a killed worker still count.
        assert found["trunkline_actions_acknowledged_total"] == 3
        assert found['trunkline_request_seconds_count{does="act"}'] == 3
        assert found["trunkline_games_in_memory"] >= 1
        # The server's own address does not serve the metrics.
        assert ann.ask("GET", "/metrics")[0] == 404
        assert table.stop() == 0

    errors = (tmp_path / "errors").read_text()
    # Every line of the log is JSON, including those of the main process.
    lines = [json.loads(line) for line in errors.splitlines()]
    assert "A worker has ended with -9 and is begun again." in [line.get("says") for line in lines]
    told = [line for line in lines if line.get("does") == "act"]
    assert [(line["path"], line["status"]) for line in told] == [(f"/api/games/{game}/actions", 200)] * 3
    assert len({line["person"] for line in told}) == len({line["request"] for line in told}) == 3
    assert all(re.fullmatch("[0-9a-f]{8}", line["request"]) for line in told)
    secrets = [PASSWORD, wrong["password"], token, link]
    secrets += [each.cookie.partition("=")[2] for each in (ann, bob, cyr)]
    assert all(secrets)
    assert not [each for each in secrets if each in errors]


def until_ready(browser: Browser) -> None:
    """Wait until the server is ready."""

    def ready() -> bool:
        with contextlib.suppress(*LOST):
            return browser.ask("GET", "/api/ready")[0] == 200
        return False

    until(ready)
