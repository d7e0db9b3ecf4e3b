"""Tests of runs of 18GL: the search against every route of the rulebook, on small random situations.

python tests/engine/routing/test_book_18gl.py 5000
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterable
from itertools import islice, pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml

if __name__ == "__main__":
    ROOT = Path(__file__).resolve().parents[3]
    sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "support"), str(ROOT / "bench")]

from engine.routing.book_18gl import Position, TooMany
from engine.routing.cases_18gl import situation
from trunkline.engine.routing import Run, best_runs, binding_runs, check_runs, earnings
from trunkline.engine.track import network
from trunkline.game.routes import Listed, read

CHUNK = 250
"""Situations in one file."""


def faults(entry: dict[str, Any], listed: Listed, tally: Counter[str]) -> list[str]:
    """Return the differences between the search and the rulebook, and count the comparisons."""
    book, context = Position(entry), listed.context
    fee = max(entry["ferries"].values(), default=0)
    payers = min(len(entry["trains"]), entry["purse"] // fee) if fee else 0
    try:
        distances = book.distances()
        book.steps = 0
        gross = [book.best(count) for count in range(payers + 1)]
    except TooMany:
        tally["too many routes"] += 1
        return []
    wrong: list[str] = []
    plan = best_runs(context)
    net = max(dollars - fee * count for count, dollars in enumerate(gross))
    if plan.proof != "optimal" or plan.total - plan.fees != net:
        wrong.append(f"the best is {net}, and {plan.total} less {plan.fees} was found ({plan.proof})")
    plans = [plan]
    for count, dollars in enumerate(gross):
        owed = binding_runs(context, fee * count)
        plans.append(owed)
        if owed.proof != "optimal" or owed.total != dollars or owed.fees > fee * count:
            wrong.append(f"with {count} fees {dollars} is owed, not {owed.total} (fees {owed.fees})")
    known = _by_train(book, context.trains)
    for found in plans:
        wrong += [f"{problem.key}: {problem.text}" for problem in check_runs(context, found.runs)]
        for run, earned in zip(found.runs, found.earned, strict=True):
            if known[run.train].get(frozenset(steps_of(run.path))) != earned.total:
                wrong.append(f"{run.train} may not run {run.path} for {earned.total}")
    wrong += _legal(book, listed, known)
    n = network(context.tables, context.tiles, context.tokens, context.company)
    for (name, s), stop in book.stops.items():
        if stop["kind"] == "city" and n.distance(name, s) != distances.get((name, s)):
            wrong.append(f"{name}.{s} is {distances.get((name, s))} hexes away, not {n.distance(name, s)}")
    tally["compared"] += 1
    tally["with a run"] += bool(plan.runs)
    tally["with more than one run"] += len(plan.runs) > 1
    tally["a ferry worth its fee"] += plan.fees > 0
    tally["a ferry not worth its fee"] += plan.fees == 0 and len(set(gross)) > 1
    tally["an own ferry used"] += fee == 0 and any(r.hexes for r in plan.runs if book.lakes & set(r.hexes))
    tally["both Chicago tracks"] += sum({"D12.0", "D14.0"} <= set(run.path) for run in plan.runs) > 1
    tally["E trains run"] += any(context.trains[run.train].unit == "cities" for run in plan.runs)
    tally["with a bonus"] += any(earned.bonuses for earned in plan.earned)
    return wrong


def steps_of(path: tuple[str, ...]) -> list[frozenset[str]]:
    """Return the neighbouring elements of a path, without its direction."""
    return [frozenset(pair) for pair in pairwise(path)]


def _by_train(book: Position, trains: Iterable[str]) -> dict[str, dict[frozenset[frozenset[str]], int]]:
    """Return the dollars of each route by train. Trains are in the order of the entry."""
    return {
        name: {frozenset(steps_of(route.way.path)): route.dollars for route in routes}
        for name, routes in zip(trains, book.all_routes, strict=True)
    }


def _legal(book: Position, listed: Listed, known: dict[str, Any]) -> list[str]:
    """Return faults of some routes of the rulebook, which must be legal runs with the rulebook's earnings."""
    wrong = []
    rng = random.Random(0)
    for train, routes in zip(known, book.all_routes, strict=True):
        for route in rng.sample(routes, min(3, len(routes))):
            run = Run(train, route.way.path)
            problems = [problem.key for problem in check_runs(listed.context, [run])]
            earned = earnings(listed.context, run)
            unpaid = earned.fees > listed.context.purse
            if problems != (["toll"] if unpaid else []) or earned.total != route.dollars:
                wrong.append(f"{run}: {problems}, {earned.total} for {route.dollars}")
    return wrong


def compare(seed: int, count: int, folder: Path) -> tuple[list[str], Counter[str]]:
    """Compare ``count`` situations."""
    rng = random.Random(seed)
    found = (situation(rng) for _ in range(count))
    tally: Counter[str] = Counter()
    wrong: list[str] = []
    while entries := list(islice(found, CHUNK)):
        path = folder / "situations.yaml"
        path.write_text(yaml.safe_dump(entries))
        for entry, listed in zip(entries, read(path), strict=True):
            wrong += [f"{fault} in {entry}" for fault in faults(entry, listed, tally)]
    return wrong, tally


def test_small_situations(tmp_path: Path) -> None:
    wrong, tally = compare(18, 300, tmp_path)
    assert wrong == []
    assert tally["compared"] >= 290
    assert tally["with a run"] >= 150
    for what in ("a ferry worth its fee", "a ferry not worth its fee", "an own ferry used", "E trains run"):
        assert tally[what] >= 5, what
    assert tally["both Chicago tracks"] >= 1
    assert tally["with a bonus"] >= 5


if __name__ == "__main__":
    with TemporaryDirectory() as name:
        bad, counts = compare(1, int(sys.argv[1]), Path(name))
    print(*bad, sep="\n")
    print(dict(counts))
    sys.exit(bool(bad))
