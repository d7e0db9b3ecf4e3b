"""A test of two workers under load: a worker or PostgreSQL itself is killed again and again.

Each of ``WRITERS`` people plays a separate game, and two people play one game at the same time. They repeat
an action until it is answered. In the end every acknowledged action must be in the log once and in order,
without other entries. Each watcher must have received each entry once.

    make kill-test
    make kill-test ARGS="--rounds 50"
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable

import trunkline
from patience import PATIENCE
from trunkline import actions as A
from trunkline.engine.kernel import referee
from web.storage.killing import killing, main
from web.storage.serving import Caller, Serving, Watcher

NAMES = ("Ann", "Bob", "Cy")
WRITERS = 3
PACE = 0.01
"""Seconds between an answer and the next action."""
BETWEEN = 12
"""Acknowledged actions between two kills. They are more than all requests in progress at any time."""


class Script:
    """The order of players in a game in which all players always pass."""

    def __init__(self) -> None:
        game = trunkline.new("1856", list(NAMES), seed=4)
        self._title, self._state = game.title, game.state
        self._lock = threading.Lock()
        self._known: list[str] = []

    def player(self, version: int) -> str:
        """Return the player who acts after ``version`` entries."""
        with self._lock:
            while len(self._known) <= version:
                self._known.append(min(referee.to_act(self._title, self._state)))
                self._state, _ = referee.play(self._title, self._state, A.Pass(self._known[-1]))
            return self._known[version]


class Load:
    """Threads that play until they are stopped."""

    def __init__(self, table: Serving) -> None:
        self._table = table
        self._stop = threading.Event()
        self.script = Script()
        self._lock = threading.Lock()
        self.acknowledged: dict[str, Counter[int]] = {}
        """Number of acknowledgements by game and version."""
        self.length: dict[str, int] = {}
        """Number of actions by game, according to the players."""
        self.again = 0
        self.failed: list[BaseException] = []
        self.paths = [self._begun() for _ in range(WRITERS + 1)]
        self._threads = [
            threading.Thread(target=self._play, args=(path,), daemon=True)
            for path in (*self.paths, self.paths[-1])
        ]
        for thread in self._threads:
            thread.start()

    @property
    def count(self) -> int:
        """The number of acknowledged actions."""
        with self._lock:
            return sum(each.total() for each in self.acknowledged.values())

    def go_on(self, more: int) -> None:
        """Wait until ``more`` further actions have been acknowledged."""
        goal, late = self.count + more, time.monotonic() + PATIENCE
        while self.count < goal:
            assert not self.failed, self.failed
            assert time.monotonic() < late, "nothing is acknowledged any more"
            time.sleep(0.01)

    def stop(self) -> None:
        """Stop the players after the answer to their last actions."""
        self._stop.set()
        for thread in self._threads:
            thread.join(timeout=PATIENCE)
        assert not self.failed, self.failed

    def _begun(self) -> str:
        caller = Caller(self._table)
        seats = [{"name": name} for name in NAMES]
        status, made = caller.ask("POST", "/api/games", {"title": "1856", "seats": seats, "seed": 4})
        caller.close()
        assert status == 201
        path = f"/api/games/{made['id']}"
        self.acknowledged[path] = Counter()
        self.length[path] = 0
        return path

    def _play(self, path: str) -> None:
        caller = Caller(self._table)
        try:
            version = 0
            while not self._stop.is_set():
                body = {"version": version, "action": A.encode(A.Pass(self.script.player(version)))}
                status, answer = caller.ask("POST", f"{path}/actions", body)
                assert status in (200, 409), answer
                with self._lock:
                    if status == 200:
                        assert answer["version"] == version + 1
                        self.acknowledged[path][version + 1] += 1
                    version = answer["version"]
                    self.length[path] = max(self.length[path], version)
                self._stop.wait(PACE)
        except BaseException as error:
            self.failed.append(error)
        finally:
            with self._lock:
                self.again += caller.again
            caller.close()


def check(table: Serving, load: Load, watchers: dict[str, Watcher]) -> int:
    """Check the logs against the acknowledgements and return the number of entries."""
    caller, count = Caller(table), 0
    for path in load.paths:
        _, log = caller.ask("GET", f"{path}/log")
        count += len(log)
        numbers = [entry["number"] for entry in log]
        assert numbers == list(range(1, len(log) + 1)), "in order, and none is missing"
        assert [entry["seat"] for entry in log] == list(map(load.script.player, range(len(log))))
        acknowledged = load.acknowledged[path]
        assert set(acknowledged.values()) <= {1}, "nothing is acknowledged to two"
        assert set(acknowledged) <= set(numbers), "what was acknowledged is there"
        # A player who repeated an action and got a 409 for it has made it once.
        assert len(log) == load.length[path], "nothing was done twice"
        if path in watchers:
            watchers[path].until(len(log))
            assert watchers[path].seen == numbers, "who watches has seen each once"
    caller.close()
    return count


def run(rounds: int, seed: int = 1, say: Callable[[str], None] = print, *, safe: bool = True) -> None:
    """Kill a worker and the database server in each round. If ``safe``, the database syncs to the disk."""
    with killing(seed, safe, {}, accounts=False) as targets:
        load = Load(targets.table)
        watchers = {path: Watcher(targets.table, path) for path in load.paths[-2:]}
        for number in range(1, rounds + 1):
            load.go_on(BETWEEN)
            targets.kill_worker()
            load.go_on(BETWEEN)
            targets.kill_database()
            load.go_on(BETWEEN)
            say(f"round {number}: {load.count} acknowledged")
        load.stop()
        count = check(targets.table, load, watchers)
        say(f"{count} entries, each once and in order; {load.again} requests were sent again.")


if __name__ == "__main__":
    main(run)
