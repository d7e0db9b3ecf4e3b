"""Time of the route optimizer, and the share of positions in which it proves its answer.

Each position is solved once without any cache. A fixed piece of plain Python runs before each set. ``ratio``
is the median of the set in thousandths of its time, so that machines can be compared.

    make bench-routes
    make bench-routes ARGS="POSITIONS.yaml"
"""

from __future__ import annotations

import argparse
import gc
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import trunkline
from made_up import COMPANIES, LAYS, full_boards, random_board
from trunkline.engine.board import Board
from trunkline.engine.kernel.action import RunTrains
from trunkline.engine.kernel.context import Context
from trunkline.engine.routing import RouteContext, RunPlan, TrainRange, best_runs
from trunkline.engine.steps.running import context
from trunkline.engine.track import MapIndex
from trunkline.game.routes import read
from trunkline.players.random_player import RandomPlayer
from trunkline.titles import boards
from yardstick import clock, reference

LATE = "5"
"""The phase of 1856 in which late positions begin."""
HARD: dict[str, tuple[TrainRange, ...]] = {
    "1856": (TrainRange(None), TrainRange(None), TrainRange(8)),
    "1851": (TrainRange(8), TrainRange(8), TrainRange(6)),
    "18GL": (TrainRange(None, "hexes"), TrainRange(10, "hexes"), TrainRange(5, "cities", 2)),
}
"""The strongest trains that a company could own, by title."""


@dataclass(frozen=True)
class Figures:
    """The results of the search in a set of positions."""

    name: str
    seconds: tuple[float, ...]
    plans: tuple[RunPlan, ...]
    yardstick: float

    def line(self) -> str:
        """The figures as a line of the table."""
        ms = sorted(1000 * s for s in self.seconds)
        proved = sum(plan.optimal for plan in self.plans)
        gap = max((plan.bound / max(1, plan.total - plan.fees) - 1 for plan in self.plans), default=0.0)
        middle = statistics.median(ms)
        late, last = (ms[int(share * (len(ms) - 1))] for share in (0.95, 0.99))
        steps = max(plan.steps for plan in self.plans)
        return (
            f"{self.name:30} {len(ms):>5} {middle:>9.2f} {late:>9.2f} {last:>9.2f} {ms[-1]:>9.2f} {proved:>7}"
            f" {100 * gap:>6.1f}% {steps:>8} {middle / self.yardstick:>7.0f}"
        )


HEAD = (
    f"{'positions':30} {'count':>5} {'median ms':>9} {'95% ms':>9} {'99% ms':>9} {'worst ms':>9}"
    f" {'proved':>7} {'gap':>7} {'steps':>8} {'ratio':>7}"
)


def measure(name: str, contexts: Sequence[RouteContext]) -> Figures:
    """Search the best runs of a set of positions."""
    yardstick = statistics.median(clock(reference)[0] for _ in range(5))
    seconds: list[float] = []
    plans: list[RunPlan] = []
    for each in contexts:
        fresh = replace(each, tables=MapIndex(each.tables.board))
        gc.collect()
        start = time.perf_counter()
        plan = best_runs(fresh)
        seconds.append(time.perf_counter() - start)
        plans.append(plan)
    return Figures(name, tuple(seconds), tuple(plans), yardstick)


def late_positions(count: int) -> list[RouteContext]:
    """Return positions of random games of 1856 before a company runs, from phase five, a few of each game."""
    found: list[RouteContext] = []
    seed = 0
    while len(found) < count:
        of_game = list(_runs_of_game(seed))
        found += random.Random(seed).sample(of_game, min(10, len(of_game)))
        seed += 1
    return found[:count]


def _runs_of_game(seed: int) -> Iterator[RouteContext]:
    game = trunkline.new("1856", [f"P{n}" for n in range(3 + seed % 4)], seed=seed)
    player = RandomPlayer(seed)
    phases = game.title.board.phase_index
    for _ in range(5_000):
        if game.over:
            return
        action = player.choose(game, min(game.to_act))
        if isinstance(action, RunTrains) and game.state.phase >= phases[LATE]:
            yield context(Context(game.title, game.state), game.state.corporations[action.corp])
        game.play(action)


def dense_boards(title: str, count: int) -> list[RouteContext]:
    """Return made-up boards full of track, each with the strongest trains for one company."""
    board, tables = board_of(title)
    trains = {f"T-{n}": kind for n, kind in enumerate(HARD[title])}
    found = []
    for seed in range(count):
        tiles, tokens = random_board(tables, random.Random(seed), LAYS)
        found.append(
            RouteContext(
                tables,
                tiles,
                tokens,
                COMPANIES[seed % len(COMPANIES)],
                trains,
                board.phases[-1].off_board,
                pair_bonus=board.offboard_pair_bonus,
            )
        )
    return found


@lru_cache
def board_of(title: str) -> tuple[Board, MapIndex]:
    """Return a title's board and map tables."""
    board = boards()[title]()
    return board, MapIndex(board)


def with_trains(contexts: Sequence[RouteContext], kinds: Sequence[TrainRange]) -> list[RouteContext]:
    """Return the same positions with other trains."""
    return [replace(each, trains={f"T-{n}": kind for n, kind in enumerate(kinds)}) for each in contexts]


def sets(
    files: Sequence[Path], late: int, full: int, dense: int
) -> Iterator[tuple[str, Callable[[], list[RouteContext]]]]:
    """Return all sets of positions, by name."""
    for path in files:
        yield path.name, lambda path=path: [entry.context for entry in read(path)]  # type: ignore[misc]
    if late:
        positions = late_positions(late)
        yield "1856, late, random games", lambda: positions
        yield "the same with D + D + 8", lambda: with_trains(positions, HARD["1856"])
    for title in HARD if full else ():
        name = f"{title}, full, late trains"
        yield name, lambda title=title: list(full_boards(board_of(title)[1], full))  # type: ignore[misc]
    for title in HARD if dense else ():
        names = " + ".join(_name(kind) for kind in HARD[title])
        yield f"{title}, dense, {names}", lambda title=title: dense_boards(title, dense)  # type: ignore[misc]


def _name(kind: TrainRange) -> str:
    reach = "D" if kind.reach is None else str(kind.reach)
    return reach + {"stops": "", "hexes": "H", "cities": "E"}[kind.unit]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark and print its table."""
    parser = argparse.ArgumentParser(description="Time the search for the best runs.")
    parser.add_argument("files", nargs="*", type=Path, help="files of positions")
    parser.add_argument("--late", type=int, default=200, help="late positions of random games (default 200)")
    parser.add_argument("--full", type=int, default=200, help="full boards a title (default 200)")
    parser.add_argument("--dense", type=int, default=100, help="made-up boards a title (default 100)")
    options = parser.parse_args(argv)
    print(HEAD)
    for name, positions in sets(options.files, options.late, options.full, options.dense):
        print(measure(name, positions()).line(), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
