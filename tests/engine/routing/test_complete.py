"""Tests of completing routes from chosen stops, against all routes."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from engine.map.boards import TITLES, laid, marked, tables
from engine.routing import cases, checker
from engine.routing.enumeration import Route, TooMany, legal_routes
from trunkline.engine.routing import (
    RouteContext,
    Run,
    Toll,
    TrainRange,
    best_runs,
    check_runs,
    complete_run,
    random_runs,
)

T = tables("t1856")
LINE = "C14:14:1 D15:8:0 D17:57:0 D13:8:5 E14:8:2 F13:56:0 F11:9:0"
"""Glencoe - Maudaumin - a small city - Goderich, and Sarnia next to Maudaumin."""


def through(
    context: RouteContext, found: Sequence[Route], stops: Sequence[str], *, only: bool
) -> list[Route]:
    """Return the routes through all these stops. With ``only``, a route may have no other stop."""
    asked = sum(1 << (context.stop_number(stop) or 0) for stop in set(stops))
    return [r for r in found if r.stops & asked == asked and (not only or r.stops == asked)]


def compare(
    context: RouteContext, train: str, stops: Sequence[str], beside: Sequence[Run], *, only: bool
) -> bool:
    """Compare one completion with all routes. Return whether there is one."""
    routes = through(context, legal_routes(context, train, beside), stops, only=only)
    found = complete_run(context, train, stops, beside, only=only)
    if found is None:
        assert not routes
        return False
    assert routes
    best = max((r.value, -r.sides) for r in routes)
    path = checker.elements(context, found.run)
    sides = sum(len(t) == 2 for t in checker.track_of(context, path)[0])
    earned, fees = checker.worth(context, found.run)
    assert (earned - fees, -sides) == best
    assert (found.earned.total, found.earned.fees) == (earned, fees)
    assert found.run.train == train
    assert set(stops) <= set(found.run.stops)
    runs = [*beside, found.run]
    assert check_runs(context, runs) == []
    assert checker.faults(context, runs) == []
    more = 0
    for route in routes:
        more |= route.stops
    names = [context.stop_name(g) for g in range(more.bit_length()) if more >> g & 1]
    assert list(found.more) == [name for name in names if name not in stops]
    return True


def questions(title: str, seed: int) -> Iterator[tuple[RouteContext, str, list[str], list[Run], bool]]:
    """Yield stops to complete on small boards: some of a legal run, some random."""
    rng = random.Random(seed)
    for _ in range(4):
        for context in cases.made_up(title, rng, rng.choice([10, 20, 35, 60])):
            out = [
                context.stop_name(g)
                for g in range(4 * len(context.tables.names))
                if cases.has_track(context, g)
            ]
            train, *others = rng.sample(list(context.trains), len(context.trains))
            apart = replace(context, trains={name: context.trains[name] for name in others})
            beside = list(random_runs(apart, rng.randrange)) if rng.random() < 0.5 else []
            runs = best_runs(context).runs
            known = [s for run in runs for s in run.stops] if runs and rng.random() < 0.7 else out
            for _ in range(3):
                stops = rng.sample(known, min(len(known), rng.choice([1, 1, 2, 2, 3])))
                if stops:
                    yield context, train, stops, beside, rng.random() < 0.2


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("title", TITLES)
def test_against_all_routes(title: str, seed: int) -> None:
    done = 0
    for context, train, stops, beside, only in questions(title, seed):
        try:
            done += compare(context, train, stops, beside, only=only)
        except TooMany:
            continue
    assert done


def line(purse: int, *dear: str) -> RouteContext:
    """Return Maudaumin's line with a $5 toll on each of some hexes."""
    tolls = tuple(Toll(hex_id, (hex_id,), 5) for hex_id in dear)
    train = {"D": TrainRange(None)}
    return RouteContext(T, laid(LINE), marked("C14.0:LPS"), "LPS", train, "yellow", tolls=tolls, purse=purse)


def test_stops_in_any_order_and_nothing_more() -> None:
    context = line(0)
    found = complete_run(context, "D", ["F9.0", "D17.0", "F9.0"])
    assert found is not None
    assert found.run.path == ("D17.0", "D15", "C14.0", "D13", "E14", "F13.1", "F11", "F9.0")
    assert (found.earned.total, found.more) == (90, ("C14.0", "F13.1"))
    found = complete_run(context, "D", ["C14.0"])
    assert found is not None
    assert (found.earned.total, found.more) == (100, ("B13.0", "D17.0", "F9.0", "F13.1"))
    assert complete_run(context, "D", ["D17.0", "F9.0"], only=True) is None
    assert complete_run(context, "D", ["D17.0", "B13.0", "F9.0"]) is None
    with pytest.raises(KeyError):
        complete_run(context, "D", ["C14.1"])
    with pytest.raises(KeyError):
        complete_run(context, "8", ["C14.0"])
    with pytest.raises(ValueError, match="track"):
        complete_run(context, "D", ["C14.0"], [Run("x", ("C14.0", "D17.0"))])
    with pytest.raises(ValueError, match="track"):
        complete_run(context, "D", ["C14.0"], [Run("x", ("C14.0", "C16", "D17.0"))])


def test_track_beside_is_taken_and_so_is_the_purse() -> None:
    context = replace(line(5, "D15", "D13"), trains={"D": TrainRange(None), "2": TrainRange(2)})
    beside = [Run("2", ("C14.0", "D15", "D17.0"))]
    assert complete_run(context, "D", ["D17.0"], beside) is None
    # The other run spends the purse, so the tolls to Goderich cannot be paid.
    assert complete_run(context, "D", ["F9.0"], beside) is None
    found = complete_run(replace(context, purse=10), "D", ["F9.0"], beside)
    assert found is not None
    assert (found.earned.total, found.earned.fees) == (100, 5)


def test_tolls_that_can_only_be_paid_one_by_one() -> None:
    # From Glencoe by D15, or to Goderich by D13: the purse can pay only one of the two tolls.
    context = line(5, "D15", "D13")
    assert complete_run(context, "D", ["D17.0", "F9.0"]) is None
    found = complete_run(context, "D", ["C14.0"])
    assert found is not None
    assert (found.earned.total, found.earned.fees) == (100, 5)
    assert found.more == ("B13.0", "D17.0", "F9.0", "F13.1")
    found = complete_run(context, "D", ["D17.0"])
    assert found is not None
    assert (found.earned.total, found.more) == (80, ("B13.0", "C14.0"))
