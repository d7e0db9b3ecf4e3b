"""Required trains, the payment for them, and trains between corporations."""

from __future__ import annotations

import pytest

from money_18gl import CR, POOL, TREASURY, bonds_at, conrail, in_need
from scenes_18gl import Scene
from trunkline import actions as A
from trunkline.engine.kernel.state import BANK


@pytest.mark.rule("18gl.mandatory.must-own")
@pytest.mark.parametrize("operated", [True, False])
def test_a_corporation_must_own_a_train_even_without_a_route(operated: bool) -> None:
    scene = Scene().opened().phase("10H")
    scene.floated("NKP", "P1", cash=600, operated=operated)
    scene.turn("NKP", "trains")
    assert not scene.table.network("NKP").has_run()
    refusal = scene.refused(A.Pass("P1"), "mandatory.must-own")
    assert refusal.why == "NKP must own a train"
    scene.play(scene.buy("NKP", "10H"))
    assert scene.trains("NKP") == ["10H"]


@pytest.mark.rule("18gl.mandatory.free-choice")
def test_with_the_money_it_may_choose_among_bank_and_pool() -> None:
    scene = in_need(treasury=650)
    scene.give_trains(POOL, "6H")
    scene.accepted(scene.buy("IC", "10H"))
    scene.accepted(scene.buy("IC", "6H", POOL))
    assert {action.source for action in scene.legal(A.BuyTrain)} == {BANK, POOL}


@pytest.mark.rule("18gl.mandatory.cheaper-from-pool", "18gl.buy-train.pool-trains")
def test_a_train_of_the_pool_that_it_can_pay_for_comes_before_a_loan() -> None:
    scene = in_need(treasury=350, cash=900)
    scene.give_trains(POOL, "6H")
    scene.refused(scene.buy("IC", "10H"), "mandatory.cheaper-from-pool")
    scene.refused(A.SellShares("P1", "NKP", 1), "emergency.president-sales")
    scene.play(scene.buy("IC", "6H", POOL))
    assert (scene.cash("IC"), scene.corp("IC").loans, scene.cash("P1")) == (50, 0, 900)


@pytest.mark.rule("18gl.emergency.loan-forced", "18gl.mandatory.cheaper-from-pool")
def test_no_loan_is_taken_for_a_train_of_the_pool() -> None:
    scene = in_need(treasury=250, cash=900)
    scene.give_trains(POOL, "6H", "10H")
    # Of two at $600 only the bank's is for borrowed money.
    scene.refused(scene.buy("IC", "10H", POOL), "emergency.loan-forced")
    refusal = scene.refused(scene.buy("IC", "6H", POOL), "emergency.loan-forced")
    reason = "IC has $250; loans and its president's money pay only for a train of the bank"
    assert refusal.why == reason  # not that another train is cheaper, for none is
    scene.play(scene.buy("IC", "10H"))
    assert (scene.cash("IC"), scene.corp("IC").loans, scene.cash("P1")) == (150, 1, 900)


@pytest.mark.rule(
    "18gl.emergency.loan-forced",
    "18gl.emergency.loan-effect",
    "18gl.emergency.only-what-is-needed",
    "18gl.price.loan-moves",
)
@pytest.mark.parametrize(("treasury", "loans", "left", "price"), [(300, 1, 200, 90), (40, 2, 440, 80)])
def test_no_more_loans_are_taken_than_the_train_needs(
    treasury: int, loans: int, left: int, price: int
) -> None:
    scene = in_need(treasury=treasury, cash=900)
    told = scene.told(scene.play(scene.buy("IC", "10H")))
    assert told.count("IC takes a loan and receives $500") == loans
    assert (scene.corp("IC").loans, scene.cash("IC"), scene.price("IC")) == (loans, left, price)
    assert scene.cash("P1") == 900


@pytest.mark.rule("18gl.emergency.not-voluntary", "18gl.emergency.atomic")
def test_no_loan_is_taken_but_with_a_train_that_must_be_owned() -> None:
    scene = in_need(treasury=40, cash=900)
    scene.refused(A.TakeLoan("P1", "IC"), "emergency.not-voluntary")
    assert not scene.legal(A.TakeLoan)
    scene.play(scene.buy("IC", "10H"))
    # The rest of the loan may buy another train; a new loan may not.
    scene.refused(scene.buy("IC", "10H"), "emergency.not-voluntary")
    scene.give_trains(POOL, "6H")
    scene.play(scene.buy("IC", "6H", POOL))
    assert (scene.cash("IC"), scene.trains("IC")) == (140, ["10H", "6H"])


