"""Time to replay and to play games, through the public API only.

Each round times a fixed piece of plain Python right before the task. ``ratio`` is the task's time in units of
that reference. It changes much less than seconds do, between machines and between hours. To compare two
states of the code:

    make bench ARGS="--save build/before.json"
    make bench ARGS="--against build/before.json"
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import trunkline
from trunkline.game import Game
from trunkline.interop.recording import opened
from trunkline.players.random_player import RandomPlayer
from yardstick import Task, clock, reference

SEED = 1856
RANDOM = " random game "
PLAYED = ": legal + play"
MAX_ACTIONS = 20_000  # a random game without an end by then is cut off with a note


@dataclass(frozen=True)
class Result:
    """The results of one task: medians over all rounds."""

    name: str
    seconds: float
    ratio: float
    actions: int

    @property
    def rate(self) -> float:
        """Actions a second."""
        return self.actions / self.seconds if self.seconds else 0.0


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


def play_at_random(title: str, players: int, seed: int) -> Game:
    """Return a game that random players have played to its end."""
    game = trunkline.new(title, [f"P{number}" for number in range(1, players + 1)], seed=seed)
    player = RandomPlayer(seed)
    for _ in range(MAX_ACTIONS):
        if game.over:
            break
        game.play(player.choose(game, min(game.to_act)))
    if not game.over:
        print(f"note: random game {seed} was cut off after {MAX_ACTIONS} actions", file=sys.stderr)
    return game


def tasks(title: str, players: int, games: int, folder: Path) -> Iterator[tuple[str, Task]]:
    """Yield all timed tasks with random games of a title, by name."""
    for seed in range(SEED, SEED + games):
        game = play_at_random(title, players, seed)
        saved = folder / f"{title}-{seed}.json"
        game.save(saved)
        name = f"{title}{RANDOM}{seed}"
        yield f"{name}{PLAYED}", partial(play_again, title, players, seed)
        yield f"{name}: play alone", partial(play_alone, game)
        yield f"{name}: load the save", partial(replay_file, saved)
        yield f"{name}: undo + redo all", partial(back_and_forth, game)


def replay_file(path: Path) -> int:
    """Replay a recorded game, ours or another program's. Return the number of its effective actions."""
    recording = opened(path)
    while recording.count < recording.total:
        recording.step()
    return recording.total


def play_again(title: str, players: int, seed: int) -> int:
    """Play a random game, listing legal actions before each action."""
    return len(play_at_random(title, players, seed).actions)


def play_alone(game: Game) -> int:
    """Play the actions of a game without listing legal actions."""
    fresh = Game(game.title, game.options)
    for action in game.actions:
        fresh.play(action)
    return len(fresh.actions)


def back_and_forth(game: Game) -> int:
    """Undo a whole game and redo it."""
    count = len(game.actions)
    for _ in range(count):
        game.undo()
    for _ in range(count):
        game.redo()
    return 2 * count


def table(results: Sequence[Result], before: dict[str, float]) -> list[str]:
    """Return the results as lines, with the ratios of an earlier run for the same tasks."""
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


def summary(results: Sequence[Result]) -> list[str]:
    """Return games a second and decisions a game, over all random games of each title."""
    by_title: dict[str, list[Result]] = {}
    for result in results:
        title, random, _ = result.name.partition(RANDOM)
        if random and result.name.endswith(PLAYED):
            by_title.setdefault(title, []).append(result)
    return [f"random play of {title}: {_pace(games)}" for title, games in by_title.items()]


def _pace(games: Sequence[Result]) -> str:
    count, seconds = len(games), sum(game.seconds for game in games)
    decisions = sum(game.actions for game in games)
    each = f"{count / seconds:.2f} games a second, {decisions / count:.0f} decisions a game"
    return f"{each}, {decisions / seconds:.0f} decisions a second"


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark and print its table."""
    parser = argparse.ArgumentParser(description="Time replays of game files and random games.")
    parser.add_argument("files", nargs="*", type=Path, help="recorded games to replay")
    parser.add_argument("--title", choices=[*trunkline.catalogue()], help="random games of this title only")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=2, help="random games to play (default 2)")
    parser.add_argument("--rounds", type=int, default=5, help="how often each task is timed (default 5)")
    parser.add_argument("--save", type=Path, help="write the ratios to this file")
    parser.add_argument("--against", type=Path, help="show the ratios of this file beside the new ones")
    options = parser.parse_args(argv)
    before: dict[str, float] = json.loads(options.against.read_text()) if options.against else {}
    with tempfile.TemporaryDirectory() as folder:
        timed: list[tuple[str, Task]] = [
            (f"replay {path.name}", partial(replay_file, path)) for path in options.files
        ]
        for title in [options.title] if options.title else trunkline.catalogue(teaching=False):
            timed += tasks(title, options.players, options.games, Path(folder))
        results = []
        for name, task in timed:
            print(f"timing {name} ...", file=sys.stderr)
            results.append(measure(name, task, options.rounds))
    print("\n".join([*table(results, before), *summary(results)]))
    if options.save:
        options.save.parent.mkdir(parents=True, exist_ok=True)
        options.save.write_text(
            json.dumps({result.name: result.ratio for result in results}, indent=1) + "\n"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
