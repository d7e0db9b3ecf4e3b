"""Time of single calls in the middle of a game: legal actions, copies, undo, other moments, loading.

A random game of each title is played to ``ACTIONS`` actions, and the calls are timed throughout. A fixed
piece of plain Python runs next to each, so that machines can be compared: ``ratio`` is the median in
thousandths of its time.

    make bench
"""

from __future__ import annotations

import argparse
import gc
import statistics
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import trunkline
from trunkline.game import Game
from trunkline.players.random_player import RandomPlayer
from yardstick import clock, reference

ACTIONS = 700
SEED = 1856


@dataclass(frozen=True)
class Spread:
    """The times of one kind of call, in milliseconds."""

    name: str
    times: tuple[float, ...]
    yardstick: float
    """Milliseconds of the reference."""

    def line(self) -> str:
        """The figures as a line of the table."""
        times = sorted(self.times)
        middle = statistics.median(times)
        return (
            f"{self.name:44} {len(times):>6} {middle:>10.4f} {times[int(0.95 * (len(times) - 1))]:>10.4f}"
            f" {times[-1]:>10.4f} {1000 * middle / self.yardstick:>9.2f}"
        )


HEAD = f"{'question':44} {'asked':>6} {'median ms':>10} {'95% ms':>10} {'worst ms':>10} {'ratio':>9}"


def timed(name: str, questions: Iterator[Callable[[], object]]) -> Spread:
    """Time each call once. Collect garbage before the calls and not during them."""
    yardstick = 1000 * statistics.median(clock(reference)[0] for _ in range(5))
    times: list[float] = []
    gc.collect()
    gc.disable()
    try:
        for ask in questions:
            start = time.perf_counter()
            ask()
            times.append(1000 * (time.perf_counter() - start))
    finally:
        gc.enable()
    return Spread(name, tuple(times), yardstick)


def played(title: str, actions: int, seed: int = SEED) -> Game:
    """Return a random game of four, cut off after so many actions."""
    game = trunkline.new(title, ["P1", "P2", "P3", "P4"], seed=seed)
    player = RandomPlayer(seed)
    while len(game.actions) < actions and not game.over:
        game.play(player.choose(game, min(game.to_act)))
    return game


def questions(game: Game, stored: Path) -> Iterator[Spread]:
    """Yield the times of all kinds of calls, for every moment of the game or often enough."""
    count = len(game.actions)
    yield timed("legal(), every moment", _each_moment(game, lambda at: at.legal))
    yield timed("forbidden(), every tenth moment", _each_moment(game, lambda at: at.forbidden, step=10))
    yield timed("copy of the state", (game.state.copy for _ in range(500)))
    yield timed("undo", (game.undo for _ in range(count // 2)))
    yield timed("redo", (game.redo for _ in range(count // 2)))
    yield timed("at(n), any moment", (lambda n=n: game.at(n) for n in range(0, count, 3)))  # type: ignore[misc]
    yield timed("digest", (game.digest for _ in range(200)))
    yield timed(
        "load the last state and play one action", (lambda: _load_and_play(stored) for _ in range(50))
    )


def _each_moment(
    game: Game, ask: Callable[[Game], Callable[[], object]], step: int = 1
) -> Iterator[Callable[[], object]]:
    fresh = Game(game.title, game.options)
    for number, action in enumerate(game.actions):
        if number % step == 0:
            yield ask(fresh)
        fresh.play(action)


def _load_and_play(stored: Path) -> None:
    game = trunkline.load(stored, verify=False)
    player = RandomPlayer(SEED)
    game.play(player.choose(game, min(game.to_act)))


def megabytes(title: str, actions: int) -> float:
    """Return the memory of a game with its whole history, without the parts that all games share."""
    played(title, actions)
    gc.collect()
    tracemalloc.start()
    game = played(title, actions)
    gc.collect()
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert game.actions
    return held / 1e6


def ask(title: str, actions: int) -> None:
    """Time all calls for a game of a title, and print its table."""
    game = played(title, actions)
    print(f"a game of {title}\n{HEAD}")
    with tempfile.TemporaryDirectory() as folder:
        stored = Path(folder) / "game.json"
        game.save(stored)
        for spread in questions(game, stored):
            print(spread.line(), flush=True)
    print(f"{len(game.actions)} actions with their history hold {megabytes(title, actions):.1f} MB")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark and print its table."""
    parser = argparse.ArgumentParser(description="Time single questions in the middle of a game.")
    parser.add_argument(
        "--actions", type=int, default=ACTIONS, help=f"length of the game (default {ACTIONS})"
    )
    parser.add_argument("--title", choices=[*trunkline.catalogue()], help="a game of this title only")
    options = parser.parse_args(argv)
    for title in [options.title] if options.title else trunkline.catalogue(teaching=False):
        ask(title, options.actions)
    return 0


if __name__ == "__main__":
    sys.exit(main())
