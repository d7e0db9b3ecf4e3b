"""Comparison of ``perft/counts.yaml`` with the current counts of the command (``make perft``)."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Final

import yaml

from trunkline.game import Game
from trunkline.lab.perft import perft

FOLDER: Final = Path(__file__).parent / "perft"


def table() -> dict[str, list[int]]:
    """Return the recorded counts at depth 1, 2 and 3 by position."""
    data: dict[str, list[int]] = yaml.safe_load((FOLDER / "counts.yaml").read_text(encoding="utf-8"))
    return data


def position(name: str) -> Game:
    """Return a position, replayed from the start."""
    return Game.load(FOLDER / f"{name}.json")


def main() -> int:
    """Recount everything. The exit code is 1 if a number differs."""
    wrong = False
    for name, written in table().items():
        start = time.perf_counter()
        game = position(name)
        loaded = time.perf_counter()
        counted = [perft(game, depth) for depth in range(1, len(written) + 1)]
        speed = sum(counted) / (time.perf_counter() - loaded)
        told = "" if counted == written else f"   counts.yaml says {written}"
        wrong = wrong or bool(told)
        print(f"{name:16} {counted!s:22} {speed:>8,.0f} a second, loaded in {loaded - start:.1f} s{told}")
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
