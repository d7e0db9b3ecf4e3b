"""The load test: watchers, many games at once, writers, long games, and very many stored games.

Each part starts a server on this machine: two workers on PostgreSQL, or one process on SQLite. A line shows
a measurement and its limit. The command ends with 1 if one is missed. Times are of the clock, so run it while
nothing else runs. The processor time of an action is comparable on a busy machine too.

    make bench-load ARGS="watchers --seconds 10"
    make bench-load ARGS="long memory --on sqlite"
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import itertools
import json
import os
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import create_engine, text

import trunkline
from crowd import Caller, Watcher, line, processor, resident, watch
from load import long_file
from table import PEOPLE
from trunkline import actions
from trunkline.game import saves
from trunkline.players.random_player import RandomPlayer
from trunkline.web.accounts.credentials import Credentials
from trunkline.web.database.pool import Database
from trunkline.web.games import files
from trunkline.web.games.game_cache import GameCache
from trunkline.web.games.repository import GameRepository
from trunkline.web.http.auth import cookie_name
from trunkline.web.storage.urls import opened, parse_url, url_of
from web.storage.cluster import cluster
from web.storage.serving import Serving, serving
from web.storage.test_lists import fill

HEAD = f"{'':44} {'':>6} {'median ms':>9} {'95% ms':>9} {'99% ms':>9} {'limit ms':>9}"
WATCHERS, WATCHED_PACE, WATCHED_BAR = 500, 5.0, 250.0
GAMES, WATCHERS_EACH, GAMES_PACE = 100, 5, 20.0
WRITERS, WRITERS_PACE = 32, 64.0
BAR = 60.0
"""The limit in milliseconds for an action in the parts with many games or writers."""
BREATHLESS, RATE = 8, 300.0
"""The number of writers who do not pause, and the least actions a second on SQLite."""
LONG, BUSY_PEOPLE, OTHERS_PACE, OTHERS_BAR = 1400, 10, 8.0, 100.0
STORED, LISTS_BAR, LOOKS = 10_000, 60.0, 30
A_WATCHER, A_GAME = 20.0, 1000.0
"""The limits in kilobytes of memory for one more watcher and for one more game."""
GROWTH = 0.05
"""The limit for the growth of memory in the second half of a part, as a share."""
REST = 1.0
"""Seconds without work after which a server counts as started."""
BEFORE = 8
"""Long games opened before memory is measured. A server keeps more than that."""
SEED = 1856


class Ground(NamedTuple):
    """A server and its processes that answer requests."""

    table: Serving
    answering: list[int]
    address: str


class Script:
    """The actions of one game of a random player, created on demand."""

    def __init__(self) -> None:
        self._game = trunkline.new("1856", list(PEOPLE), seed=SEED)
        self._chooser = RandomPlayer(SEED)
        self._made: list[object] = []

    def action(self, version: int) -> object:
        """Return the action after this many."""
        game = self._game
        while len(self._made) <= version:
            actor = next(name for name in game.players if name in game.to_act)
            chosen = self._chooser.choose(game, actor)
            game.play(chosen)
            self._made.append(actions.encode(chosen))
        return self._made[version]

    def file(self, length: int) -> bytes:
        """Return a saved game of so many actions."""
        self.action(length - 1)
        played = [actions.decode(each) for each in self._made]
        game = self._game
        return saves.to_bytes(game.title.board.hash, game.options, played, game.state)


class Played:
    """A game on the server that is played by a script."""

    def __init__(self, id: str, script: Script) -> None:
        self.path = f"/api/games/{id}"
        self._script = script
        self.posted: list[float] = []
        """The time at which each action was sent."""

    async def act(self, caller: Caller) -> float:
        """Send the next action. Return the seconds until the answer. Only one call may run at a time."""
        version = len(self.posted)
        body = {"version": version, "action": self._script.action(version)}
        self.posted.append(time.perf_counter())
        answer = await caller.ask("POST", f"{self.path}/actions", body)
        if answer.status != 200:
            raise SystemExit(f"{self.path}: {answer.status} {answer.body.decode()}")
        return answer.took


async def begun(ground: Ground, count: int, length: int) -> list[Played]:
    """Create games. Prepare their script for so many actions."""
    script = Script()
    script.action(length)
    seats = [{"name": person} for person in PEOPLE]
    caller, made = Caller(ground.table, 0), []
    for _ in range(count):
        answer = await caller.ask("POST", "/api/games", {"title": "1856", "seats": seats, "seed": SEED})
        made.append(Played(json.loads(answer.body)["id"], script))
    caller.close()
    # A garbage collection here would look like a pause of the server.
    gc.collect()
    gc.freeze()
    return made


async def paced(ground: Ground, games: list[Played], pace: float, count: int) -> list[float]:
    """Send ``count`` actions evenly, ``pace`` a second, to the games in turn. Return the seconds of each."""
    callers = [Caller(ground.table, number) for number in range(len(games))]
    turns = [asyncio.Lock() for _ in games]
    begin = time.perf_counter()

    async def one(number: int) -> float:
        await asyncio.sleep(begin + number / pace - time.perf_counter())
        index = number % len(games)
        # An action that waits for the answer to the one before is late, and that counts.
        due = time.perf_counter()
        async with turns[index]:
            await games[index].act(callers[index])
        return time.perf_counter() - due

    took = await asyncio.gather(*(one(number) for number in range(count)))
    for caller in callers:
        caller.close()
    return list(took)


def spent(before: float, ground: Ground, count: int) -> str:
    """Return a line about processor time."""
    each = 1000 * (processor(ground.answering) - before) / count
    return f"{'  processor time of an action, in ms':44} {count:>6} {each:>9.2f}"


def bound(name: str, value: float, bar: float, unit: str, *, at_least: bool = False) -> bool:
    """Print a number. Return whether it is within its limit."""
    good = value >= bar if at_least else value <= bar
    word = "at least" if at_least else "at most"
    print(f"{name:44} {value:>16.1f} {unit}, {word} {bar:g}{'' if good else '  missed'}")
    return good


def told(name: str, times: list[float], bar: float) -> bool:
    """Print times. Return whether they are within their limit."""
    shown = line(name, times, bar)
    print(shown)
    return not shown.endswith("missed")


async def watchers(ground: Ground, seconds: float) -> bool:
    """Measure one game with very many watchers."""
    count = max(1, int(seconds * WATCHED_PACE))
    (game,) = await begun(ground, 1, count)
    seen: dict[int, list[float]] = {}
    crowd = [
        await watch(ground.table, game.path, number, lambda at, now: seen.setdefault(at, []).append(now))
        for number in range(WATCHERS)
    ]
    before = processor(ground.answering)
    acted = await paced(ground, [game], WATCHED_PACE, count)
    await asyncio.sleep(1)
    late = [max(seen[number + 1]) - sent for number, sent in enumerate(game.posted)]
    every = all(len(seen[number]) == WATCHERS for number in range(1, count + 1))
    cut = leave(crowd)
    good = told(f"an action, until the last of {WATCHERS} has seen it", late, WATCHED_BAR)
    good &= told("an action, until it is acknowledged", acted, WATCHED_BAR)
    print(spent(before, ground, count))
    if cut or not every:
        print(f"{cut} watchers were cut off; each saw everything once: {every}.")
    return good and every and not cut


async def games(ground: Ground, seconds: float) -> bool:
    """Measure many games, each with some watchers."""
    count = max(2, int(seconds * GAMES_PACE))
    played = await begun(ground, GAMES, count // GAMES + 2)
    seen: list[int] = []
    crowd = [
        await watch(ground.table, played[number % GAMES].path, number, lambda at, now: seen.append(at))
        for number in range(GAMES * WATCHERS_EACH)
    ]
    before = processor(ground.answering)
    took = await paced(ground, played, GAMES_PACE, count // 2)
    middle = resident(ground.answering)
    took += await paced(ground, played, GAMES_PACE, count - count // 2)
    grown = resident(ground.answering) / middle - 1
    await asyncio.sleep(1)
    missing = count * WATCHERS_EACH - len(seen)
    cut = leave(crowd)
    good = told(f"an action in one of {GAMES} games", took, BAR)
    print(spent(before, ground, count))
    good &= bound("memory, in the second half", 100 * grown, 100 * GROWTH, "% more")
    if missing or cut:
        print(f"{missing} events were not seen, and {cut} watchers were cut off.")
    return good and not missing and not cut


async def writers(ground: Ground, seconds: float) -> bool:
    """Measure people who act at different tables."""
    count = max(1, int(seconds * WRITERS_PACE))
    played = await begun(ground, WRITERS, count // WRITERS + 1)
    before = processor(ground.answering)
    took = await paced(ground, played, WRITERS_PACE, count)
    good = told(f"an action of one of {WRITERS} writers", took, BAR)
    print(spent(before, ground, count))
    return good


async def breathless(ground: Ground, seconds: float) -> bool:
    """Measure people who act as soon as they have an answer."""
    played = await begun(ground, BREATHLESS, int(seconds * RATE / BREATHLESS))
    took: list[float] = []

    async def play(number: int, until: float) -> None:
        caller = Caller(ground.table, number)
        while time.perf_counter() < until:
            took.append(await played[number].act(caller))
        caller.close()

    before, start = processor(ground.answering), time.perf_counter()
    await asyncio.gather(*(play(number, start + seconds) for number in range(BREATHLESS)))
    rate = len(took) / (time.perf_counter() - start)
    print(line(f"an action of {BREATHLESS} who do not pause", took, float("inf")))
    print(spent(before, ground, len(took)))
    least = RATE if "sqlite" in ground.address else 0.0
    return bound("actions a second", rate, least, "", at_least=True)


async def long(ground: Ground, seconds: float) -> bool:
    """Measure actions while other people import, export and branch long games."""
    data = long_file(LONG)
    brought = json.loads((await Caller(ground.table, 900).ask("POST", "/api/import", data)).body)["id"]
    path = f"/api/games/{brought}"
    count = max(1, int(seconds * OTHERS_PACE))
    played = await begun(ground, 4, count // 4 + 1)
    done, busy, stop = 0, 0, False

    async def work(number: int) -> None:
        nonlocal done, busy
        caller = Caller(ground.table, 901 + number)
        ways: list[Callable[[], Awaitable[Any]]] = [
            partial(caller.ask, "POST", "/api/import", data),
            partial(caller.ask, "GET", f"{path}/export"),
            partial(caller.ask, "POST", f"{path}/branch", {"at": LONG - number}),
        ]
        for way in itertools.islice(itertools.cycle(ways), number, None):
            if stop:
                break
            answer = await way()
            if answer.status in (429, 503):
                busy += 1
                await asyncio.sleep(0.5)
            elif answer.status < 300:
                done += 1
            else:
                raise SystemExit(f"{answer.status} {answer.body[:200].decode()}")
        caller.close()

    people = [asyncio.create_task(work(number)) for number in range(BUSY_PEOPLE)]
    took = await paced(ground, played, OTHERS_PACE, count)
    stop = True
    await asyncio.gather(*people)
    good = told("an action beside ten with long games", took, OTHERS_BAR)
    print(f"  {done} long games were brought, taken along or branched; {busy} times it was busy.")
    return good


async def lists(ground: Ground, seconds: float) -> bool:
    """Measure the start page, the lobby and a player's games with very many stored games."""
    database = Database(url_of(parse_url(ground.address)))
    caller = Caller(ground.table, 0, f"{cookie_name('')}={Credentials(database).begin('ann', 'bench')}")
    database.close()
    good = True
    for name, paths in {
        "the page where one begins": ["/", "/api/me", "/api/lobby/next", "/api/lobby?shelf=mine"],
        "the lobby": [f"/api/lobby?shelf={each}&limit=100" for each in ("open", "watched", "finished")],
        "my games": [f"/api/lobby?shelf={each}&limit=100" for each in ("mine", "away")],
    }.items():
        took: list[float] = []
        late = time.monotonic() + seconds
        while not took or (len(took) < LOOKS and time.monotonic() < late):
            answers = [await caller.ask("GET", path) for path in paths]
            if any(each.status != 200 for each in answers):
                raise SystemExit(f"{name}: {[each.status for each in answers]}")
            took += [sum(each.took for each in answers)]
        # The first request finds a server that has just started.
        took = took[1:] or took
        good &= told(f"{name}, {len(paths)} requests, of {STORED} games", took, LISTS_BAR)
    caller.close()
    return good


