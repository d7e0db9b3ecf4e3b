"""Government loans: borrowers, times, amounts, and redemption."""

from __future__ import annotations

import pytest

from scenes import Scene
from trunkline import actions as A


def borrowing(step: str = "track", *, loans: int = 0, cash: int = 0, phase: int = 1) -> Scene:
    """Return GT in its turn. Players hold four of its shares and two are in the pool."""
    scene = Scene().phase(phase)
    scene.started("GT", "P1", {"P1": 3, "P2": 1}, in_pool=2, loans=loans, cash=cash)
    return scene.turn("GT", step)


LOAN = A.TakeLoan("P1", "GT")


@pytest.mark.rule("1856.loan.phases")
@pytest.mark.parametrize("phase", range(1, 7))
def test_loans_are_given_in_phases_one_to_four(phase: int) -> None:
    scene = borrowing(phase=phase)
    if phase <= 4:
        scene.play(LOAN)
    else:
        scene.refused(LOAN, "loan.phases")


@pytest.mark.rule("1856.loan.phases")
def test_no_loan_once_the_first_6_is_sold() -> None:
    scene = Scene().phase(4)
    scene.sell_out("5")
    scene.started("GT", "P1", {"P1": 4}, cash=700)
    scene.turn("GT", "trains")
    scene.accepted(LOAN)
    scene.play(scene.buy("GT", "6"))
    scene.refused(LOAN, "loan.phases")


@pytest.mark.rule("1856.loan.phases")
def test_only_the_operating_company_borrows() -> None:
    scene = borrowing()
    scene.started("WR", "P1")
    scene.turn("GT")
    scene.refused(A.TakeLoan("P1", "WR"), "sequence.company-steps")
    scene.refused(A.TakeLoan("P2", "GT"), "overview.president-decides")
    scene.stock("P1")
    scene.refused(LOAN, "sequence.sr-turn-shapes")


@pytest.mark.rule("1856.loan.one-per-round")
def test_one_loan_a_round() -> None:
    scene = borrowing()
    bank = scene.state.bank
    scene.play(LOAN)
    assert (scene.cash("GT"), scene.corp("GT").loans, scene.state.bank) == (100, 1, bank - 100)
    scene.refused(LOAN, "loan.one-per-round")
    scene.turn("GT", index=2)
    scene.play(LOAN)
    assert scene.corp("GT").loans == 2


@pytest.mark.rule("1856.loan.one-per-round")
@pytest.mark.parametrize("step", ["track", "token", "dividend", "trains"])
def test_a_loan_may_be_taken_at_any_step_before_redemption(step: str) -> None:
    borrowing(step).play(LOAN)


@pytest.mark.rule("1856.loan.one-per-round")
def test_no_loan_once_redemption_has_begun() -> None:
    scene = borrowing("trains", loans=2, cash=300)
    scene.play(A.RedeemLoans("P1", "GT", 1))
    scene.refused(LOAN, "redeem.last-action")


@pytest.mark.rule("1856.loan.late-ninety")
def test_after_interest_a_loan_brings_ninety() -> None:
    scene = borrowing("trains")
    bank = scene.state.bank
    scene.play(LOAN)
    assert (scene.cash("GT"), scene.corp("GT").loans, scene.state.bank) == (90, 1, bank - 90)


@pytest.mark.rule("1856.loan.limit")
def test_no_more_loans_than_shares_in_players_hands() -> None:
    borrowing(loans=3).accepted(LOAN)
    borrowing(loans=4).refused(LOAN, "loan.limit")


@pytest.mark.rule("1856.loan.stamps-not-a-limit")
def test_a_23rd_loan() -> None:
    scene = borrowing(loans=3)
    for corp, loans in (("WR", 10), ("LPS", 9)):
        scene.started(corp, "P2", {"P2": 10}, loans=loans)
    assert sum(corp.loans for corp in scene.state.corporations.values()) == 22
    scene.turn("GT")
    scene.play(LOAN)
    assert sum(corp.loans for corp in scene.state.corporations.values()) == 23


def redeeming(loans: int, cash: int, *, president: int = 0, rules: str = "printed", **shares: int) -> Scene:
    """Return GT at its last step with so many loans and so much cash.

    ``president`` is the cash of P1, its president.
    """
    scene = Scene(rules=rules)
    scene.started("GT", "P1", shares or {"P1": 4}, loans=loans, cash=cash)
    scene.started("WR", "P3", {"P3": 3, "P1": 3}, price=90, cell=(0, 3))
    scene.set_cash("P1", president)
    return scene.turn("GT", "redeem")


def redeem(count: int) -> A.RedeemLoans:
    """GT's redemption of so many loans."""
    return A.RedeemLoans("P1", "GT", count)


@pytest.mark.rule("1856.redeem.last-action")
def test_redemption_is_the_last_thing_in_a_turn() -> None:
    scene = Scene()
    scene.started("GT", "P1", {"P1": 4}, loans=4, cash=350)
    scene.turn("GT")
    scene.refused(redeem(1), "sequence.company-steps")
    scene.turn("GT", "trains")
    scene.play(redeem(1))
    for late in (LOAN, scene.buy("GT", "2"), scene.lay("GT", "P9:57:1")):
        scene.refused(late, "redeem.last-action")
    assert not scene.legal(A.TakeLoan)
    assert not scene.legal(A.BuyTrain)
    scene.play(redeem(2))
    assert scene.corp("GT").loans == 1
    assert scene.state.round.kind == "stock"


