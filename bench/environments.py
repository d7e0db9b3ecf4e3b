"""Time of one step of an environment: the action, the legal actions, the mask and the observation.

Random players choose, so the games reach all rounds; their own time does not count. Times are those of the
processor, so other programs matter less. The goal is a median of at most 0.5 ms on an idle core. ``play``
and ``legal`` are the parts of the rules engine.

    make bench-env ARGS="--steps 3000"
"""

from __future__ import annotations

import argparse
import statistics
import sys
from contextlib import suppress
from time import process_time

import trunkline
from trunkline.game import actions
from trunkline.lab.environments import aec
from trunkline.players.random_player import RandomPlayer
from trunkline.util.errors import UsageError

SEED = 1856
PLAYERS = 4


def measure(title: str, steps: int) -> dict[str, list[float]]:
    """Return the seconds of each part, one number a step."""
    found: dict[str, list[float]] = {"step": [], "observe": [], "play": [], "legal": []}
    env = aec(title, PLAYERS, SEED, max_actions=steps + 1)
    player = RandomPlayer(SEED)
    while len(found["step"]) < steps:
        if env.game.over:
            env.reset()
        action = player.choose_from(env.legal.choices)
        chosen: int | actions.Action = action
        copy = env.game.copy()
        begun = process_time()
        copy.play(action)
        played = process_time()
        if not copy.over:
            copy.legal()
        found["play"].append(played - begun)
        found["legal"].append(process_time() - played)
        with suppress(UsageError):  # of an amount or a run without a number
            chosen = env.legal.number(action)
        begun = process_time()
        env.step(chosen)
        stepped = process_time()
        env.observe(env.agent_selection)
        found["observe"].append(process_time() - stepped)
        found["step"].append(stepped - begun)
    return found


def main(arguments: list[str]) -> None:
    """Print the median and the 90th percentile of a step with its observation, and its parts, in ms."""
    parser = argparse.ArgumentParser(description="time the steps of the environments")
    parser.add_argument("--steps", type=int, default=2_000, help="steps of each title; default 2,000")
    steps = parser.parse_args(arguments).steps
    print("title   median     p90  |  step  observe  |  play   legal   (medians, ms)")
    for title in trunkline.catalogue(teaching=False):
        found = measure(title, steps)
        both = [a + b for a, b in zip(found["step"], found["observe"], strict=True)]
        parts = {name: statistics.median(each) * 1_000 for name, each in found.items()}
        high = statistics.quantiles(both, n=10)[-1] * 1_000
        print(
            f"{title:6} {statistics.median(both) * 1_000:7.3f} {high:7.3f}  | {parts['step']:5.3f}  "
            f"{parts['observe']:7.3f}  | {parts['play']:5.3f}  {parts['legal']:6.3f}"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
