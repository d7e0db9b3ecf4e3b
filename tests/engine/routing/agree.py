"""Comparison of the search with two others that share no code with it, on any number of positions.

    .venv/bin/python tests/engine/routing/agree.py --positions 500 [--source boards] [--seed 1]

Half of the positions are invented boards of the three titles (10 to 2000 lays, odd trains, bonuses, tolls).
The other half come from random games of 1856 in all phases. `checker` checks each plan. The total is compared
with `enumeration` (within its limits) and with CP-SAT (if it proves its answer in time). Plans cut short by a
small budget must be legal, with a true bound. The program prints each disagreement with the data that
reproduces it.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import count, cycle, islice
from pathlib import Path

if __name__ == "__main__":
    ROOT = Path(__file__).resolve().parents[3]
    sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "support"), str(ROOT / "bench")]

from engine.map.boards import TITLES
from engine.routing import cases, checker, cpsat, enumeration
from trunkline.engine.routing import RouteContext, best_runs, check_runs

LAYS = (10, 20, 35, 60, 100, 200, 400, 1000, 2000)


def faults(context: RouteContext, solver: bool, work: float, tally: Counter[str]) -> list[str]:
    """Return the faults in the search's answer and count the comparisons."""
    tally["positions"] += 1
    start = time.perf_counter()
    plan = best_runs(context)
    taken = time.perf_counter() - start
    tally["slowest (ms)"] = max(tally["slowest (ms)"], round(1000 * taken))
    tally["largest (stops)"] = max(tally["largest (stops)"], cases.size(context))
    tally["most steps"] = max(tally["most steps"], plan.steps)
    wrong = [f"checker: {fault}" for fault in checker.faults(context, plan.runs)]
    wrong += [f"check_runs: {p.key}" for p in check_runs(context, plan.runs)]
    net = plan.total - plan.fees
    if [(e.total, e.fees) for e in plan.earned] != [checker.worth(context, run) for run in plan.runs]:
        wrong.append("earnings")
    if plan.optimal:
        tally["proved"] += 1
    tally["with a run"] += bool(plan.runs)

    for budget in (0, 300):
        cut = best_runs(context, budget=budget)
        wrong += [f"cut short: {fault}" for fault in checker.faults(context, cut.runs)]
        if not cut.total - cut.fees <= net <= cut.bound:
            wrong.append(f"cut short: {cut.total - cut.fees} ({cut.proof}), at full length {net}")
        tally["cut short"] += not cut.optimal

    def compare(name: str, best: int) -> None:
        if not net <= best <= plan.bound or (plan.optimal and net != best):
            wrong.append(f"{name} finds {best}, the search {net} ({plan.proof})")
        tally[f"agreed with {name}"] += 1

    try:
        compare("enumeration", enumeration.best_total(context))
    except enumeration.TooMany:
        tally["too many for enumeration"] += 1
    if solver:
        solved = cpsat.solve(context, work)
        if solved.proved:
            compare("CP-SAT", solved.value)
        else:
            tally["CP-SAT without proof"] += 1
            if solved.bound < net or (solved.value > plan.bound):
                wrong.append(f"CP-SAT: {solved}, the search {net} ({plan.proof})")
    return wrong


def made_up(seed: int) -> Iterator[tuple[str, RouteContext]]:
    """Yield invented boards without end."""
    for n, title in enumerate(cycle(TITLES)):
        lays = LAYS[n // 3 % len(LAYS)]
        for k, context in enumerate(cases.made_up(title, random.Random(f"{seed}/{n}"), lays)):
            yield f"made_up({title!r}, Random('{seed}/{n}'), {lays})[{k}]", context


def games(seed: int, each: int) -> Iterator[tuple[str, RouteContext]]:
    """Yield positions of random games without end. Each game gives several, spread from start to end."""
    for game in count(seed):
        found = list(cases.game_contexts(game))
        for k in range(0, len(found), max(1, len(found) // each)):
            yield f"game_contexts({game})[{k}]", found[k]


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description="Compare the route search with two others.")
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--each", type=int, default=12, help="positions from one game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--work", type=float, default=cpsat.WORK, help="CP-SAT's limit for one position")
    parser.add_argument("--solver", type=int, default=1, help="CP-SAT on one position in so many; 0: on none")
    parser.add_argument("--source", choices=("both", "boards", "games"), default="both")
    args = parser.parse_args()
    sources = {"boards": made_up(args.seed), "games": games(args.seed, args.each)}
    bad = 0
    for name, source in sources.items():
        if args.source not in ("both", name):
            continue
        tally: Counter[str] = Counter()
        for i, (text, context) in enumerate(islice(source, args.positions // (1 + (args.source == "both")))):
            for fault in faults(context, bool(args.solver) and i % args.solver == 0, args.work, tally):
                bad += 1
                print(f"WRONG {text}: {fault}", flush=True)
        print(f"{name}: " + ", ".join(f"{key} {count}" for key, count in tally.items()), flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
