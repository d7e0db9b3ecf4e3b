"""The processes that a test kills, one at random in each round, and clients that are patient meanwhile."""

from __future__ import annotations

import os
import random
import signal
import time
from collections import Counter
from typing import Any

from patience import PATIENCE
from web.notices.receiving import Receiving
from web.storage.cluster import Cluster
from web.storage.serving import LOST, Serving
from web.storage.test_peopled_workers import Browser

WORKER, DATABASE, RECEIVER = "worker", "database", "receiver"
LATEST = 1.5
"""The latest moment of a kill after the beginning of a round, in seconds. Notices leave within a second."""


class Targets:
    """The processes of a server under test. The same seed kills in the same order."""

    def __init__(self, table: Serving, server: Cluster, there: Receiving, seed: int) -> None:
        self.table, self.server, self.there = table, server, there
        self._drawn = random.Random(seed)
        # Each target is killed once before the first one is killed again, also in a short test.
        self._next: list[str] = []
        self.killed: Counter[str] = Counter()

    def kill(self) -> str:
        """Kill one process at a random moment, and start it again. Return its kind."""
        if not self._next:
            self._next = self._drawn.sample((WORKER, DATABASE, RECEIVER), 3)
        found = self._next.pop()
        time.sleep(self._drawn.uniform(0, LATEST))
        if found == WORKER:
            self.kill_worker()
        elif found == DATABASE:
            self.kill_database()
        else:
            self.there.kill()
            time.sleep(self._drawn.uniform(0, LATEST))
            self.there.start()
        self.killed[found] += 1
        return found

    def kill_worker(self) -> None:
        """Kill one worker. The main process replaces it."""
        os.kill(self._drawn.choice(self.table.workers()), signal.SIGKILL)

    def kill_database(self) -> None:
        """Kill the database server, and start it again."""
        self.server.kill()
        self.server.start()


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