@pytest.mark.rule("18gl.emergency.president-cash")
def test_the_president_adds_what_two_loans_do_not_pay() -> None:
    scene = in_need(phase="D", treasury=20, loans=1, cash=900)
    scene.play(scene.buy("IC", "D"))
    assert (scene.corp("IC").loans, scene.cash("IC"), scene.cash("P1")) == (2, 0, 900 - 480)


@pytest.mark.rule("18gl.emergency.president-cash", "18gl.emergency.president-sales")
def test_a_president_sells_for_what_cash_does_not_pay() -> None:
    scene = in_need(phase="E", treasury=210, loans=1, cash=0)
    scene.set_cash("P1", 10)
    scene.refused(scene.buy("IC", "E"), "emergency.president-cash")
    scene.refused(A.SellShares("P1", "NKP", 2), "emergency.president-sales")
    scene.play(A.SellShares("P1", "NKP", 1))
    scene.refused(A.SellShares("P1", "NKP", 1), "emergency.president-sales")
    scene.play(scene.buy("IC", "E"))
    assert (scene.cash("IC"), scene.cash("P1"), scene.corp("IC").loans) == (0, 10, 2)


@pytest.mark.rule("18gl.emergency.president-sales")
def test_shares_of_a_corporation_bring_the_price_before_the_first_of_them_was_sold() -> None:
    scene = in_need(phase="D", treasury=0, loans=2)
    scene.play(A.SellShares("P1", "NKP", 1))
    assert scene.price("NKP") < 90
    scene.play(A.SellShares("P1", "NKP", 2))
    assert scene.cash("P1") == 270


@pytest.mark.rule("18gl.emergency.president-sales")
def test_sales_keep_the_presidency_of_the_buyer_alone() -> None:
    scene = in_need(phase="D", treasury=0, loans=2, shares={"P1": 4, "P2": 3})
    scene.floated("LS&I", "P1", {"P1": 3, "P3": 3}, price=60)
    scene.refused(A.SellShares("P1", "IC", 2), "emergency.president-sales")
    scene.accepted(A.SellShares("P1", "IC", 1))
    scene.play(A.SellShares("P1", "LS&I", 1))
    assert scene.corp("LS&I").president == "P3"
    scene.corp("NKP").pool, scene.corp("NKP").treasury = 4, 0
    scene.refused(A.SellShares("P1", "NKP", 2), "limits.open-market-half")


@pytest.mark.rule("18gl.emergency.no-treasury-stock")
def test_treasury_stock_is_not_sold_in_an_emergency() -> None:
    scene = in_need(treasury=0, cash=0, loans=2)
    assert scene.corp("IC").treasury == 3
    scene.refused(A.IssueShares("P1", "IC", 1), "mandatory.must-own")
    assert not scene.legal(A.IssueShares)


@pytest.mark.rule("18gl.emergency.president-sales", "18gl.bankruptcy.when")
def test_nothing_is_sold_where_no_payment_is_due() -> None:
    scene = in_need(treasury=900)
    scene.state.bonds = {"P1": 2}
    scene.refused(A.SellShares("P1", "NKP", 1), "emergency.president-sales")
    scene.refused(A.SellBonds("P1", 1), "emergency.president-sales")
    scene.play(scene.buy("IC", "10H"))
    scene.turn("IC", "trains")
    scene.refused(A.SellBonds("P1", 1), "emergency.president-sales")
    scene.refused(A.DeclareBankruptcy("P1"), "bankruptcy.when")


# -- CONRAIL


@pytest.mark.rule("18gl.conrail.emergency.bonds-first", "18gl.conrail.emergency.bonds-as-cash")
@pytest.mark.parametrize(
    ("treasury", "issued", "loans", "left"), [(350, 3, 0, 50), (200, 3, 1, 400), (700, 0, 0, 100)]
)
def test_conrail_issues_bonds_before_it_borrows(treasury: int, issued: int, loans: int, left: int) -> None:
    scene = Scene().opened().phase("10H")
    conrail(scene, cash=treasury, bonds={"P2": 7})
    scene.turn(CR, "trains")
    scene.play(scene.buy(CR, "10H"))
    assert bonds_at(scene, POOL, TREASURY) == (issued, 3 - issued)
    assert (scene.corp(CR).loans, scene.cash(CR)) == (loans, left)


