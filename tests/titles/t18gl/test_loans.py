"""Repayment of loans after train purchases, and then redemption of CONRAIL's bonds."""

from __future__ import annotations

import pytest

from money_18gl import CR, POOL, TREASURY, bonds_at, conrail
from scenes_18gl import Scene
from trunkline import actions as A
from trunkline.engine.kernel.ledger import move_bonds


def repaying(loans: int, cash: int) -> Scene:
    """Return IC (P1) at $90 in the top row, with a train, before it repays its loans."""
    scene = Scene().opened().phase("6H")
    scene.floated("IC", "P1", cell=(0, 2), cash=cash).loans = loans
    scene.give_trains("IC", "6H")
    return scene.turn("IC", "loans")


@pytest.mark.rule("18gl.loan.repay")
def test_a_loan_costs_500_out_of_the_treasury() -> None:
    scene = repaying(1, 600)
    told = scene.play(A.RedeemLoans("P1", "IC", 1))
    assert "IC redeems 1 loan for $500" in scene.told(told)
    assert (scene.corp("IC").loans, scene.cash("IC")) == (0, 100)
    repaying(1, 499).refused(A.RedeemLoans("P1", "IC", 1), "loan.repay")


@pytest.mark.rule("18gl.loan.repay")
def test_one_loan_or_both_are_paid_back() -> None:
    scene = repaying(2, 1000)
    assert [action.count for action in scene.legal(A.RedeemLoans)] == [1, 2]
    scene.refused(A.RedeemLoans("P1", "IC", 3), "loan.repay")
    scene.refused(A.RedeemLoans("P1", "IC", 0), "loan.repay")
    scene.play(A.RedeemLoans("P1", "IC", 1))
    assert (scene.corp("IC").loans, scene.cash("IC")) == (1, 500)
    scene.play(A.RedeemLoans("P1", "IC", 1))
    assert (scene.corp("IC").loans, scene.cash("IC")) == (0, 0)
    repaying(2, 999).refused(A.RedeemLoans("P1", "IC", 2), "loan.repay")


@pytest.mark.rule("18gl.loan.repay-price", "18gl.price.loan-moves")
@pytest.mark.parametrize(("count", "price"), [(1, 100), (2, 110)])
def test_each_loan_paid_back_moves_the_price_to_the_right(count: int, price: int) -> None:
    scene = repaying(2, 1000)
    assert scene.price("IC") == 90
    scene.play(A.RedeemLoans("P1", "IC", count))
    assert scene.price("IC") == price


def redeeming(cash: int, bonds: dict[str, int], *, loans: int = 0) -> Scene:
    """Return CONRAIL (P1), with a train, before it redeems bonds."""
    scene = Scene().opened().phase("10H")
    conrail(scene, cash=cash, bonds=bonds).loans = loans
    scene.give_trains(CR, "10H")
    return scene.turn(CR, "bonds")


@pytest.mark.rule("18gl.redeem-bonds.amount", "18gl.conrail.bonds.face-trade")
def test_bonds_are_redeemed_as_far_as_the_treasury_goes() -> None:
    scene = redeeming(350, {POOL: 5})
    bank = scene.state.bank
    assert [action.count for action in scene.legal(A.RedeemBonds)] == [1, 2, 3]
    scene.refused(A.RedeemBonds("P1", CR, POOL, 4), "redeem-bonds.amount")
    scene.refused(A.RedeemBonds("P1", CR, POOL, 0), "redeem-bonds.amount")
    scene.refused(A.RedeemBonds("P1", CR, TREASURY, 1), "redeem-bonds.amount")
    told = scene.play(A.RedeemBonds("P1", CR, POOL, 3))
    assert "CR redeems 3 bonds from the pool for $300" in scene.told(told)
    assert (scene.cash(CR), scene.state.bank) == (50, bank + 300)
    assert bonds_at(scene, POOL, TREASURY) == (2, 8)


@pytest.mark.rule("18gl.redeem-bonds.amount")
def test_only_conrail_redeems_bonds() -> None:
    scene = redeeming(350, {POOL: 5})
    scene.floated("IC", "P1", cash=500).loans = 1
    scene.give_trains("IC", "10H")
    scene.turn("IC", "loans")
    scene.refused(A.RedeemBonds("P1", "IC", POOL, 1), "redeem-bonds.amount")


@pytest.mark.rule("18gl.redeem-bonds.market-first")
def test_a_player_keeps_bonds_while_the_pool_has_one() -> None:
    scene = redeeming(500, {POOL: 1, "P2": 2})
    scene.refused(A.RedeemBonds("P1", CR, "P2", 1), "redeem-bonds.market-first")
    assert {action.source for action in scene.legal(A.RedeemBonds)} == {POOL}


@pytest.mark.rule("18gl.redeem-bonds.one-player", "18gl.conrail.bonds.from-one-player")
def test_bonds_are_redeemed_from_one_player_who_is_not_asked() -> None:
    scene = redeeming(500, {"P2": 3, "P3": 3})
    before = scene.cash("P2")
    scene.play(A.RedeemBonds("P1", CR, "P2", 2))
    assert (scene.cash("P2"), scene.cash(CR)) == (before + 200, 300)
    assert bonds_at(scene, "P2", "P3", TREASURY) == (1, 3, 6)
    scene.refused(A.RedeemBonds("P1", CR, "P3", 1), "redeem-bonds.one-player")
    scene.accepted(A.RedeemBonds("P1", CR, "P2", 1))


@pytest.mark.rule("18gl.redeem-bonds.one-player")
def test_the_pool_is_a_source_of_its_own() -> None:
    scene = redeeming(500, {POOL: 1, "P2": 1, "P3": 1})
    scene.play(A.RedeemBonds("P1", CR, POOL, 1))
    assert scene.acting() != CR or not scene.legal(A.RedeemBonds)
    # The next turn has its own source.
    scene.turn(CR, "bonds", done=())
    scene.accepted(A.RedeemBonds("P1", CR, "P3", 1))


@pytest.mark.rule("18gl.conrail.emergency.redeem-again", "18gl.emergency.atomic")
def test_bonds_issued_for_a_train_may_be_redeemed_in_the_same_turn() -> None:
    scene = Scene().opened().phase("E")
    conrail(scene, cash=0, bonds={"P2": 7})
    scene.turn(CR, "trains")
    scene.play(scene.buy(CR, "E"))  # 800: three bonds and a loan leave nothing
    assert (scene.cash(CR), scene.corp(CR).loans) == (0, 1)
    assert bonds_at(scene, POOL) == (3,)
    scene = Scene().opened().phase("E")
    conrail(scene, cash=300, bonds={"P2": 7})
    scene.turn(CR, "trains")
    scene.play(scene.buy(CR, "E"))  # 800: three bonds and a loan leave 300
    assert (scene.cash(CR), scene.corp(CR).loans) == (300, 1)
    scene.play(A.RedeemBonds("P1", CR, POOL, 3))
    assert (scene.cash(CR), bonds_at(scene, POOL, TREASURY)) == (0, (0, 3))


def test_bonds_that_are_not_there_do_not_move() -> None:
    scene = redeeming(500, {POOL: 1})
    with pytest.raises(ValueError, match="2 bonds from pool"):
        move_bonds(scene.table, POOL, "P2", 2)
