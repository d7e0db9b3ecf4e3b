"""Random games before the engine of 18xx.games, and a table of what it says."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path

from judge import engine, trial
from judge.games import MILD, SOAK, Plot


def main() -> int:
    parser = argparse.ArgumentParser(prog="make judge", description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--player", choices=(SOAK, MILD), default=SOAK)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="folder for the exported games and the engine's traces")
    asked = parser.parse_args()
    if sentence := engine.missing():
        print(f"No game was judged: this {sentence}.")
        return 0
    plots = [
        Plot(asked.player, asked.seed, number) for number in range(asked.first, asked.first + asked.games)
    ]
    with tempfile.TemporaryDirectory() as folder:
        keep = asked.keep or Path(folder)
        keep.mkdir(parents=True, exist_ok=True)
        outcomes = []
        with ProcessPoolExecutor(asked.jobs, get_context("spawn")) as pool:
            for done in as_completed(pool.submit(trial.tried, plot, keep) for plot in plots):
                outcomes.append(done.result())
                print(_line(outcomes[-1]), flush=True)
    causes = Counter((o.cause, trial.words(o.detail)) for o in outcomes)
    for (cause, words), count in causes.most_common():
        print(f"{count:5} {cause}: {words}")
    return 0


def _line(outcome: trial.Outcome) -> str:
    end = f"{outcome.reason or 'unfinished'} in phase {outcome.phase + 1}, {outcome.entries} entries"
    return f"{outcome.plot} ({end}): {outcome.cause}{': ' if outcome.detail else ''}{outcome.detail}"


if __name__ == "__main__":
    sys.exit(main())