@pytest.mark.rule("18gl.emergency.only-what-is-needed")
def test_conrail_issues_no_more_bonds_than_the_train_needs() -> None:
    scene = Scene().opened().phase("10H")
    conrail(scene, cash=350)
    scene.turn(CR, "trains")
    scene.play(scene.buy(CR, "10H"))
    assert bonds_at(scene, POOL, TREASURY) == (3, 7)
    # It owns a train now, and issues none for another.
    scene.refused(scene.buy(CR, "10H"), "emergency.not-voluntary")


@pytest.mark.rule("18gl.conrail.emergency.bonds-as-cash")
def test_bonds_count_as_cash_where_a_train_of_the_pool_can_be_paid_with_them() -> None:
    scene = Scene().opened().phase("10H")
    conrail(scene, cash=100, bonds={"P2": 7})
    scene.give_trains(POOL, "6H")
    scene.turn(CR, "trains")
    scene.refused(scene.buy(CR, "10H"), "mandatory.cheaper-from-pool")
    scene.play(scene.buy(CR, "6H", POOL))
    assert (bonds_at(scene, POOL), scene.cash(CR), scene.corp(CR).loans) == ((2,), 0, 0)


@pytest.mark.rule("18gl.mandatory.free-choice", "18gl.conrail.emergency.bonds-as-cash")
def test_with_bonds_enough_conrail_may_choose_too() -> None:
    scene = Scene().opened().phase("10H")
    conrail(scene, cash=100)
    scene.give_trains(POOL, "6H")
    scene.turn(CR, "trains")
    scene.accepted(scene.buy(CR, "6H", POOL))
    scene.play(scene.buy(CR, "10H"))
    assert (bonds_at(scene, POOL), scene.cash(CR), scene.corp(CR).loans) == ((5,), 0, 0)


@pytest.mark.rule("18gl.conrail.emergency.only-exits")
def test_bonds_stay_where_the_treasury_can_pay_for_a_train() -> None:
    scene = Scene().opened().phase("10H")
    conrail(scene, cash=300)
    scene.give_trains(POOL, "6H")
    scene.turn(CR, "trains")
    scene.refused(scene.buy(CR, "10H"), "mandatory.cheaper-from-pool")
    scene.play(scene.buy(CR, "6H", POOL))
    assert bonds_at(scene, POOL, TREASURY) == (0, 10)


@pytest.mark.rule("18gl.conrail.emergency.bonds-first")
def test_bonds_of_conrail_do_not_help_others() -> None:
    scene = Scene().opened().phase("10H")
    conrail(scene)
    scene.floated("IC", "P1", cash=300)
    scene.turn("IC", "trains")
    scene.play(scene.buy("IC", "10H"))
    assert (bonds_at(scene, POOL), scene.corp("IC").loans) == ((0,), 1)


# -- between corporations


def trading(phase: str = "6H", *, treasury: int = 500, seller: str = "P2", loans: int = 0) -> Scene:
    """Return a scene in which IC (P1), with a train, may buy one of the two of LS&I."""
    scene = Scene().opened().phase(phase)
    scene.floated("LS&I", seller, cash=10).loans = loans
    scene.floated("IC", "P1", cash=treasury)
    scene.give_trains("LS&I", phase, phase)
    scene.give_trains("IC", phase)
    return scene.turn("IC", "trains")


@pytest.mark.rule("18gl.phase.6h.inter-corporate-trains", "18gl.buy-train.when")
def test_corporations_trade_trains_from_phase_6h_on() -> None:
    scene = trading("4H")
    scene.refused(scene.buy("IC", "4H", "LS&I", 200), "phase.6h.inter-corporate-trains")
    trading("6H").accepted(trading("6H").buy("IC", "6H", "LS&I", 300))


@pytest.mark.rule("18gl.buy-train.between-corporations")
def test_the_price_is_agreed_from_1_dollar_up() -> None:
    scene = trading()
    for price in (0, -5):
        scene.refused(A.BuyTrain("P1", "IC", "6H-0", "LS&I", price), "buy-train.between-corporations")
    prices = [action.price for action in scene.legal(A.BuyTrain) if action.source == "LS&I"]
    assert (min(prices), max(prices)) == (1, 500)
    scene.play(scene.buy("IC", "6H", "LS&I", 1))
    assert scene.game.to_act == {"P2"}
    scene.refused(A.Answer("P1", accept=True), "buy-train.between-corporations")
    scene.play(A.Answer("P2", accept=True))
    assert (scene.cash("IC"), scene.cash("LS&I"), len(scene.trains("IC"))) == (499, 11, 2)


