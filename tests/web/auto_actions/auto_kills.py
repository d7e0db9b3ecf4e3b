"""A test of auto-actions on two workers: a worker or PostgreSQL itself is killed again and again.

Every player of every game has left an auto-action that passes, so the games continue by themselves. In the
end each log must hold one pass for each turn, in the order of play, and each auto-action must have counted
its own.

    PYTHONPATH=tests:tests/support python -m web.auto_actions.auto_kills --rounds 50
"""

from __future__ import annotations

import argparse
import os
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from patience import PATIENCE, until
from web.http.house import SEATS
from web.storage.cluster import cluster
from web.storage.kills import Script
from web.storage.serving import LOST, Serving, serving
from web.storage.test_peopled_workers import PASSWORD, Browser

GAMES = 3
BETWEEN = 10
"""Automatic actions of all games between two kills."""
PAUSE = "0.02"
"""Mean pause in seconds before an automatic action."""


class Patient(Browser):
    """A browser that repeats a request until it is answered."""

    def sure(self, method: str, path: str, body: object = None) -> Any:
        """Send a request until it succeeds."""
        late = time.monotonic() + PATIENCE
        while True:
            try:
                status, found = self.ask(method, path, body)
                if status < 300:
                    return found
                assert status in (429, 503), (status, found)
            except LOST:
                pass
            assert time.monotonic() < late, f"{method} {path} is not answered"
            time.sleep(0.05)


class AutoLoad:
    """Games in which all players have left an auto-action that passes."""

    def __init__(self, table: Serving) -> None:
        self.people = {seat: Patient(table) for seat in SEATS}
        owner, *others = self.people.values()
        for seat, browser in self.people.items():
            browser.sure("POST", "/api/people", {"name": f"{seat}erner", "password": PASSWORD})
        self.games = []
        for _ in range(GAMES):
            seats = [{"name": name} for name in SEATS]
            body = {"title": "1856", "seats": seats, "seed": 4, "private": False}
            game = owner.sure("POST", "/api/games", body)["id"]
            for seat, browser in zip(SEATS[1:], others, strict=True):
                browser.sure("POST", f"/api/games/{game}/people", {"seat": seat})
            self.games.append(game)
        # The first player is the last to leave an auto-action, so all are set before the first one acts.
        for seat in reversed(SEATS):
            auto = {"kind": "pass", "player": seat, "buys": False, "sells": False, "starts": False}
            for game in self.games:
                path = f"/api/games/{game}/auto-actions"
                self.people[seat].sure("POST", path, {"version": 0, "auto_actions": [auto]})

    def versions(self) -> dict[str, int]:
        """Return the version of each game."""
        reader = self.people[SEATS[0]]
        return {g: reader.sure("GET", f"/api/games/{g}?brief=true")["version"] for g in self.games}

    def go_on(self) -> None:
        """Wait until every game has gone on."""
        goal = {game: version + BETWEEN // GAMES + 1 for game, version in self.versions().items()}
        late = time.monotonic() + PATIENCE
        while any(version < goal[game] for game, version in self.versions().items()):
            assert time.monotonic() < late, "the auto-actions do not act any more"
            time.sleep(0.02)

    def stop(self) -> None:
        """Cancel all auto-actions."""
        for browser in self.people.values():
            for game in self.games:
                path = f"/api/games/{game}/auto-actions"
                for each in browser.sure("GET", path)["active"]:
                    browser.sure("DELETE", f"{path}/{each['key']}")

    def check(self) -> int:
        """Check the logs and the counts, and return the number of entries."""
        total = 0
        script = Script()
        names = dict(zip(("Ann", "Bob", "Cy"), SEATS, strict=True))
        for game in self.games:
            log = self.people[SEATS[0]].sure("GET", f"/api/games/{game}/log")
            total += len(log)
            assert [entry["number"] for entry in log] == list(range(1, len(log) + 1))
            assert {entry["action"] for entry in log} == {"pass"}
            turns = [names[script.player(number)] for number in range(len(log))]
            assert [entry["seat"] for entry in log] == turns, "each turn is passed once"
            made = Counter(turns)
            for seat, browser in self.people.items():
                (ended,) = browser.sure("GET", f"/api/games/{game}/auto-actions")["ended"]
                # The action during which its owner cancels it is in the log, but not in its count.
                assert ended["acted"] in (made[seat], made[seat] - 1)
                assert ended["reason"] == "You cancelled it."
        return total


def run(rounds: int, say: Callable[[str], None] = print, *, safe: bool = True) -> None:
    """Kill a worker and the database server in each round. If ``safe``, the database syncs to the disk."""
    with (
        tempfile.TemporaryDirectory() as folder,
        cluster(safe=safe) as server,
        serving(
            server.database(), 2, Path(folder) / "errors", accounts=True, TRUNKLINE_AUTO_PAUSE=PAUSE
        ) as table,
    ):
        load = AutoLoad(table)
        for number in range(1, rounds + 1):
            load.go_on()
            workers = table.workers()
            # Every second time this is the worker that runs the auto-actions.
            os.kill(workers[number % len(workers)], signal.SIGKILL)
            load.go_on()
            server.kill()
            server.start()
            load.go_on()
            say(f"round {number}: {sum(load.versions().values())} automatic actions")
        load.stop()
        until(lambda: load.versions() == load.versions())
        say(f"{load.check()} entries, each turn passed exactly once.")
        assert table.stop() == 0


def main() -> None:
    """Run the rounds given on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=10, help="default: 10")
    run(parser.parse_args().rounds)


if __name__ == "__main__":
    main()
