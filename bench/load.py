"""Check that long games do not delay other requests.

The test imports a game of ``ENTRIES`` entries and restarts the server. Then clients with different addresses
make ``SANDBOXES`` sandboxes of it and import ``IMPORTS`` more games. A client that gets 429 or 503 retries.
Meanwhile ``GAMES`` other games are played, and the client's page is fetched. The command ends with 1 if fewer
than 99 of 100 of those requests were answered within ``BAR`` milliseconds.

    make load-table
    make load-table ARGS="--entries 5000"
"""

from __future__ import annotations

import argparse
import http.client
import json
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import trunkline
from table import PEOPLE, Client, table
from trunkline import actions
from trunkline.engine.kernel import referee
from trunkline.game import saves
from trunkline.players.random_player import RandomPlayer

ENTRIES, SANDBOXES, IMPORTS = 30_000, 20, 7
GAMES = 4
BAR = 300.0
QUIET = 5.0
"""Seconds of measurement without a load."""
LIMIT = 900.0
"""Seconds after which the load is given up."""
BUSY = (429, 503)
HEAD = f"{'question':44} {'asked':>7} {'median ms':>10} {'99% ms':>10} {'worst ms':>10}"


def late(times: list[float]) -> float:
    """Return the milliseconds within which 99 of 100 requests were answered."""
    return 1000 * sorted(times)[int(0.99 * (len(times) - 1))]


def line(name: str, times: list[float]) -> str:
    """Return a line of the table for times in seconds."""
    return (
        f"{name:44} {len(times):>7} {1000 * statistics.median(times):>10.1f} {late(times):>10.1f} "
        f"{1000 * max(times):>10.1f}"
    )


def long_file(entries: int) -> bytes:
    """Return a saved game in which all players only pass."""
    game = trunkline.new("1856", list(PEOPLE), seed=1)
    state, played = game.state, []
    for _ in range(entries):
        played.append(actions.Pass(min(referee.to_act(game.title, state))))
        state, _ = referee.play(game.title, state, played[-1])
    return saves.to_bytes(game.title.board.hash, game.options, played, state)


class Load:
    """The long requests. Each runs in a thread and has a separate client address."""

    def __init__(self, client: Client, path: str, data: bytes, entries: int) -> None:
        self._client = client
        self._until = time.monotonic() + LIMIT
        self.busy = 0
        self.done: list[tuple[str, float]] = []
        self.failed: list[str] = []
        json_type = {"content-type": "application/json"}
        work: list[tuple[str, str, bytes, dict[str, str]]] = [
            ("import", "/api/import", data, {}) for _ in range(IMPORTS)
        ]
        for number in range(SANDBOXES):
            at = json.dumps({"at": entries - number * entries // (2 * SANDBOXES)}).encode()
            work.append(("sandbox", f"{path}/branch", at, json_type))
        self._threads = [
            threading.Thread(target=self._ask, args=(number, *each), daemon=True)
            for number, each in enumerate(work)
        ]
        for thread in self._threads:
            thread.start()

    @property
    def running(self) -> bool:
        """True while some requests are not done."""
        return any(thread.is_alive() for thread in self._threads)

    def _ask(self, number: int, kind: str, path: str, data: bytes, headers: dict[str, str]) -> None:
        begun = time.perf_counter()
        while time.monotonic() < self._until:
            link = http.client.HTTPConnection(
                self._client.host,
                self._client.port,
                timeout=LIMIT,
                source_address=(f"127.0.1.{number + 1}", 0),
            )
            link.request("POST", path, data, headers)
            answer = link.getresponse()
            text = answer.read().decode()
            link.close()
            if answer.status not in BUSY:
                break
            self.busy += 1
            time.sleep(int(answer.headers["retry-after"]))
        if answer.status == 201:
            self.done.append((kind, time.perf_counter() - begun))
        else:
            self.failed.append(f"{kind}: {answer.status} {text}")


def measured(client: Client, going_on: Callable[[], bool], seed: int) -> tuple[list[float], list[float]]:
    """Return the seconds of actions and of files, while other games are played."""
    acted: list[float] = []
    fetched: list[float] = []

    def play(number: int) -> None:
        mine = Client(client.host, client.port)
        file = http.client.HTTPConnection(client.host, client.port, timeout=60)
        game = trunkline.new("1856", list(PEOPLE), seed=number)
        seats = [{"name": person} for person in PEOPLE]
        made = mine.ask("POST", "/api/games", {"title": "1856", "seats": seats, "seed": number})
        chooser = RandomPlayer(number)
        while going_on() and not game.over:
            action = chooser.choose(game, next(name for name in game.players if name in game.to_act))
            body = {"version": len(game.actions), "action": actions.encode(action)}
            game.play(action)
            start = time.perf_counter()
            mine.ask("POST", f"/api/games/{made['id']}/actions", body)
            acted.append(time.perf_counter() - start)
            start = time.perf_counter()
            file.request("GET", "/", headers={"accept-encoding": "gzip"})
            file.getresponse().read()
            fetched.append(time.perf_counter() - start)
            time.sleep(0.02)

    threads = [threading.Thread(target=play, args=(seed + number,)) for number in range(GAMES)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return acted, fetched


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--entries", type=int, default=ENTRIES)
    entries = parser.parse_args().entries
    data = long_file(entries)
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder, "table.sqlite")
        with table(store) as client:
            link = http.client.HTTPConnection(client.host, client.port, timeout=LIMIT)
            start = time.perf_counter()
            link.request("POST", "/api/import", data)
            made = json.loads(link.getresponse().read())
            print(f"One import of {entries} entries took {time.perf_counter() - start:.1f} s.\n\n{HEAD}")
        with table(store) as client:
            until = time.monotonic() + QUIET
            acted, fetched = measured(client, lambda: time.monotonic() < until, 1)
            print(line("an action, nothing else going on", acted))
            print(line("the page, nothing else going on", fetched))
            start = time.perf_counter()
            load = Load(client, f"/api/games/{made['id']}", data, entries)
            acted, fetched = measured(client, lambda: load.running, 101)
            print(line("an action beside sandboxes and imports", acted))
            print(line("the page beside sandboxes and imports", fetched))
            print(
                f"\n{len(load.done)} of {SANDBOXES + IMPORTS} were done in "
                f"{time.perf_counter() - start:.0f} s; the table said {load.busy} times that it was busy."
            )
            for text in load.failed:
                print(text)
    return 1 if load.failed or max(late(acted), late(fetched)) > BAR else 0


if __name__ == "__main__":
    sys.exit(main())
