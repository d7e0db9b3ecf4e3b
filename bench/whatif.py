"""Time to find the effect of every legal lay on the best runs of every company.

The positions are from recorded games (``tests/system/golden``) and from random ones, from the third phase on,
at moments when track may be laid. Each is searched once without any cache. The same answers are then found
for one company and lay at a time (``alone``, in pairs a second). Times are processor times. ``ratio`` is the
median in thousandths of the time of a fixed piece of plain Python.

    make bench-whatif
"""

from __future__ import annotations

import argparse
import gc
import gzip
import json
import random
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import trunkline
from trunkline import routes
from trunkline.engine.kernel.action import LayTile
from trunkline.engine.kernel.context import Context
from trunkline.engine.routing import best, best_runs, what_if
from trunkline.engine.steps import running
from trunkline.engine.steps.track import board_after
from trunkline.game import Game
from trunkline.players import play_turns
from trunkline.players.random_player import RandomPlayer
from trunkline.util.errors import UsageError
from yardstick import clock, reference

GOLDEN = Path(__file__).parent.parent / "tests" / "system" / "golden"
LATE = 2
"""The phase, by its number, from which positions are late."""
EACH = 12
"""The number of positions of each game."""
LEAST = 100
"""The number of pairs (lays times companies) from which a position counts as large."""


@dataclass(frozen=True)
class Asked:
    """The result of one position: its size, and the times in milliseconds."""

    name: str
    lays: int
    companies: int
    together: float
    alone: float
    """The time for one company and one lay at a time."""

    @property
    def pairs(self) -> int:
        """The number of pairs: lays times companies."""
        return self.lays * self.companies


def golden(seed: int) -> Iterator[tuple[str, Game]]:
    """Yield late positions of the recorded games that these boards can replay."""
    for path in sorted(GOLDEN.glob("*.json.gz")):
        save = json.loads(gzip.decompress(path.read_bytes())).get("save")
        if save is None:
            continue
        try:
            whole = Game.from_bytes(json.dumps(save).encode(), path.name)
        except UsageError:
            continue
        found = [whole.at(number) for number in range(len(whole.actions))]
        late = [game for game in found if _late(game)]
        for game in random.Random(seed).sample(late, min(EACH, len(late))):
            yield path.name.partition(".")[0], game


def drawn(games: int) -> Iterator[tuple[str, Game]]:
    """Yield late positions of random games of every title."""
    for title in trunkline.catalogue(teaching=False):
        for seed in range(games):
            game = trunkline.new(title, ["P1", "P2", "P3", "P4"], seed=100 + seed)
            moves = islice(play_turns(game, RandomPlayer(seed)), 5_000)
            late = [game.copy() for _ in moves if _late(game)]
            for position in random.Random(seed).sample(late, min(EACH, len(late))):
                yield f"{title}, random", position


def _late(game: Game) -> bool:
    state = game.state
    turn = state.operating.turn if state.operating and not state.pending else None
    return turn is not None and state.phase >= LATE and not turn.laid and bool(_lays(game))


def _lays(game: Game) -> list[LayTile]:
    return [choice for choice in game.legal() if isinstance(choice, LayTile)]


def ask(name: str, game: Game, *, alone: bool) -> Asked:
    """Time one position without caches of another one."""
    lays = _lays(game)
    what_if.forget()
    best.forget()
    gc.collect()
    start = time.process_time()
    prospects = routes.Prospects(game)
    prospects.after(lays)
    together = time.process_time() - start
    start = time.process_time()
    for lay in lays if alone else ():
        t = Context(game.title, game.state)
        laid = board_after(t, lay)
        t.state.tiles, t.state.tokens = laid.tiles, laid.tokens
        for corp in prospects.now:
            best_runs(running.context(t, t.state.corporations[corp]))
    spent = time.process_time() - start
    return Asked(name, len(lays), len(prospects.now), 1000 * together, 1000 * spent)


HEAD = (
    f"{'positions':34} {'count':>5} {'pairs':>6} {'median ms':>9} {'90% ms':>8} {'99% ms':>8} {'worst ms':>8}"
    f" {'pairs/s':>8} {'alone':>8} {'ratio':>7}"
)


def line(name: str, found: Sequence[Asked], yardstick: float) -> str:
    """Return the results of some positions as a line of the table."""
    ms = sorted(each.together for each in found)
    most, late, last = (ms[int(share * (len(ms) - 1))] for share in (0.9, 0.99, 1.0))
    pairs = sum(each.pairs for each in found)
    fast = 1000 * pairs / sum(ms)
    alone = sum(each.alone for each in found)
    slow = f"{1000 * pairs / alone:>8.0f}" if alone else f"{'':>8}"
    middle = statistics.median(ms)
    return (
        f"{name:34} {len(ms):>5} {pairs:>6} {middle:>9.2f} {most:>8.2f} {late:>8.2f} {last:>8.2f}"
        f" {fast:>8.0f} {slow} {middle / yardstick:>7.0f}"
    )


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark and print its table."""
    parser = argparse.ArgumentParser(description="Time what every lay would do to the best runs.")
    parser.add_argument("--games", type=int, default=2, help="random games a title (default 2)")
    parser.add_argument("--together", action="store_true", help="leave out one lay at a time")
    options = parser.parse_args(argv)
    yardstick = statistics.median(clock(reference)[0] for _ in range(5))
    sets: dict[str, list[Asked]] = {}
    print(HEAD)
    for source in (golden(1), drawn(options.games)):
        for name, game in source:
            sets.setdefault(name, []).append(ask(name, game, alone=not options.together))
    for name, found in sets.items():
        print(line(name, found, yardstick), flush=True)
    everything = [each for found in sets.values() for each in found]
    print(line("all", everything, yardstick))
    large = [each for each in everything if each.pairs >= LEAST]
    if large:
        print(line(f"those with {LEAST} pairs and more", large, yardstick))
    return 0


if __name__ == "__main__":
    sys.exit(main())
