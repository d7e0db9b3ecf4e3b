"""Random decisions a second of the plain package and of the compiled one.

    make compiled-bench
    make compiled-bench ARGS="--rounds 9"

Each round runs one process for each package, one after the other. It counts processor time, so that other
programs on the machine matter little. Both must play the same games.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from time import process_time

import trunkline
from replay import SEED, play_at_random

ROOT = Path(__file__).resolve().parent.parent
PLAYERS = 4
PACKAGES = {"plain": ROOT / "src", "compiled": ROOT / "build" / "compiled" / "site"}
"""The folder of each package. ``make compiled`` unpacks the second."""


def play() -> dict[str, tuple[float, str]]:
    """Play in this process. Return decisions a second of processor time and game digests, by title."""
    found: dict[str, tuple[float, str]] = {}
    for title in trunkline.catalogue(teaching=False):
        play_at_random(title, PLAYERS, SEED)  # creates the tables that are made once
        digests: list[str] = []
        decisions = 0
        start = process_time()
        for seed in (SEED + 1, SEED + 2):
            game = play_at_random(title, PLAYERS, seed)
            decisions += len(game.actions)
            digests.append(game.digest())
        found[title] = decisions / (process_time() - start), " ".join(digests)
    return found


def measured(package: Path) -> dict[str, tuple[float, str]]:
    """Return the results of a process that imports the package from this folder."""
    paths = os.pathsep.join([str(package), str(ROOT / "bench")])
    done = subprocess.run(
        [sys.executable, __file__, "--play"],
        env={**os.environ, "PYTHONPATH": paths},
        check=True,
        capture_output=True,
        text=True,
    )
    return {title: (rate, digests) for title, (rate, digests) in json.loads(done.stdout).items()}


def main(argv: Sequence[str] | None = None) -> int:
    """Print the medians. The exit code is 1 if the games differ."""
    parser = argparse.ArgumentParser(description="Time random games, plain and compiled.")
    parser.add_argument("--rounds", type=int, default=5, help="how often each is timed (default 5)")
    parser.add_argument("--play", action="store_true", help="play in this process, and print the figures")
    wanted = parser.parse_args(argv)
    if wanted.play:
        print(json.dumps(play()))
        return 0
    if not PACKAGES["compiled"].is_dir():
        print("There is no compiled package yet: make compiled.", file=sys.stderr)
        return 2
    rates: dict[str, dict[str, list[float]]] = {}
    digests: dict[str, set[str]] = {}
    for _ in range(wanted.rounds):
        for name, package in PACKAGES.items():
            for title, (rate, played) in measured(package).items():
                rates.setdefault(title, {}).setdefault(name, []).append(rate)
                digests.setdefault(title, set()).add(played)
    print(f"{'decisions a second':20} {'plain':>8} {'compiled':>9} {'factor':>7}")
    for title, by_name in rates.items():
        plain, compiled = (statistics.median(by_name[name]) for name in PACKAGES)
        print(f"{title:20} {plain:>8.0f} {compiled:>9.0f} {compiled / plain:>7.2f}")
    differing = [title for title, found in digests.items() if len(found) > 1]
    if differing:
        print(f"The games differ: {', '.join(differing)}.", file=sys.stderr)
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
