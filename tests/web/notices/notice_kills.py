"""A test of notices: a worker, PostgreSQL or the receiver is killed again and again while notices are sent.

In each round a person passes, so the next one gets a notice, and one process is killed at a random moment.
Every notice must arrive at least once. It may arrive once more if the server did not get the answer, or could
not store it.

    PYTHONPATH=tests:tests/support python -m web.notices.notice_kills --rounds 50 --seed 1
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable

from patience import PATIENCE, until
from trunkline import actions as A
from web.notices.receivers import LOCAL
from web.storage.killing import killing, main
from web.storage.kills import NAMES, Script
from web.storage.targets import Patient, Targets
from web.storage.test_peopled_workers import PASSWORD, SEATS

SETTINGS = {
    "TRUNKLINE_NOTICE_ALLOW": LOCAL,
    "TRUNKLINE_NOTICE_GRACE": "0",
    "TRUNKLINE_NOTICE_LEASE": "3",
    "TRUNKLINE_NOTICE_PAUSE": "1",
    "TRUNKLINE_RATES": "post=100000/minute",
}


class Waiting:
    """A game of three people, each with a webhook at the receiver. They pass in turn."""

    def __init__(self, targets: Targets) -> None:
        self._there = there = targets.there
        self._script = Script()
        self._people = [Patient(targets.table) for _ in SEATS]
        for number, person in enumerate(self._people):
            person.sure("POST", "/api/people", {"name": f"{SEATS[number]}erner", "password": PASSWORD})
            person.sure("POST", "/api/me/channels", {"kind": "webhook", "address": f"{there.url}/{number}"})
        owner, *others = self._people
        seats = [{"name": name} for name in SEATS]
        body = {"title": "1856", "seats": seats, "seed": 4, "private": False}
        self._game = str(owner.sure("POST", "/api/games", body)["id"])
        for person, seat in zip(others, SEATS[1:], strict=True):
            person.sure("POST", f"/api/games/{self._game}/people", {"seat": seat})
        self.until_sent(1)

    def act(self, version: int) -> bool:
        """Pass for the person who must decide. Return whether another person must decide then."""
        acting, following = (NAMES.index(self._script.player(each)) for each in (version, version + 1))
        body = {"version": version, "action": A.encode(A.Pass(SEATS[acting]))}
        self._people[acting].sure("POST", f"/api/games/{self._game}/actions", body)
        return acting != following

    def until_sent(self, count: int) -> None:
        """Wait until so many notices have arrived, and the server knows it."""

        def sent() -> bool:
            found = [each for person in self._people for each in person.sure("GET", "/api/me/deliveries")]
            return len(self._there.keys()) >= count and {each["state"] for each in found} == {"sent"}

        late = time.monotonic() + PATIENCE
        while not sent():
            assert time.monotonic() < late, f"{len(self._there.keys())} of {count} notices have arrived"
            time.sleep(0.05)


def run(rounds: int, seed: int = 1, say: Callable[[str], None] = print, *, safe: bool = True) -> None:
    """Kill one process in each round. If ``safe``, the database syncs to the disk."""
    with killing(seed, safe, SETTINGS) as targets:
        waiting = Waiting(targets)
        duplicates: Counter[str] = Counter()
        version, expected = 0, 1
        for number in range(1, rounds + 1):
            before = targets.there.keys()
            # A person who must decide again gets no notice.
            while not waiting.act(version):
                version += 1
            version, expected = version + 1, expected + 1
            killed = targets.kill()
            waiting.until_sent(expected)
            until(lambda: len(targets.table.workers()) == 2)
            arrived = targets.there.keys() - before
            assert len(arrived) == 1, "each action causes one notice"
            assert max(arrived.values()) <= 2, f"more than one duplicate after the kill of a {killed}"
            duplicates[killed] += max(arrived.values()) - 1
            say(f"round {number}: {killed} killed, {arrived.total()} arrived")
        keys = targets.there.keys()
        assert len(keys) == expected
        say(
            f"{len(keys)} notices, each arrived; killed: {dict(targets.killed)}; "
            f"duplicates: {dict(+duplicates)}"
        )


if __name__ == "__main__":
    main(run)