@pytest.mark.rule("18gl.buy-train.between-corporations")
def test_between_corporations_of_one_president_nobody_is_asked() -> None:
    scene = trading(seller="P1")
    scene.refused(A.BuyTrain("P1", "IC", "6H-0", "LS&I", 0), "buy-train.between-corporations")
    scene.play(scene.buy("IC", "6H", "LS&I", 1))
    assert len(scene.trains("IC")) == 2


@pytest.mark.rule("18gl.mandatory.other-corporation")
def test_the_duty_to_own_a_train_is_met_by_another_corporations() -> None:
    scene = trading()
    scene.give_away("IC")
    scene.play(scene.buy("IC", "6H", "LS&I", 1), A.Answer("P2", accept=True))
    scene.accepted(A.Pass("P1"))


@pytest.mark.rule("18gl.mandatory.other-corporation-own-cash", "18gl.conrail.bonds.no-voluntary-issue")
def test_a_train_of_another_corporation_is_paid_by_the_treasury_alone() -> None:
    scene = trading(treasury=100)
    scene.give_away("IC")
    scene.refused(scene.buy("IC", "6H", "LS&I", 150), "mandatory.other-corporation-own-cash")
    scene.refused(A.BuyTrain("P1", "IC", "6H-0", "LS&I", 101), "mandatory.other-corporation-own-cash")
    scene.accepted(scene.buy("IC", "6H", "LS&I", 100))
    assert max(action.price for action in scene.legal(A.BuyTrain) if action.source == "LS&I") == 100


@pytest.mark.rule("18gl.emergency.president-sales")
def test_shares_are_not_sold_for_a_train_of_another_corporation() -> None:
    scene = in_need(phase="10H", treasury=20, loans=2)
    scene.floated("LS&I", "P2")
    scene.give_trains("LS&I", "10H", "10H")
    scene.accepted(scene.buy("IC", "10H", "LS&I", 20))
    scene.play(A.SellShares("P1", "NKP", 1))
    scene.refused(scene.buy("IC", "10H", "LS&I", 20), "emergency.president-sales")


@pytest.mark.rule("18gl.buy-train.loan-restriction")
def test_who_has_loans_pays_no_more_than_the_printed_price() -> None:
    scene = trading()
    scene.accepted(scene.buy("IC", "6H", "LS&I", 310))
    scene.corp("IC").loans = 1
    scene.refused(scene.buy("IC", "6H", "LS&I", 310), "buy-train.loan-restriction")
    prices = [action.price for action in scene.legal(A.BuyTrain) if action.source == "LS&I"]
    assert (min(prices), max(prices)) == (1, 300)


@pytest.mark.rule("18gl.buy-train.loan-restriction")
def test_who_has_loans_sells_for_no_less_than_the_printed_price() -> None:
    scene = trading(loans=2)
    scene.refused(scene.buy("IC", "6H", "LS&I", 290), "buy-train.loan-restriction")
    prices = [action.price for action in scene.legal(A.BuyTrain) if action.source == "LS&I"]
    assert (min(prices), max(prices)) == (300, 500)
    scene.corp("IC").loans = 1
    assert [action.price for action in scene.legal(A.BuyTrain) if action.source == "LS&I"] == [300]
    scene.corp("LS&I").loans = scene.corp("IC").loans = 0
    scene.accepted(scene.buy("IC", "6H", "LS&I", 290))


@pytest.mark.rule("18gl.conrail.trains-at-face", "18gl.buy-train.between-corporations")
@pytest.mark.parametrize("conrail_buys", [True, False])
def test_conrail_trades_at_the_printed_price(conrail_buys: bool) -> None:
    scene = Scene().opened().phase("10H")
    conrail(scene, cash=900)
    scene.floated("IC", "P2", cash=900)
    buyer, seller, player = (CR, "IC", "P1") if conrail_buys else ("IC", CR, "P2")
    scene.give_trains(seller, "10H")
    scene.give_trains(buyer, "6H")
    scene.turn(buyer, "trains")
    for price in (1, 500, 700):
        scene.refused(scene.buy(buyer, "10H", seller, price), "conrail.trains-at-face")
    assert [action.price for action in scene.legal(A.BuyTrain) if action.source == seller] == [600]
    scene.play(scene.buy(buyer, "10H", seller, 600), A.Answer("P1" if player == "P2" else "P2", accept=True))
    assert (scene.cash(buyer), scene.cash(seller)) == (300, 1500)
