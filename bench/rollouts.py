"""Time of a whole game that sprinters play, in processor time and in yardsticks.

make bench-rollouts
make bench-rollouts ARGS="--games 40"
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Sequence
from time import process_time

import trunkline
from gate import yardstick
from trunkline import Position
from trunkline.players.sprinter import finished

SEED = 1856
PLAYERS = 4


def measured(title: str, seed: int) -> tuple[float, float, bool]:
    """Return the seconds of a game, its yardsticks, and whether it ended."""
    names = [f"P{number}" for number in range(1, PLAYERS + 1)]
    start = Position.of(trunkline.new(title, names, seed=seed))
    before, begin = yardstick(), process_time()
    over = finished(start, seed).over
    spent = process_time() - begin
    return spent, spent / ((before + yardstick()) / 2), over


def main(argv: Sequence[str] | None = None) -> int:
    """Print the medians. The exit code is 1 if a game did not end."""
    parser = argparse.ArgumentParser(description="Time whole games of the sprinter.")
    parser.add_argument("--games", type=int, default=20, help="games of each title (default 20)")
    wanted = parser.parse_args(argv)
    print(f"{'a game':8} {'seconds':>8} {'yardsticks':>11}")
    ended = True
    for title in trunkline.catalogue(teaching=False):
        measured(title, SEED)  # creates the tables that are made once
        found = [measured(title, SEED + number) for number in range(1, wanted.games + 1)]
        seconds, ratio = (statistics.median(each[part] for each in found) for part in (0, 1))
        print(f"{title:8} {seconds:>8.3f} {ratio:>11.1f}")
        ended = ended and all(over for _, _, over in found)
    return 0 if ended else 1


if __name__ == "__main__":
    sys.exit(main())
