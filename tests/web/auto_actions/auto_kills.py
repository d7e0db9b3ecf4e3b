"""A test of automatic actions: a worker, PostgreSQL or the receiver of notices is killed again and again.

In some games every player has left an auto-action that passes, so the games continue by themselves. In the
end each log must hold one pass for each turn, in the order of play, and each auto-action must have counted
its own. In another game every player keeps a plan in each round; see ``PlanLoad``.

    PYTHONPATH=tests:tests/support python -m web.auto_actions.auto_kills --rounds 50 --seed 1
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable

from patience import PATIENCE, until
from web.http.house import SEATS
from web.notices.receivers import LOCAL
from web.plans.plan_load import PlanLoad, seated_game
from web.storage.killing import killing, main
from web.storage.kills import Script
from web.storage.targets import Patient, Targets
from web.storage.test_peopled_workers import PASSWORD

GAMES = 3
BETWEEN = 10
"""Automatic actions of all games between two kills."""
SETTINGS = {
    # The mean pause in seconds before an automatic action.
    "TRUNKLINE_AUTO_PAUSE": "0.1",
    "TRUNKLINE_NOTICE_ALLOW": LOCAL,
    "TRUNKLINE_NOTICE_GRACE": "0",
    "TRUNKLINE_RATES": ", ".join(f"{rate}=100000/minute" for rate in ("post", "branch", "create", "ask")),
}


class AutoLoad:
    """Games in which all players have left an auto-action that passes."""

    def __init__(self, targets: Targets) -> None:
        self.people = {seat: Patient(targets.table) for seat in SEATS}
        for seat, browser in self.people.items():
            browser.sure("POST", "/api/people", {"name": f"{seat}erner", "password": PASSWORD})
            address = f"{targets.there.url}/{seat}"
            browser.sure("POST", "/api/me/channels", {"kind": "webhook", "address": address})
        self.games = [seated_game(self.people, 4) for _ in range(GAMES)]
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
    with killing(seed, safe, SETTINGS) as targets:
        load = AutoLoad(targets)
        plans = PlanLoad(load.people, seed)
        for number in range(1, rounds + 1):
            load.go_on()
            plans.keep()
            killed = targets.kill()
            plans.settle()
            actions = sum(load.versions().values())
            say(f"round {number}: {killed} killed, {actions} actions by auto-actions, {plans.made} by plans")
        load.go_on()
        load.stop()
        until(lambda: load.versions() == load.versions())
        say(f"{load.check()} entries, each turn passed exactly once; killed: {dict(targets.killed)}.")
        say(f"{plans.made} planned moves, each made once; plans: {dict(plans.ends)}.")


if __name__ == "__main__":
    main(run)
