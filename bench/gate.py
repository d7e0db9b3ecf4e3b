"""Check that nothing has become slower than the ratios in ``gate.json``.

A ratio is the time of a thousand actions in units of the yardstick, which runs right before and after them.
Both count processor time, so that other programs on the machine matter little. The median of several rounds
counts. A task that is more than 15% over its ratio is timed again at the end. It fails if every attempt is
too slow. Each version of Python has its own ratios.

    make bench-gate
    make bench-gate ARGS=--save       after a change that is slower on purpose, or faster
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import process_time

import trunkline
from replay import tasks
from yardstick import Task, reference

FILE = Path(__file__).with_name("gate.json")
ALLOWED = 1.15
"""The largest allowed quotient of a ratio and the recorded one."""
ATTEMPTS = 3
ROUNDS = 5
ENOUGH = 0.3
"""The least processor seconds of a round. A shorter task is repeated."""
PLAYERS = 4
PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"


class NoComparison(Exception):
    """An error for recorded ratios that do not fit this run. The message is a sentence with the reason."""


@dataclass(frozen=True)
class Verdict:
    """The result of the attempts at one task."""

    name: str
    committed: float
    best: float
    """The lowest ratio of all attempts."""
    attempts: int

    @property
    def lost(self) -> bool:
        """True if every attempt was over the limit."""
        return self.best > self.committed * ALLOWED

    def line(self) -> str:
        """Return the verdict as a line of the table."""
        change = 100 * (self.best / self.committed - 1)
        return (
            f"{self.name:44} {self.committed:>10.2f} {self.best:>10.2f} {change:>+8.0f}% {self.attempts:>9}"
        )


HEAD = f"{'task':44} {'committed':>10} {'now':>10} {'change':>9} {'attempts':>9}"


def judge(committed: Mapping[str, float], ratio: Callable[[str], float]) -> list[Verdict]:
    """Time every task by its name. Time those that seem slower again in up to two more passes."""
    found: dict[str, list[float]] = {name: [] for name in committed}
    for _ in range(ATTEMPTS):
        for name, ratios in found.items():
            if not ratios or min(ratios) > committed[name] * ALLOWED:
                ratios.append(ratio(name))
    return [Verdict(name, committed[name], min(ratios), len(ratios)) for name, ratios in found.items()]


def comparable(written: Mapping[str, object], names: Sequence[str], python: str = PYTHON) -> dict[str, float]:
    """Return the recorded ratios if they are of this Python and of these tasks. Raises ``NoComparison``."""
    again = 'Write them down anew with make bench-gate ARGS="--save".'
    if written.get("python") != python:
        raise NoComparison(
            f"The ratios are of Python {written.get('python')}, this is Python {python}. {again}"
        )
    ratios = written.get("ratios")
    if not isinstance(ratios, dict) or set(ratios) != set(names):
        raise NoComparison(f"The ratios are not those of the tasks that are timed. {again}")
    return {name: float(ratios[name]) for name in names}


def measured(task: Task, rounds: int = ROUNDS) -> float:
    """Return the median ratio of a task: yardsticks a thousand actions."""
    ratios: list[float] = []
    for _ in range(rounds):
        before = yardstick()
        actions = 0
        start = process_time()
        while (spent := process_time() - start) < ENOUGH:
            actions += task()
        ratios.append(spent / actions * 1000 / ((before + yardstick()) / 2))
    return statistics.median(ratios)


def yardstick() -> float:
    """Return the processor seconds that the reference takes at the moment."""
    times: list[float] = []
    for _ in range(5):
        start = process_time()
        reference()
        times.append(process_time() - start)
    return statistics.median(times)


def main(argv: Sequence[str] | None = None) -> int:
    """Compare the ratios or record them. The exit code is 1 for a slower task, 2 without a comparison."""
    parser = argparse.ArgumentParser(description="Fail where a task is slower by more than 15%%.")
    parser.add_argument("--save", action="store_true", help=f"write the ratios to bench/{FILE.name} instead")
    wanted = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        timed = {
            name: task
            for title in trunkline.catalogue(teaching=False)
            for name, task in tasks(title, PLAYERS, games=1, folder=Path(folder))
        }

        def ratio(name: str) -> float:
            print(f"timing {name} ...", file=sys.stderr)
            return measured(timed[name])

        if wanted.save:
            ratios = {name: round(ratio(name), 2) for name in timed}
            FILE.write_text(json.dumps({"python": PYTHON, "ratios": ratios}, indent=2) + "\n")
            return 0
        try:
            committed = comparable(json.loads(FILE.read_text()) if FILE.exists() else {}, list(timed))
        except NoComparison as why:
            print(why, file=sys.stderr)
            return 2
        verdicts = judge(committed, ratio)
    print("\n".join([HEAD, *(verdict.line() for verdict in verdicts)]))
    lost = [verdict.name for verdict in verdicts if verdict.lost]
    if lost:
        print(f"Slower by more than {100 * (ALLOWED - 1):.0f}%: {', '.join(lost)}.", file=sys.stderr)
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
