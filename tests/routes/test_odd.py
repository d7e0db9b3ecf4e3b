"""What holds of the best runs on any board, however odd."""

from __future__ import annotations

import os
import random
from dataclasses import replace

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from routes import checker, odd
from routes.enumeration import TooMany, best_total
from trunkline.track.routes import RunPlan, Service, TrainRange, best_runs, check_runs, earnings, some_runs
from trunkline.track.tables import STOP

MORE = int(os.environ.get("ODD_BOARDS", "1"))
"""Set it to try so many times as many boards, new ones at each run."""
SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
few = settings(max_examples=20 * MORE, derandomize=MORE == 1, deadline=None, suppress_health_check=SLOW)
many = settings(few, max_examples=40 * MORE)


def legal(service: Service, plan: RunPlan) -> int:
    """Check a plan and what it says of itself; what it earns after tolls."""
    assert check_runs(service, plan.runs) == []
    assert checker.faults(service, plan.runs) == []
    assert plan.earned == tuple(earnings(service, run) for run in plan.runs)
    worth = [checker.worth(service, run) for run in plan.runs]
    assert worth == [(earned.total, earned.fees) for earned in plan.earned]
    net = plan.total - plan.fees
    assert net == sum(gross - fees for gross, fees in worth) >= 0
    assert plan.bound >= net
    return net


def best(service: Service) -> int:
    """The most after tolls."""
    plan = best_runs(service)
    assume(plan.optimal)
    return plan.total - plan.fees


@many
@given(odd.services())
def test_the_best_runs_are_legal_and_the_best(service: Service) -> None:
    plan = best_runs(service)
    net = legal(service, plan)
    assert plan.proof == "optimal"
    try:
        assert net == best_total(service)
    except TooMany:
        return


@few
@given(odd.services(), st.randoms(use_true_random=False))
def test_the_order_of_things_does_not_matter(service: Service, rng: random.Random) -> None:
    tiles = list(service.tiles.items())
    markers = list(service.markers.items())
    trains = list(service.trains.items())
    rng.shuffle(tiles)
    rng.shuffle(markers)
    rng.shuffle(trains)
    other = replace(service, tiles=dict(tiles), markers=dict(markers), trains=dict(trains))
    assert best_runs(other) == best_runs(service)


@few
@given(odd.services(), st.sampled_from((0, 1, 10, 40, 200)))
def test_a_short_budget_gives_a_legal_plan_and_a_true_bound(service: Service, budget: int) -> None:
    full = best_runs(service)
    cut = best_runs(service, budget=budget)
    assert legal(service, cut) <= full.total - full.fees <= cut.bound


@few
@given(odd.services(), odd.kinds)
def test_more_never_earns_less(service: Service, kind: TrainRange) -> None:
    net = best(service)
    assert best(replace(service, trains={**service.trains, "new": kind})) >= net
    longer = {name: a_stop_longer(kind) for name, kind in service.trains.items()}
    assert best(replace(service, trains=longer)) >= net
    assert best(replace(service, purse=service.purse + 50)) >= net
    own = {name: tuple(m for m in here if m.corp == odd.OWN) for name, here in service.markers.items()}
    assert best(replace(service, markers=own)) >= net


def a_stop_longer(kind: TrainRange) -> TrainRange:
    """A train that reaches one further."""
    return TrainRange(None if kind.reach is None else kind.reach + 1, kind.unit, kind.factor)


@few
@given(odd.services(), st.integers(0, 100))
def test_track_that_no_run_needs_may_go(service: Service, pick: int) -> None:
    plan = best_runs(service)
    used = {hex_id for run in plan.runs for hex_id in run.hexes}
    printed = {n for n, p in zip(service.tables.names, service.tables.printed, strict=True) if p.segments}
    idle = sorted(set(service.tiles) - used - printed)
    assume(idle)
    gone = idle[pick % len(idle)]
    tiles = {name: placed for name, placed in service.tiles.items() if name != gone}
    markers = {name: here for name, here in service.markers.items() if name != gone}
    assert best(replace(service, tiles=tiles, markers=markers)) == plan.total - plan.fees


@few
@given(odd.services(), st.randoms(use_true_random=False))
def test_runs_at_random_are_legal(service: Service, rng: random.Random) -> None:
    runs = some_runs(service, rng.randrange)
    assert check_runs(service, runs) == []
    assert checker.faults(service, runs) == []
    assert sum(checker.worth(service, run)[0] for run in runs) <= best(service)


@few
@given(odd.services(), st.randoms(use_true_random=False), st.integers(1, 3))
def test_both_checkers_agree_on_what_is_wrong(service: Service, rng: random.Random, damage: int) -> None:
    """Runs are spoiled a little: the two checkers must see the same ones as legal."""
    plan = best_runs(service)
    assume(plan.runs)
    runs = list(plan.runs)
    for _ in range(damage):
        n = rng.randrange(len(runs))
        path = list(runs[n].path)
        i = rng.randrange(len(path))
        match rng.randrange(5):
            case 0:
                path.insert(i, rng.choice(near(service, path[i])))
            case 1:
                path[i] = rng.choice(near(service, path[i]))
            case 2 if len(path) > 1:
                del path[i]
            case 3:
                path += path[::-1][1:]
            case _:
                runs.append(runs[n])
        runs[n] = type(runs[n])(rng.choice(list(service.trains)), tuple(path))
    assert (check_runs(service, runs) == []) == (checker.faults(service, runs) == [])


def near(service: Service, element: str) -> list[str]:
    """Elements in or beside the hex of another one."""
    t = service.tables
    h = t.index[element.partition(".")[0]]
    around = [h, *(t.mate[STOP * h + e] // STOP for e in range(STOP) if t.mate[STOP * h + e] >= 0)]
    return [
        word
        for g in around
        for word in (t.names[g], *(f"{t.names[g]}.{s}" for s in range(len(service.position.pieces[g].stops))))
    ]
