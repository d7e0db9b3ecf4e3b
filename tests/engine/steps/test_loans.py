"""Tests of loans with terms other than 1856's: $500 each at $50, with interest from a single source."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from scenes import Scene
from trunkline.engine.board import Loans
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.state import Corporation, OperatingTurn
from trunkline.engine.mechanisms import loans

RULE = "loan.limit"


def table(cash: int, owed: int = 0) -> tuple[Context, Corporation]:
    """Return GT with this much in its treasury and this many loans."""
    scene = Scene()
    scene.started("GT", "P1", {"P1": 4}, loans=owed, cash=cash)
    board = msgspec.structs.replace(scene.table.title.board, loans=Loans(500, 50, 50, maximum=2))
    return Context(replace(scene.table.title, board=board), scene.state), scene.corp("GT")


def test_two_loans_are_taken_at_once() -> None:
    t, corp = table(cash=30)
    before = t.state.total_money()
    loans.take(t, corp, 500, RULE, count=2)
    assert (corp.cash, corp.loans) == (1030, 2)
    assert t.state.total_money() == before


def test_the_earnings_pay_what_the_treasury_does_not() -> None:
    t, corp = table(cash=60, owed=2)
    turn = OperatingTurn("GT", revenue=180)
    assert loans.pay_interest(t, corp, turn, 2, RULE) == 0
    assert (corp.cash, turn.revenue) == (10, 130)


@pytest.mark.parametrize(
    ("cash", "revenue", "treasury", "kept"),
    [
        (100, 180, 100, 180),  # the treasury can pay all
        (60, 180, 160, 80),  # it cannot: the whole payment is kept from the earnings
        (60, 70, 130, 0),  # the earnings do not suffice
    ],
)
def test_earnings_are_kept_for_a_payment_that_the_treasury_cannot_make(
    cash: int, revenue: int, treasury: int, kept: int
) -> None:
    t, corp = table(cash=cash)
    turn = OperatingTurn("GT", revenue=revenue)
    before = t.state.total_money()
    loans.withhold(t, corp, turn, 100, RULE)
    assert (corp.cash, turn.revenue) == (treasury, kept)
    assert t.state.total_money() == before


@pytest.mark.parametrize(("cash", "count", "left", "lacking"), [(600, 1, 100, 0), (600, 2, 0, 400)])
def test_the_treasury_pays_loans_back_as_far_as_it_can(
    cash: int, count: int, left: int, lacking: int
) -> None:
    t, corp = table(cash=cash, owed=2)
    assert loans.repay_from_treasury(t, corp, count) == lacking
    assert (corp.cash, corp.loans) == (left, 2 - count)
