"""Time of the server: an action until others see it, a long game opened, an old moment shown.

Random players play a game of 1856 to ``ACTIONS`` entries over HTTP, on a server with its database on the
disk. A second client follows the events. The bare commit of a similar entry to the same disk is timed too:
nothing that waits for the disk can be faster.

    make bench-table                            # of 700 entries
    make bench-table ARGS="--actions 5000"      # to its end
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import re
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import trunkline
from trunkline import actions
from trunkline.players.random_player import RandomPlayer

ACTIONS = 700
SEED = 1856
PEOPLE = ("Ann", "Bob", "Cy")
MOMENTS = 100
"""The number of old moments requested."""
AWAY = 20
"""The number of entries in a digest of what happened since a visit."""
HEAD = f"{'question':52} {'asked':>6} {'median ms':>10} {'95% ms':>10} {'worst ms':>10}"


def line(name: str, times: list[float]) -> str:
    """Return a line of the table for times in seconds."""
    ordered = sorted(1000 * each for each in times)
    middle, late = statistics.median(ordered), ordered[int(0.95 * (len(ordered) - 1))]
    return f"{name:52} {len(ordered):>6} {middle:>10.3f} {late:>10.3f} {ordered[-1]:>10.3f}"


class Client:
    """A connection to the server."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self._link = http.client.HTTPConnection(host, port, timeout=60)

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """Return the answer to a request."""
        data = None if body is None else json.dumps(body).encode()
        self._link.request(method, path, data, {"content-type": "application/json"} if data else {})
        answer = self._link.getresponse()
        text = answer.read()
        if answer.status >= 300:
            raise SystemExit(f"{method} {path}: {answer.status} {text.decode()}")
        return json.loads(text)

    def timed(self, path: str) -> float:
        """Return the seconds that a GET took."""
        start = time.perf_counter()
        self.ask("GET", path)
        return time.perf_counter() - start


@contextlib.contextmanager
def table(store: Path) -> Iterator[Client]:
    """Yield a client of a server in a separate process."""
    command = [sys.executable, "-m", "trunkline.cli", "table", "--port", "0", "--store", str(store)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, bufsize=1) as process:
        assert process.stdout is not None
        found = re.search(r"http://([\d.]+):(\d+)/", process.stdout.readline())
        assert found is not None
        try:
            yield Client(found[1], int(found[2]))
        finally:
            process.kill()


class Watcher(threading.Thread):
    """A thread that records when each entry of a game is seen."""

    def __init__(self, client: Client, path: str) -> None:
        super().__init__(daemon=True)
        self.seen: dict[int, float] = {}
        self._link = http.client.HTTPConnection(client.host, client.port, timeout=60)
        self._link.request("GET", f"{path}/events")
        self._answer = self._link.getresponse()
        self.start()

    def run(self) -> None:
        """Read the event stream."""
        with contextlib.suppress(OSError, http.client.HTTPException):
            while text := self._answer.readline():
                if text.startswith(b"id:"):
                    self.seen[int(text[3:])] = time.perf_counter()


def played(
    client: Client, path: str, length: int
) -> tuple[list[float], list[float], list[float], list[float]]:
    """Play a game over HTTP.

    Return the seconds to the answer, to the event, to a second client's view, and to its digest.
    """
    watcher = Watcher(client, path)
    other = Client(client.host, client.port)
    game = trunkline.new("1856", list(PEOPLE), seed=SEED)
    chooser = RandomPlayer(SEED)
    begun: list[float] = []
    answered: list[float] = []
    shown: list[float] = []
    told: list[float] = []
    while not game.over and len(game.actions) < length:
        action = chooser.choose(game, next(name for name in game.players if name in game.to_act))
        body = {"version": len(begun), "action": actions.encode(action)}
        game.play(action)
        begun.append(time.perf_counter())
        client.ask("POST", f"{path}/actions", body)
        answered.append(time.perf_counter() - begun[-1])
        if len(begun) % 7 == 0:
            shown.append(other.timed(f"{path}?brief=true"))
        if len(begun) > AWAY and len(begun) % 25 == 0:
            told.append(other.timed(f"{path}/since?from={len(begun) - AWAY}"))
    time.sleep(0.5)
    return answered, [watcher.seen[n + 1] - start for n, start in enumerate(begun)], shown, told


def commits(folder: Path) -> list[float]:
    """Return the seconds that a bare commit of an entry and a state takes on the same disk."""
    link = sqlite3.connect(folder / "bare.sqlite", isolation_level=None)
    for pragma in ("journal_mode=WAL", "synchronous=FULL"):
        link.execute(f"PRAGMA {pragma}")
    link.execute("CREATE TABLE entries (number INTEGER PRIMARY KEY, data BLOB)")
    times = []
    for _ in range(200):
        start = time.perf_counter()
        link.execute("BEGIN IMMEDIATE")
        link.execute("INSERT INTO entries (data) VALUES (?)", (b"x" * 4000,))
        link.execute("COMMIT")
        times.append(time.perf_counter() - start)
    link.close()
    return times


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--actions", type=int, default=ACTIONS)
    length = parser.parse_args().actions
    print(HEAD)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        store = folder / "table.sqlite"
        print(line("a bare commit on this disk", commits(folder)))
        with table(store) as client:
            seats = [{"name": person} for person in PEOPLE]
            made = client.ask(
                "POST", "/api/games", {"title": "1856", "seats": seats, "seed": SEED, "runs": "best"}
            )
            path = f"/api/games/{made['id']}"
            answered, seen, shown, told = played(client, path, length)
            print(line("an action, to its answer", answered))
            print(line("an action, to the event at a second client", seen))
            print(line("the new moment's view, without what is forbidden", shown))
            print(line(f"the digest of {AWAY} entries while the game is played", told))
        last = len(answered)
        opened, newest, first, later, again, sheet, log = [], [], [], [], [], [], []
        digest, digest_again = [], []
        for _ in range(5):
            with table(store) as client:
                client.ask("GET", "/api/titles/1856/board")
                opened.append(client.timed(f"{path}/log?after={last - 1}"))
                newest.append(client.timed(f"{path}?brief=true"))
                digest.append(client.timed(f"{path}/since?from={last - AWAY}"))
                digest_again.append(client.timed(f"{path}/since?from={last - AWAY}"))
                numbers = [last * part // (MOMENTS + 1) for part in range(MOMENTS, 0, -1)]
                first.append(client.timed(f"{path}?at={numbers[0]}"))
                later += [client.timed(f"{path}?at={number}") for number in numbers[1:]]
                again.append(client.timed(f"{path}?at={numbers[-1]}"))
                sheet.append(client.timed(f"{path}/sheet"))
                log.append(client.timed(f"{path}/log"))
        print(line(f"a game of {last} entries opened, the process new", opened))
        print(line("its newest view, the first one asked for", newest))
        print(line(f"the digest of {AWAY} entries, the first one asked for", digest))
        print(line("the same digest once more", digest_again))
        print(line("the first old moment, which recalls all before it", first))
        print(line("other old moments", later))
        print(line("an old moment once more", again))
        print(line("the sheet of all rounds", sheet))
        print(line("the log of all entries", log))


if __name__ == "__main__":
    main()