@pytest.mark.rule("1856.redeem.any-number")
def test_as_many_loans_as_the_treasury_pays_for() -> None:
    scene = redeeming(4, 350)
    assert {action.count for action in scene.legal(A.RedeemLoans)} == {1, 2, 3}
    scene.refused(redeem(4), "redeem.any-number")
    bank = scene.state.bank
    scene.play(redeem(3))
    assert (scene.cash("GT"), scene.corp("GT").loans, scene.state.bank) == (50, 1, bank + 300)


@pytest.mark.rule("1856.redeem.any-number")
def test_no_more_loans_than_there_are_and_none_is_owed() -> None:
    scene = redeeming(2, 350)
    for count in (0, 3):
        scene.refused(redeem(count), "redeem.any-number")
    scene.play(redeem(1), redeem(1))
    assert scene.corp("GT").loans == 0
    redeeming(4, 350).play(A.Pass("P1"))


@pytest.mark.rule("1856.redeem.excess-compulsory")
def test_loans_above_the_players_shares_must_be_redeemed() -> None:
    scene = redeeming(5, 350, P1=2, P2=1)
    scene.refused(A.Pass("P1"), "redeem.excess-compulsory")
    scene.refused(redeem(1), "redeem.excess-compulsory")
    assert {action.count for action in scene.legal(A.RedeemLoans)} == {2, 3}
    scene.play(redeem(2))
    assert scene.corp("GT").loans == 3
    scene.accepted(A.Pass("P1"))


@pytest.mark.rule("1856.redeem.president-adds")
def test_the_president_adds_what_the_treasury_lacks() -> None:
    scene = redeeming(5, 130, president=100, P1=2, P2=1)
    scene.refused(redeem(3), "redeem.any-number")
    scene.refused(A.SellShares("P1", "WR", 1), "redeem.president-adds")
    scene.refused(A.DeclareBankruptcy("P1"), "end.no-voluntary-bankruptcy")
    scene.play(redeem(2))
    assert (scene.cash("GT"), scene.cash("P1"), scene.corp("GT").loans) == (0, 30, 3)


@pytest.mark.rule("1856.redeem.president-adds")
def test_a_president_without_cash_sells_just_enough() -> None:
    scene = redeeming(5, 130, P1=2, P2=1)
    scene.refused(redeem(2), "redeem.president-adds")
    scene.refused(A.DeclareBankruptcy("P1"), "bankrupt.declared")
    scene.refused(A.SellShares("P1", "WR", 2), "redeem.president-adds")
    scene.play(A.SellShares("P1", "WR", 1))
    scene.refused(A.SellShares("P1", "WR", 1), "redeem.president-adds")
    scene.play(redeem(2))
    assert (scene.cash("GT"), scene.cash("P1")) == (0, 20)


@pytest.mark.rule("1856.redeem.president-adds", "1856.bankrupt.sales")
def test_a_sale_does_not_give_the_company_away() -> None:
    scene = redeeming(6, 130, P1=2, P2=2)
    scene.refused(A.SellShares("P1", "GT", 1), "bankrupt.sales")
    scene = redeeming(7, 130, P1=3, P2=2)
    scene.accepted(A.SellShares("P1", "GT", 1))
    scene.refused(A.SellShares("P1", "GT", 2), "bankrupt.sales")


@pytest.mark.rule("1856.redeem.president-adds")
def test_shares_are_sold_in_any_lots() -> None:
    scene = redeeming(5, 30, P1=2, P2=1)
    scene.play(A.SellShares("P1", "WR", 1), A.SellShares("P1", "WR", 1))
    assert scene.cash("P1") == 90 + 80
    scene.play(redeem(2))
    scene = redeeming(5, 30, rules="18xx.games", P1=2, P2=1)
    scene.play(A.Pass("P1"), A.SellShares("P1", "WR", 1), A.SellShares("P1", "WR", 1))
    assert (scene.cash("P1"), scene.corp("GT").loans) == (0, 3)


@pytest.mark.rule("1856.redeem.president-adds")
def test_a_president_who_cannot_raise_it_is_bankrupt() -> None:
    scene = redeeming(9, 130, president=15, P1=2, P2=1)
    scene.play(A.SellShares("P1", "WR", 3))
    assert scene.cash("P1") == 15 + 270
    scene.refused(redeem(6), "redeem.president-adds")
    scene.play(A.DeclareBankruptcy("P1"))
    assert (scene.game.over, scene.cash("P1"), scene.corp("GT").loans) == (True, 0, 9)


@pytest.mark.rule("1856.win.loan-deduction")
def test_loans_that_a_bankrupt_could_not_repay_count_at_the_end() -> None:
    scene = redeeming(9, 130, P1=2, P2=1)
    price = scene.price("GT")
    scene.play(A.SellShares("P1", "WR", 3), A.DeclareBankruptcy("P1"))
    worth = {standing.player: standing.worth for standing in scene.game.standings()}
    assert worth["P1"] == 2 * (price - 90)
