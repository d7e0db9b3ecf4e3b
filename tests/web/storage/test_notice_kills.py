"""Tests that kill workers, PostgreSQL and receivers: each notice arrives, and at most twice.

``TRUNKLINE_NOTICE_KILLS=50`` tries more rounds.
"""

from __future__ import annotations

import os
import signal
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from patience import PATIENCE, until
from web.notices import notice_kills
from web.notices.receivers import LOCAL, Received, Receiver, receiver
from web.storage.serving import Serving, serving
from web.storage.test_peopled_workers import PASSWORD, SEATS, Browser, again, until_ready

ROUNDS = int(os.environ.get("TRUNKLINE_NOTICE_KILLS", "1"))
SETTINGS = {
    "TRUNKLINE_NOTICE_ALLOW": LOCAL,
    "TRUNKLINE_NOTICE_GRACE": "0",
    "TRUNKLINE_NOTICE_LEASE": "3",
    "TRUNKLINE_RATES": "post=100000/minute",
}


class Playing(NamedTuple):
    """Three people with a webhook each, and their game."""

    people: list[Browser]
    game: str
    there: Receiver

    def act(self, version: int) -> None:
        """Pass for the person who must decide."""
        self.people[version % 3].act(self.game, version, SEATS[version % 3])

    def keys(self) -> Counter[str]:
        """Return how often each notice has arrived."""
        return Counter(each.headers["idempotency-key"] for each in [*self.there.requests])

    def until_arrived(self, count: int) -> None:
        """Wait until so many notices have arrived."""
        until(lambda: len(self.keys()) >= count)

    def until_settled(self, count: int) -> None:
        """Wait until the server knows that so many deliveries were made."""

        def settled() -> bool:
            found = [each for person in self.people for each in person.done("GET", "/api/me/deliveries")]
            return [each["state"] for each in found] == ["sent"] * count

        until(settled)


@pytest.fixture
def there() -> Iterator[Receiver]:
    """A receiver on this machine."""
    with receiver() as found:
        yield found


def begun(table: Serving, there: Receiver) -> Playing:
    """Return a game that has just started. The notice of the first player has arrived."""
    people = [Browser(table) for _ in SEATS]
    until_ready(people[0])
    for number, (person, name) in enumerate(zip(people, ("Ann", "Bob", "Cyr"), strict=True)):
        person.done("POST", "/api/people", {"name": name, "password": PASSWORD})
        person.done("POST", "/api/me/channels", {"kind": "webhook", "address": f"{there.url}/{number}"})
    ann, *others = people
    seats = [{"name": name} for name in SEATS]
    game = str(ann.done("POST", "/api/games", {"title": "1856", "seats": seats, "seed": 4})["id"])
    secret = ann.done("POST", f"/api/games/{game}/links")["secret"]
    for person, seat in zip(others, SEATS[1:], strict=True):
        person.done("POST", "/api/invitations", {"secret": secret})
        person.done("POST", f"/api/games/{game}/people", {"seat": seat})
    found = Playing(people, game, there)
    found.until_arrived(1)
    return found


@pytest.mark.slow
def test_workers_that_are_killed_while_they_deliver(database: str, tmp_path: Path, there: Receiver) -> None:
    free = threading.Event()
    free.set()

    def hold(request: Received) -> None:
        free.wait(PATIENCE)

    there.before = hold
    with serving(database, 2, tmp_path / "errors", accounts=True, **SETTINGS) as table:
        playing = begun(table, there)
        playing.until_settled(1)
        for version in range(ROUNDS):
            free.clear()
            playing.act(version)
            # The request is at the receiver, and the worker waits for the answer.
            playing.until_arrived(version + 2)
            workers = table.workers()
            for worker in workers:
                os.kill(worker, signal.SIGKILL)
            for worker in workers:
                again(table, worker)
            free.set()
            until_ready(playing.people[0])
            # Nobody acts until the next process has repeated the attempt, or it would be cancelled.
            playing.until_settled(version + 2)
        assert table.stop() == 0
    keys = playing.keys()
    assert len(keys) == ROUNDS + 1
    assert max(keys.values()) <= 2, "at most one duplicate, if the worker was killed before the answer"
    assert sum(keys.values()) == 2 * ROUNDS + 1, "the repeated attempts are those of the killed workers"


@pytest.mark.slow
def test_each_notice_arrives_while_workers_the_database_and_the_receiver_are_killed() -> None:
    # At least one round for each kind of process.
    notice_kills.run(max(3, ROUNDS), safe=False)
