"""Tests of plans with equal earnings: each train takes the shortest track that the other runs leave."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import replace

import pytest

from engine.map.boards import TITLES, laid, marked, tables
from engine.routing import cases, checker
from engine.routing.enumeration import TooMany, legal_routes
from trunkline.engine.routing import RouteContext, Run, RunPlan, TrainRange, best_runs


def sides(context: RouteContext, run: Run) -> int:
    """Return the number of sides that a run crosses."""
    track, _ = checker.track_of(context, checker.elements(context, run))
    return sum(len(t) == 2 for t in track)


def shortest(context: RouteContext, plan: RunPlan, run: Run) -> int:
    """Return the fewest sides on which a train earns as much after tolls, with the other runs fixed."""
    beside = [other for other in plan.runs if other is not run]
    earned, fees = checker.worth(context, run)
    return min(r.sides for r in legal_routes(context, run.train, beside) if r.value == earned - fees)


def last_shortened(context: RouteContext, plan: RunPlan) -> Run | None:
    """Return the run that was shortened last, with all others fixed, or None if that is unclear."""

    def size(run: Run) -> tuple[int, int, str, int]:
        kind = context.trains[run.train]
        plus = kind.plus or 0
        return (-(10**9) if kind.reach is None else -kind.reach - plus, -kind.factor, kind.unit, -plus)

    runs = sorted(plan.runs, key=size)
    return runs[-1] if runs and (len(runs) == 1 or size(runs[-2]) < size(runs[-1])) else None


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("title", TITLES)
def test_every_train_takes_the_shortest_track(title: str, seed: int) -> None:
    rng = random.Random(seed)
    compared = 0
    for lays in (20, 35, 60, 100):
        for context in (s for _ in range(3) for s in cases.made_up(title, rng, lays)):
            # A train does not pay other tolls to be shorter, so this test has no tolls.
            context = replace(context, tolls=())
            plan = best_runs(context)
            run = last_shortened(context, plan)
            if run is not None:
                with suppress(TooMany):
                    assert sides(context, run) == shortest(context, plan, run), (seed, run)
                    compared += 1
    assert compared >= 5


def test_of_two_ways_the_shorter() -> None:
    # From Sarnia to Maudaumin over the border, or around by B15.
    tiles = laid("C14:14:1 B15:7:3")
    for name in ("2", "D"):
        context = RouteContext(
            tables("t1856"), tiles, marked("C14.0:LPS"), "LPS", {name: TrainRange(2)}, "yellow"
        )
        assert best_runs(context).runs == (Run(name, ("B13.0", "C14.0")),)