async def memory(ground: Ground, seconds: float) -> bool:
    """Measure the memory of a watcher and of a long game with a watcher."""
    (game,) = await begun(ground, 1, 10)

    def nobody(at: int, now: float) -> None:
        """Ignore the event."""

    crowd = [await watch(ground.table, game.path, number, nobody) for number in range(50)]
    before = resident(ground.answering)
    crowd += [await watch(ground.table, game.path, 50 + number, nobody) for number in range(WATCHERS - 50)]
    each = (resident(ground.answering) - before) / (WATCHERS - 50) / 1000
    good = bound("one who watches", each, A_WATCHER, "kB")
    leave(crowd)
    caller = Caller(ground.table, 900)
    games = json.loads((await caller.ask("GET", "/api/games")).body)
    brought = [game["id"] for game in games if game["version"] == LONG]
    crowd, at_first = [], [0]
    for number, id in enumerate(brought):
        await caller.ask("GET", f"/api/games/{id}?brief=true")
        crowd.append(await watch(ground.table, f"/api/games/{id}", 700 + number, nobody))
        if number == BEFORE - 1:
            at_first = [resident([each]) for each in ground.answering]
    # One process answers the caller and so holds all the games. The other holds those whose events it sends.
    grown = [resident([each]) - was for each, was in zip(ground.answering, at_first, strict=True)]
    each = max(grown) / BEFORE / 1000
    caller.close()
    leave(crowd)
    return bound(f"a game of {LONG} entries, watched and looked at", each, A_GAME, "kB") and good


