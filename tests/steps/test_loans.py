"""Loans by other terms than 1856's: $500 each at $50, all of whose interest comes out of one purse."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from scenes import Scene
from trunkline.board import Loans
from trunkline.kernel.state import Corporation, OperatingTurn
from trunkline.kernel.table import Table
from trunkline.steps import loans

RULE = "loan.limit"


def table(cash: int, owed: int = 0) -> tuple[Table, Corporation]:
    """GT with so much in its treasury and so many loans."""
    scene = Scene()
    scene.started("GT", "P1", {"P1": 4}, loans=owed, cash=cash)
    board = msgspec.structs.replace(scene.table.title.board, loans=Loans(500, 50, 50, maximum=2))
    return Table(replace(scene.table.title, board=board), scene.state), scene.corp("GT")


def test_two_loans_are_taken_at_once() -> None:
    t, corp = table(cash=30)
    before = t.state.total_money()
    loans.take(t, corp, 500, RULE, count=2)
    assert (corp.cash, corp.loans) == (1030, 2)
    assert t.state.total_money() == before


@pytest.mark.parametrize(
    ("one_purse", "cash", "revenue", "left", "kept", "due"),
    [
        (True, 100, 180, 0, 180, 0),  # the treasury can pay all
        (True, 60, 180, 60, 80, 0),  # it cannot: all of it comes from the earnings
        (True, 60, 70, 60, 0, 30),  # what they lack is due
        (False, 60, 180, 10, 130, 0),  # one loan's from the treasury, the other's from the earnings
    ],
)
def test_who_pays_the_interest_of_two_loans(
    one_purse: bool, cash: int, revenue: int, left: int, kept: int, due: int
) -> None:
    t, corp = table(cash=cash, owed=2)
    turn = OperatingTurn("GT", revenue=revenue)
    assert loans.pay_interest(t, corp, turn, 2, RULE, from_one_purse=one_purse) == due
    assert (corp.cash, turn.revenue) == (left, kept)


@pytest.mark.parametrize(("cash", "count", "left", "lacking"), [(600, 1, 100, 0), (600, 2, 0, 400)])
def test_the_treasury_pays_loans_back_as_far_as_it_can(
    cash: int, count: int, left: int, lacking: int
) -> None:
    t, corp = table(cash=cash, owed=2)
    assert loans.repay_from_treasury(t, corp, count) == lacking
    assert (corp.cash, corp.loans) == (left, 2 - count)
