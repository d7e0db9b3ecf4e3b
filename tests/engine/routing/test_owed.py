"""Tests of the best runs that a company owes for the tolls it pays. No company must pay a toll."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.map.boards import laid, marked, tables
from engine.routing import checker, odd
from engine.routing.enumeration import TooMany, best_total
from trunkline.engine.routing import (
    Bonus,
    RouteContext,
    Toll,
    TrainRange,
    best_runs,
    binding_runs,
    check_runs,
)

T = tables("t18gl")
FERRY = Toll("ferry", ("E9",), 50)
ONE = {"a": TrainRange(4, "hexes")}


def chicago(*, purse: int = 500, worth: int = 0, toll: Toll = FERRY) -> RouteContext:
    """Return a map of Chicago's halves (40 each), Milwaukee (30) and a ferry to Muskegon (10 and a bonus)."""
    return RouteContext(
        T,
        laid("D10:MIL-Y:0 E9:FER-G:5 F10:PT1:2"),
        marked("D12.0:MILW"),
        "MILW",
        ONE,
        "first",
        (Bonus("port", ("F10",), worth),),
        tolls=(toll,),
        purse=purse,
    )


def test_nobody_owes_a_toll() -> None:
    context = chicago(worth=100)
    assert (best_runs(context).total, best_runs(context).fees) == (220, 50)
    plan = binding_runs(context)
    assert (plan.total, plan.fees, plan.proof) == (110, 0, "optimal")
    assert plan.runs == best_runs(replace(context, purse=0)).runs


def test_who_pays_owes_the_most_before_the_toll() -> None:
    # Muskegon brings $10 for a toll of $50. The toll is optional, but a company that pays it must earn $120.
    context = chicago()
    assert (best_runs(context).total, best_runs(context).fees) == (110, 0)
    plan = binding_runs(context, 50)
    assert (plan.total, plan.fees, plan.proof) == (120, 50, "optimal")
    assert [" ".join(run.path) for run in plan.runs] == ["D14.0 D12.0 D10.0 E9 F10.0"]
    assert check_runs(context, plan.runs) == []
    assert binding_runs(context, 49).total == 110


@pytest.mark.parametrize(("purse", "total"), [(0, 110), (49, 110), (50, 120), (99, 120)])
def test_no_more_is_owed_than_can_be_paid(purse: int, total: int) -> None:
    assert binding_runs(chicago(purse=purse), 500).total == total


def test_the_fee_of_each_train_counts() -> None:
    # Alpena 20 between Northern Ontario 20 and Owen Sound 10. Each train runs one of the two stretches.
    context = RouteContext(
        T,
        laid("J4:FER-S:1 J6:FER-S:2 K7:FER-S:2 L8:PT1:2"),
        marked("I5.0:GTW"),
        "GTW",
        {"a": TrainRange(3, "hexes"), "b": TrainRange(3, "hexes")},
        "first",
        tolls=(Toll("ferry", ("J4", "J6", "K7"), 50),),
        purse=120,
    )
    found = [binding_runs(context, fees) for fees in (0, 50, 99, 100, 150)]
    assert [(plan.total, plan.fees) for plan in found] == [(0, 0), (40, 50), (40, 50), (70, 100), (70, 100)]
    for plan in found:
        assert checker.faults(context, plan.runs) == []
    assert best_runs(context).runs == ()


def test_without_tolls_the_best_is_owed() -> None:
    free = replace(chicago(), tolls=())
    assert binding_runs(free).runs == best_runs(free).runs
    assert binding_runs(free, 50).total == 120
    gratis = chicago(toll=Toll("own ferry", ("E9",), 0), purse=0)
    assert binding_runs(gratis).total == 120


def test_a_toll_paid_on_one_way_is_paid_on_the_other() -> None:
    # Two routes from Sarnia to Maudaumin, one of them with a toll, and then a route with a toll to Glencoe.
    t = tables("t1856")
    context = RouteContext(
        t,
        laid("C14:14:1 B15:7:3 D15:8:0 D17:57:0"),
        marked("C14.0:LPS"),
        "LPS",
        {"a": TrainRange(3), "b": TrainRange(2)},
        "yellow",
        tolls=(Toll("toll", ("B15", "D15"), 5),),
        purse=5,
    )
    plan = binding_runs(context, 5)
    assert (plan.revenues, plan.fees, plan.proof) == ((80, 60), 5, "optimal")
    assert check_runs(context, plan.runs) == []


@settings(max_examples=60, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
@given(odd.contexts(), st.sampled_from((0, 5, 10, 50, 60, 100)))
def test_what_is_owed_on_any_board(context: RouteContext, fees: int) -> None:
    plan = binding_runs(context, fees)
    assert check_runs(context, plan.runs) == []
    assert plan.fees <= fees
    assert plan.proof == "optimal"
    assert binding_runs(context, fees + 5).total >= plan.total >= best_runs(replace(context, purse=0)).total
    with suppress(TooMany):
        assert plan.total == best_total(replace(context, purse=min(fees, context.purse), gross=True))


def test_a_short_budget_gives_a_true_bound() -> None:
    context = chicago(worth=100)
    for budget in (0, 3, 20):
        cut = binding_runs(context, 50, budget=budget)
        assert cut.total <= 220 <= cut.bound
        assert cut.optimal == (cut.bound == cut.total)
