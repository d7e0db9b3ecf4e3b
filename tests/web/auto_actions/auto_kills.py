"""A test of auto-actions: a worker, PostgreSQL or the receiver of notices is killed again and again.

Every player of every game has left an auto-action that passes, so the games continue by themselves. In the
end each log must hold one pass for each turn, in the order of play, and each auto-action must have counted
its own.

    PYTHONPATH=tests:tests/support python -m web.auto_actions.auto_kills --rounds 50 --seed 1
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from patience import PATIENCE, until
from web.http.house import SEATS
from web.notices.receivers import LOCAL
from web.notices.receiving import Receiving, receiving
from web.storage.cluster import cluster
from web.storage.kills import Script
from web.storage.serving import Serving, serving
from web.storage.targets import Patient, Targets
from web.storage.test_peopled_workers import PASSWORD

GAMES = 3
BETWEEN = 10
"""Automatic actions of all games between two kills."""
SETTINGS = {
    # The mean pause in seconds before an automatic action.
    "TRUNKLINE_AUTO_PAUSE": "0.02",
    "TRUNKLINE_NOTICE_ALLOW": LOCAL,
    "TRUNKLINE_NOTICE_GRACE": "0",
}


class AutoLoad:
    """Games in which all players have left an auto-action that passes."""

    def __init__(self, table: Serving, there: Receiving) -> None:
        self.people = {seat: Patient(table) for seat in SEATS}
        owner, *others = self.people.values()
        for seat, browser in self.people.items():
            browser.sure("POST", "/api/people", {"name": f"{seat}erner", "password": PASSWORD})
            browser.sure("POST", "/api/me/channels", {"kind": "webhook", "address": f"{there.url}/{seat}"})
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


def run(rounds: int, seed: int = 1, say: Callable[[str], None] = print, *, safe: bool = True) -> None:
    """Kill one process in each round. If ``safe``, the database syncs to the disk."""
    with (
        tempfile.TemporaryDirectory() as name,
        receiving(Path(name)) as there,
        cluster(safe=safe) as server,
        serving(server.database(), 2, Path(name) / "errors", accounts=True, **SETTINGS) as table,
    ):
        load, targets = AutoLoad(table, there), Targets(table, server, there, seed)
        for number in range(1, rounds + 1):
            load.go_on()
            killed = targets.kill()
            load.go_on()
            say(f"round {number}: {killed} killed, {sum(load.versions().values())} automatic actions")
        load.stop()
        until(lambda: load.versions() == load.versions())
        say(f"{load.check()} entries, each turn passed exactly once; killed: {dict(targets.killed)}.")
        assert table.stop() == 0


def main() -> None:
    """Run the rounds given on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=10, help="default: 10")
    parser.add_argument("--seed", type=int, default=1, help="default: 1")
    options = parser.parse_args()
    run(options.rounds, options.seed)


if __name__ == "__main__":
    main()
