"""How fast games replay and are played, through the public API only.

Each round times a fixed piece of plain Python right before the task, so that a figure can be read relative
to the machine's own speed at that moment: ``ratio`` is the task's time in units of that reference and moves
much less than seconds do, from machine to machine and from hour to hour. Compare two states of the code with

    make bench ARGS="--save build/before.json"
    make bench ARGS="--against build/before.json"
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Task = Callable[[], int]
"""Does something once and returns how many actions that were."""

SEED = 1856
MAX_ACTIONS = 20_000  # a random game that has not ended by then is cut off, and says so


@dataclass(frozen=True)
class Result:
    """What one task took: medians over all rounds."""

    name: str
    seconds: float
    ratio: float
    actions: int

    @property
    def rate(self) -> float:
        """Actions a second."""
        return self.actions / self.seconds if self.seconds else 0.0


def reference() -> int:
    """The yardstick: plain Python of the kind a referee does much of. Never change it."""
    table: dict[int, list[int]] = {}
    for number in range(40_000):
        table.setdefault(number * 7919 % 997, []).append(number)
    return sum(len(row) for row in table.values())


def clock(task: Task) -> tuple[float, int]:
    """Seconds one call took, and what it returned."""
    start = time.perf_counter()
    actions = task()
    return time.perf_counter() - start, actions


def measure(name: str, task: Task, rounds: int) -> Result:
    """Time a task several times, each time next to the reference."""
    seconds: list[float] = []
    ratios: list[float] = []
    actions = 0
    for _ in range(rounds):
        yardstick, _ = clock(reference)
        spent, actions = clock(task)
        seconds.append(spent)
        ratios.append(spent / yardstick)
    return Result(name, statistics.median(seconds), statistics.median(ratios), actions)


def pick(choices: Sequence[Any], rng: random.Random) -> Any:
    """One legal action at random: any entry, then any amount of a range or proposal of an open one."""
    choice = rng.choice(choices)
    if hasattr(choice, "propose"):
        return choice.propose(rng)
    if hasattr(choice, "step"):
        return choice.at(rng.randrange(choice.low, choice.high + 1, choice.step))
    return choice


def play_at_random(title: str, players: int, seed: int) -> tuple[Any, list[Any]]:
    """Play a game to its end and return it with the actions played."""
    import trunkline

    rng = random.Random(seed)
    game = trunkline.new(title, [f"P{number}" for number in range(1, players + 1)], seed=seed)
    played: list[Any] = []
    while game.result is None and len(played) < MAX_ACTIONS:
        action = pick(list(game.legal()), rng)
        game.play(action)
        played.append(action)
    if game.result is None:
        print(
            f"note: the random game with seed {seed} was cut off after {MAX_ACTIONS} actions", file=sys.stderr
        )
    return game, played


def tasks(
    title: str, players: int, games: int, files: Iterable[Path], folder: Path
) -> Iterator[tuple[str, Task]]:
    """All there is to time, by name."""
    import trunkline

    for path in files:

        def read(path: Path = path, count: int = len(_actions(path))) -> int:
            trunkline.load(path)
            return count

        yield f"replay {path.name}", read
    for seed in range(SEED, SEED + games):
        game, played = play_at_random(title, players, seed)
        saved = folder / f"{seed}.json"
        game.save(saved)

        def play(seed: int = seed) -> int:
            return len(play_at_random(title, players, seed)[1])

        def replay(played: list[Any] = played, seed: int = seed) -> int:
            fresh = trunkline.new(title, [f"P{number}" for number in range(1, players + 1)], seed=seed)
            for action in played:
                fresh.play(action)
            return len(played)

        def load(saved: Path = saved, count: int = len(played)) -> int:
            trunkline.load(saved, verify=True)
            return count

        def back_and_forth(game: Any = game, count: int = len(played)) -> int:
            for _ in range(count):
                game.undo()
            for _ in range(count):
                game.redo()
            return 2 * count

        yield f"random game {seed}: legal + play", play
        yield f"random game {seed}: play alone", replay
        yield f"random game {seed}: load the save", load
        yield f"random game {seed}: undo + redo all", back_and_forth


def _actions(path: Path) -> list[Any]:
    data = json.loads(path.read_text(encoding="utf-8"))
    actions = data.get("actions", [])
    return actions if isinstance(actions, list) else []


def table(results: Sequence[Result], before: dict[str, float]) -> list[str]:
    """The results as lines; with the ratios of an earlier run beside them where it has the same task."""
    width = max((len(result.name) for result in results), default=4)
    head = f"{'task':{width}}  {'median':>10}  {'actions':>8}  {'actions/s':>10}  {'ratio':>8}"
    lines = [head + (f"  {'before':>8}  {'now/before':>10}" if before else "")]
    for result in results:
        line = (
            f"{result.name:{width}}  {result.seconds * 1000:>7.1f} ms  {result.actions:>8}"
            f"  {result.rate:>10.0f}  {result.ratio:>8.2f}"
        )
        if result.name in before:
            line += f"  {before[result.name]:>8.2f}  {result.ratio / before[result.name]:>10.2f}"
        lines.append(line)
    return lines


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark and print its table."""
    parser = argparse.ArgumentParser(description="Time replays of game files and random games.")
    parser.add_argument("files", nargs="*", type=Path, help="recorded games to replay")
    parser.add_argument("--title", default="1856")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=2, help="random games to play (default 2)")
    parser.add_argument("--rounds", type=int, default=5, help="how often each task is timed (default 5)")
    parser.add_argument("--save", type=Path, help="write the ratios to this file")
    parser.add_argument("--against", type=Path, help="show the ratios of this file beside the new ones")
    options = parser.parse_args(argv)
    before: dict[str, float] = json.loads(options.against.read_text()) if options.against else {}
    with tempfile.TemporaryDirectory() as folder:
        results = []
        for name, task in tasks(options.title, options.players, options.games, options.files, Path(folder)):
            print(f"timing {name} ...", file=sys.stderr)
            results.append(measure(name, task, options.rounds))
    print("\n".join(table(results, before)))
    if options.save:
        options.save.parent.mkdir(parents=True, exist_ok=True)
        options.save.write_text(
            json.dumps({result.name: result.ratio for result in results}, indent=1) + "\n"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
