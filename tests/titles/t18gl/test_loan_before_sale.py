"""Order of money for a forced train: the corporation's bonds and loans come before its president's sales."""

from __future__ import annotations

import pytest

from money_18gl import CR, POOL, bonds_at, conrail, in_need
from scenes_18gl import Scene
from trunkline import actions as A
from trunkline.engine.kernel.events import LoanTaken, PriceMoved, SharesSold

LOAN_FIRST = ("18gl.emergency.loan-forced", "18gl.emergency.loan-effect", "18gl.emergency.president-sales")


def short_of_an_express(*, cash: int = 80, rulings: int = 0) -> Scene:
    """Return a scene in which IC (P1) at $100 has $25 and one loan, and must buy an E-train for $800.

    After its second loan P1 must find $275. P1 can sell two shares of IC and nothing else.
    """
    scene = in_need(phase="E", treasury=25, loans=1, cash=cash, shares={"P1": 5, "P2": 3}, rulings=rulings)
    scene.corp("NKP").shares = {"P2": 7}
    return scene


@pytest.mark.rule(*LOAN_FIRST)
def test_loan_moves_the_price_before_shares_of_the_buyer_are_sold() -> None:
    scene = short_of_an_express()
    happened = scene.play(A.SellShares("P1", "IC", 2))
    kinds = [type(event) for event in happened if isinstance(event, LoanTaken | PriceMoved | SharesSold)]
    assert kinds == [LoanTaken, PriceMoved, SharesSold, PriceMoved]
    assert (scene.cash("P1"), scene.cash("IC"), scene.corp("IC").loans) == (260, 525, 2)
    assert scene.price("IC") == 75  # 100, 90 after the loan, then two rows down
    scene.refused(scene.buy("IC", "E"), "emergency.president-cash")
    scene.play(A.DeclareBankruptcy("P1"))
    assert scene.state.players["P1"].out


@pytest.mark.rule(*LOAN_FIRST)
def test_how_many_shares_are_needed_follows_from_the_price_after_the_loan() -> None:
    scene = short_of_an_express(cash=95)
    # $180 are missing: two shares at $90 bring them, as two at $100 would; three are too many.
    assert [sale.count for sale in scene.legal(A.SellShares)] == [1, 2]
    scene = short_of_an_express(cash=185)
    # $90 are missing, which one share brings.
    refusal = scene.refused(A.SellShares("P1", "IC", 2), "emergency.president-sales")
    assert refusal.why == "fewer shares bring the $90 that are lacking"
    scene = short_of_an_express(cash=180)
    # $95 are missing: one share at $100 would have brought them, at $90 it takes two.
    scene.play(A.SellShares("P1", "IC", 2), scene.buy("IC", "E"))
    assert (scene.cash("P1"), scene.cash("IC"), scene.corp("IC").loans) == (85, 0, 2)
    assert scene.trains("IC") == ["E"]


@pytest.mark.rule(*LOAN_FIRST, "18gl.emergency.only-what-is-needed")
def test_every_loan_that_may_be_taken_is_taken_first() -> None:
    scene = in_need(phase="D", cash=0, shares={"P1": 5, "P2": 3})
    scene.set_cash("IC", 0)
    # Two loans bring $1,000, the whole cost of a D-train: no player sells.
    scene.refused(A.SellShares("P1", "NKP", 1), "emergency.president-sales")
    scene = in_need(phase="D", loans=1, treasury=410, cash=0)
    scene.play(A.SellShares("P1", "NKP", 1))
    assert (scene.corp("IC").loans, scene.cash("IC"), scene.price("IC")) == (2, 910, 90)


@pytest.mark.rule("18gl.conrail.emergency.bonds-first", *LOAN_FIRST)
def test_conrail_issues_bonds_and_borrows_before_its_president_sells() -> None:
    scene = Scene().opened().phase("D")
    conrail(scene, "P1", {"P1": 6, "P2": 2}, price=125, cash=0, bonds={"P2": 8}).loans = 1
    scene.corp(CR).treasury, scene.corp(CR).pool = scene.corp(CR).treasury + scene.corp(CR).pool, 0
    scene.set_cash("P1", 20)
    scene.turn(CR, "trains")
    before = scene.price(CR)
    # Two bonds and a loan bring $700 of $1,000.
    told = scene.told(scene.play(A.SellShares("P1", CR, 2)))
    after_loan = (scene.cash("P1") - 20) // 2
    assert told[:2] == ["CR issues 2 bonds for $200", "CR takes a loan and receives $500"]
    assert (before, after_loan) == (125, 110)
    assert (bonds_at(scene, POOL), scene.cash(CR), scene.corp(CR).loans) == ((2,), 700, 2)


@pytest.mark.rule("18gl.emergency.atomic", "18gl.mandatory.other-corporation-own-cash")
def test_money_raised_for_the_bank_buys_no_other_train() -> None:
    scene = in_need(phase="E", treasury=150, loans=1, cash=0)
    scene.give_trains(POOL, "10H")
    scene.floated("DT&I", "P1", price=80)
    scene.give_trains("DT&I", "10H")
    scene.accepted(scene.buy("IC", "10H", "DT&I", price=100))
    scene.play(A.SellShares("P1", "NKP", 1))
    # IC has $650 now, but $500 of it are a loan for a train of the bank.
    refusal = scene.refused(scene.buy("IC", "10H", POOL), "emergency.atomic")
    assert refusal.why == "IC has raised money for a train of the bank"
    scene.refused(scene.buy("IC", "10H", "DT&I", price=100), "emergency.atomic")
    scene.play(A.SellShares("P1", "NKP", 1), scene.buy("IC", "E"))
    assert (scene.trains("IC"), scene.cash("P1")) == (["E"], 30)


@pytest.mark.rule("18gl.bankruptcy.new-president-continues", "18gl.emergency.atomic")
def test_the_next_president_finds_the_loan_in_the_treasury() -> None:
    scene = in_need(phase="E", treasury=25, loans=1, cash=0, shares={"P1": 2, "P2": 2})
    scene.corp("NKP").shares = {"P2": 7}
    scene.floated("DT&I", "P2", price=80)
    scene.give_trains("DT&I", "10H")
    scene.set_cash("P2", 275)
    assert not scene.legal(A.SellShares)
    scene.play(A.DeclareBankruptcy("P1"))
    assert (scene.cash("IC"), scene.corp("IC").loans, scene.price("IC")) == (525, 2, 90)
    scene.refused(scene.buy("IC", "10H", "DT&I", price=100), "emergency.atomic")
    scene.play(scene.buy("IC", "E"))
    assert (scene.cash("P2"), scene.trains("IC")) == (0, ["E"])


def test_the_purchase_settles_what_was_raised() -> None:
    scene = in_need(phase="E", treasury=290, loans=1, cash=0)
    scene.play(A.SellShares("P1", "NKP", 1))
    operating = scene.state.operating
    assert operating is not None
    assert operating.turn is not None
    assert operating.turn.raised
    scene.play(scene.buy("IC", "E"))
    operating = scene.state.operating
    assert operating is not None
    assert operating.turn is not None
    assert not operating.turn.raised


@pytest.mark.rule(*LOAN_FIRST)
def test_games_begun_under_the_first_rulings_sell_at_the_price_before_the_loan() -> None:
    scene = short_of_an_express(rulings=1)
    scene.play(A.SellShares("P1", "IC", 2))
    assert (scene.cash("P1"), scene.corp("IC").loans, scene.price("IC")) == (280, 1, 80)
    scene.play(scene.buy("IC", "E"))
    assert (scene.cash("P1"), scene.corp("IC").loans) == (5, 2)
