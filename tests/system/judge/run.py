"""Random games for the engine of 18xx.games, and a table of its verdicts on their exports.

Each game is played, exported, judged entry by entry, loaded unchanged, and read back. The end and every
entry's state must be the same on both sides. A game that we refuse to export must fail there.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path

from system.judge import engine, trial
from system.judge.games import MILD, SOAK, Plot

MOST_REFUSED = 0.08


def main(arguments: Sequence[str] | None = None) -> int:
    """Judge games. Return 1 if one fails or too many are refused."""
    parser = argparse.ArgumentParser(prog="make judge", description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="how many games (200)")
    parser.add_argument(
        "--only", type=int, action="append", metavar="N", help="game N alone; may be repeated"
    )
    parser.add_argument("--seed", type=int, default=1, help="another seed plays other games (1)")
    parser.add_argument("--player", choices=(SOAK, MILD), default=SOAK, help="who plays them (soak)")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time (2)")
    parser.add_argument(
        "--seconds", type=int, default=trial.PATIENCE, help="how long the engine may take for a game (600)"
    )
    parser.add_argument("--keep", type=Path, help="a folder for the files and the engine's traces")
    asked = parser.parse_args(arguments)
    if sentence := engine.missing():
        print(f"No game was judged: this {sentence}.")
        return 0
    numbers = asked.only or range(1, asked.games + 1)
    plots = [Plot(asked.player, asked.seed, number) for number in numbers]
    with _folder(asked.keep) as folder:
        outcomes = list(_outcomes(plots, folder, asked.jobs, asked.seconds))
    for kind, count in Counter(outcome.kind for outcome in outcomes).most_common():
        print(f"{count:5}  {kind.removesuffix(': ')}")
    bad = sum(outcome.cause not in trial.GOOD for outcome in outcomes)
    refused = sum(outcome.cause == trial.FAULT for outcome in outcomes)
    print(
        f"{len(outcomes)} games, {refused} refused for faults of the site, {bad} otherwise than they must be"
    )
    too_many = asked.player == SOAK and not asked.only and refused > MOST_REFUSED * len(outcomes)
    return 1 if bad or too_many else 0


def _outcomes(plots: list[Plot], folder: Path, jobs: int, seconds: int) -> Iterator[trial.Outcome]:
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        for done in as_completed(pool.submit(trial.tried, plot, folder, seconds) for plot in plots):
            outcome = done.result()
            if outcome.cause != trial.ALIKE:
                print(outcome, flush=True)
            yield outcome


@contextmanager
def _folder(kept: Path | None) -> Iterator[Path]:
    if kept is not None:
        kept.mkdir(parents=True, exist_ok=True)
        yield kept
        return
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


if __name__ == "__main__":
    sys.exit(main())