def leave(crowd: list[Watcher]) -> int:
    """Close all watchers. Return how many the server had cut off before."""
    cut = sum(each.cut for each in crowd)
    for each in crowd:
        each.close()
    return cut


def very_many(kept: GameRepository, address: str) -> None:
    """Store games for the part with lists."""
    engine = create_engine(address)
    with engine.begin() as link:
        fill(link, STORED)
        link.execute(text("ANALYZE"))
    engine.dispose()


def long_ones(kept: GameRepository, address: str) -> None:
    """Store long games before the server starts: imports leave free memory, which would hide the games'."""
    tables = GameCache(kept)
    begun = files.import_game(Script().file(LONG), LONG)
    for _ in range(2 * BEFORE):
        tables.import_game(begun)


FILLED: dict[str, Callable[[GameRepository, str], None]] = {"lists": very_many, "memory": long_ones}
PARTS: dict[str, Callable[[Ground, float], Coroutine[Any, Any, bool]]] = {
    "watchers": watchers,
    "games": games,
    "writers": writers,
    "breathless": breathless,
    "long": long,
    "lists": lists,
    "memory": memory,
}
SECONDS = {"games": 60.0}
STORES = ("postgresql", "sqlite")


@contextlib.contextmanager
def ground(store: str, part: str) -> Iterator[Ground]:
    """Yield a server with all that a part needs. It always ends."""
    accounts = part == "lists"
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        if store == "sqlite":
            address, workers = f"sqlite:///{folder / 'table.sqlite'}", 1
        else:
            address, workers = stack.enter_context(cluster(safe=True)).database(), 2
        if part in FILLED:
            with contextlib.closing(opened(parse_url(address))) as kept:
                FILLED[part](kept, url_of(parse_url(address)))
        table = stack.enter_context(serving(address, workers, folder / "errors", accounts=accounts))
        here = Ground(table, table.workers() if workers > 1 else [table.process.pid], address)
        at_rest(here)
        yield here


def at_rest(ground: Ground) -> None:
    """Wait until all processes have started and the files of the new database are on the disk.

    Otherwise the first transactions would wait until the system has written the whole new database.
    """
    os.sync()
    before, now = -1.0, processor(ground.answering)
    while now > before:
        time.sleep(REST)
        before, now = now, processor(ground.answering)


def main() -> int:
    """Run the parts and print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parts", nargs="*", metavar="part", help=f"of {', '.join(PARTS)}; else all")
    parser.add_argument("--seconds", type=float, help="of each part; else 10, of games 60")
    parser.add_argument("--on", choices=STORES, help="else on both")
    options = parser.parse_args()
    unknown = set(options.parts) - set(PARTS)
    if unknown:
        parser.error(f"there is no part {min(unknown)}")
    good = True
    for store in [options.on] if options.on else STORES:
        print(f"\n{store:44} {'times':>6} {HEAD[52:]}")
        for name in options.parts or PARTS:
            seconds = options.seconds or SECONDS.get(name, 10.0)
            with ground(store, name) as here:
                good &= asyncio.run(PARTS[name](here, seconds))
            sys.stdout.flush()
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
