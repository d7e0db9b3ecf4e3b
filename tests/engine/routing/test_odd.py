"""Tests of properties of the best runs on any board, however odd."""

from __future__ import annotations

import os
import random
from dataclasses import replace

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from engine.routing import checker, odd
from engine.routing.enumeration import TooMany, best_total
from trunkline.engine.routing import (
    RouteContext,
    RunPlan,
    TrainRange,
    best_runs,
    check_runs,
    earnings,
    random_runs,
)
from trunkline.engine.track.map_index import STOP

MORE = int(os.environ.get("ODD_BOARDS", "1"))
"""Factor for the number of boards. With more than 1, each run tries new boards."""
SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
few = settings(max_examples=20 * MORE, derandomize=MORE == 1, deadline=None, suppress_health_check=SLOW)
many = settings(few, max_examples=40 * MORE)


def legal(context: RouteContext, plan: RunPlan) -> int:
    """Check a plan and its stated earnings. Return its earnings after tolls."""
    assert check_runs(context, plan.runs) == []
    assert checker.faults(context, plan.runs) == []
    assert plan.earned == tuple(earnings(context, run) for run in plan.runs)
    worth = [checker.worth(context, run) for run in plan.runs]
    assert worth == [(earned.total, earned.fees) for earned in plan.earned]
    net = plan.total - plan.fees
    assert net == sum(gross - fees for gross, fees in worth) >= 0
    assert plan.bound >= net
    return net


def best(context: RouteContext) -> int:
    """Return the highest earnings after tolls."""
    plan = best_runs(context)
    assume(plan.optimal)
    return plan.total - plan.fees


@many
@given(odd.contexts())
def test_the_best_runs_are_legal_and_the_best(context: RouteContext) -> None:
    plan = best_runs(context)
    net = legal(context, plan)
    assert plan.proof == "optimal"
    try:
        assert net == best_total(context)
    except TooMany:
        return


@few
@given(odd.contexts(), st.randoms(use_true_random=False))
def test_the_order_of_things_does_not_matter(context: RouteContext, rng: random.Random) -> None:
    tiles = list(context.tiles.items())
    tokens = list(context.tokens.items())
    trains = list(context.trains.items())
    rng.shuffle(tiles)
    rng.shuffle(tokens)
    rng.shuffle(trains)
    other = replace(context, tiles=dict(tiles), tokens=dict(tokens), trains=dict(trains))
    assert best_runs(other) == best_runs(context)


@few
@given(odd.contexts(), st.sampled_from((0, 1, 10, 40, 200)))
def test_a_short_budget_gives_a_legal_plan_and_a_true_bound(context: RouteContext, budget: int) -> None:
    full = best_runs(context)
    cut = best_runs(context, budget=budget)
    assert legal(context, cut) <= full.total - full.fees <= cut.bound


@few
@given(odd.contexts(), odd.kinds)
def test_more_never_earns_less(context: RouteContext, kind: TrainRange) -> None:
    net = best(context)
    assert best(replace(context, trains={**context.trains, "new": kind})) >= net
    longer = {name: a_stop_longer(kind) for name, kind in context.trains.items()}
    assert best(replace(context, trains=longer)) >= net
    assert best(replace(context, purse=context.purse + 50)) >= net
    own = {name: tuple(m for m in here if m.corp == odd.OWN) for name, here in context.tokens.items()}
    assert best(replace(context, tokens=own)) >= net


def a_stop_longer(kind: TrainRange) -> TrainRange:
    """Return a train with a reach longer by one. A plus train also visits one more town."""
    reach, plus = (None if count is None else count + 1 for count in (kind.reach, kind.plus))
    return TrainRange(reach, kind.unit, kind.factor, plus)


@few
@given(odd.contexts(), st.integers(0, 100))
def test_track_that_no_run_needs_may_go(context: RouteContext, pick: int) -> None:
    plan = best_runs(context)
    used = {hex_id for run in plan.runs for hex_id in run.hexes}
    printed = {n for n, p in zip(context.tables.names, context.tables.printed, strict=True) if p.segments}
    idle = sorted(set(context.tiles) - used - printed)
    assume(idle)
    gone = idle[pick % len(idle)]
    tiles = {name: placed for name, placed in context.tiles.items() if name != gone}
    tokens = {name: here for name, here in context.tokens.items() if name != gone}
    assert best(replace(context, tiles=tiles, tokens=tokens)) == plan.total - plan.fees


@few
@given(odd.contexts(), st.randoms(use_true_random=False))
def test_runs_at_random_are_legal(context: RouteContext, rng: random.Random) -> None:
    runs = random_runs(context, rng.randrange)
    assert check_runs(context, runs) == []
    assert checker.faults(context, runs) == []
    worth = [checker.worth(context, run) for run in runs]
    assert sum(gross - fees for gross, fees in worth) <= best(context)


@few
@given(odd.contexts(), st.randoms(use_true_random=False), st.integers(1, 3))
def test_both_checkers_agree_on_what_is_wrong(context: RouteContext, rng: random.Random, damage: int) -> None:
    """The test spoils runs a little. Both checkers must find the same runs legal."""
    plan = best_runs(context)
    assume(plan.runs)
    runs = list(plan.runs)
    for _ in range(damage):
        n = rng.randrange(len(runs))
        path = list(runs[n].path)
        i = rng.randrange(len(path))
        match rng.randrange(5):
            case 0:
                path.insert(i, rng.choice(near(context, path[i])))
            case 1:
                path[i] = rng.choice(near(context, path[i]))
            case 2 if len(path) > 1:
                del path[i]
            case 3:
                path += path[::-1][1:]
            case _:
                runs.append(runs[n])
        runs[n] = type(runs[n])(rng.choice(list(context.trains)), tuple(path))
    assert (check_runs(context, runs) == []) == (checker.faults(context, runs) == [])


def near(context: RouteContext, element: str) -> list[str]:
    """Return elements in the hex of another one or next to it."""
    t = context.tables
    h = t.index[element.partition(".")[0]]
    around = [h, *(t.mate[STOP * h + e] // STOP for e in range(STOP) if t.mate[STOP * h + e] >= 0)]
    return [
        word
        for g in around
        for word in (t.names[g], *(f"{t.names[g]}.{s}" for s in range(len(context.position.pieces[g].stops))))
    ]
