"""Forced sales of shares, bankruptcy, and the rulebook's example of Ima Swindler."""

from __future__ import annotations

import pytest

from scenes import Scene
from trunkline import actions as A

HOLDINGS = ("GT", "WR", "CVR", "GW")


def ima(*, cash: int = 37, rules: str = "printed") -> Scene:
    """Return the position of the rulebook's table: Ima (P1) must find a Diesel for the Grand Trunk."""
    scene = Scene(rules=rules).opened().phase(5)
    scene.started("GT", "P1", {"P1": 4, "P2": 2, "P3": 2}, cell=(1, 4), in_pool=2, cash=13)
    scene.started("WR", "P1", {"P1": 6}, cell=(0, 7), in_pool=4)
    scene.started("CVR", "P2", {"P1": 3, "P2": 5, "P3": 2}, cell=(0, 6))
    scene.started("GW", "P1", {"P1": 3, "P2": 2, "P3": 1}, cell=(0, 5), in_pool=3)
    scene.gt_line()
    scene.set_cash("P1", cash)
    return scene.turn("GT", "trains")


def sell(corp: str, count: int) -> A.SellShares:
    """Return a sale by Ima."""
    return A.SellShares("P1", corp, count)


def in_need(
    *,
    rules: str = "printed",
    shares: dict[str, int] | None = None,
    cash: int = 0,
    treasury: int = 0,
) -> Scene:
    """Return a scene in which GT (P1) must buy a $100 train. P1 also holds WR at $90 and CVR at $80."""
    scene = Scene(rules=rules).opened()
    scene.started("GT", "P1", shares or {"P1": 4, "P2": 2, "P3": 2}, cash=treasury)
    scene.started("WR", "P1", {"P1": 3, "P2": 2}, price=90)
    scene.started("CVR", "P2", {"P1": 2, "P2": 2}, price=80)
    scene.gt_line()
    scene.set_cash("P1", cash)
    return scene.turn("GT", "trains")


def sales(scene: Scene) -> dict[str, int]:
    """Return the most shares of each company that may be sold at once."""
    most: dict[str, int] = {}
    for sale in scene.legal(A.SellShares):
        most[sale.corp] = max(sale.count, most.get(sale.corp, 0))
    return most


@pytest.mark.rule("1856.bankrupt.ima-need")
def test_ima_must_raise_1050_dollars() -> None:
    scene = ima()
    assert scene.trains("bank") == ["D"]
    scene.refused(A.Pass("P1"), "buy-train.must-own")
    scene.refused(A.TakeLoan("P1", "GT"), "loan.phases")
    refusal = scene.refused(scene.buy("GT", "D"), "buy-train.president-adds")
    assert "GT has $13 and P1 has $37" in refusal.why
    ima(cash=37 + 1049).refused(scene.buy("GT", "D"), "buy-train.president-adds")
    rich = ima(cash=37 + 1050)
    rich.play(rich.buy("GT", "D"))
    assert (rich.cash("P1"), rich.cash("GT"), rich.trains("GT")) == (0, 0, ["D"])


@pytest.mark.rule("1856.bankrupt.ima-gt")
def test_ima_sells_two_shares_of_the_grand_trunk() -> None:
    scene = ima()
    assert scene.price("GT") == 90
    scene.refused(sell("GT", 3), "buy-train.forced-sale-presidencies")
    scene.play(sell("GT", 2))
    assert scene.cash("P1") == 37 + 180
    assert scene.corp("GT").president == "P1"
    refusal = scene.refused(sell("GT", 1), "buy-train.forced-sale-presidencies")
    assert "presidency" in refusal.why
    assert scene.corp("GT").shares["P1"] * scene.price("GT") == 2 * 75 == 150


@pytest.mark.rule("1856.bankrupt.ima-welland")
def test_ima_sells_one_share_of_the_welland() -> None:
    scene = ima()
    assert scene.price("WR") == 150
    scene.refused(sell("WR", 2), "stock.sell.pool-limit")
    scene.play(sell("WR", 1))
    assert scene.cash("P1") == 37 + 150
    scene.refused(sell("WR", 1), "stock.sell.pool-limit")
    assert scene.corp("WR").shares["P1"] * scene.price("WR") == 5 * 125 == 625


@pytest.mark.rule("1856.bankrupt.ima-cv")
def test_ima_sells_all_of_the_credit_valley() -> None:
    scene = ima()
    assert scene.price("CVR") == 125
    scene.play(sell("CVR", 3))
    assert scene.cash("P1") == 37 + 375
    assert scene.price("CVR") == 90
    assert "P1" not in scene.corp("CVR").shares


@pytest.mark.rule("1856.bankrupt.ima-gw")
def test_ima_sells_two_shares_of_the_great_western() -> None:
    scene = ima()
    assert scene.price("GW") == 110
    scene.refused(sell("GW", 3), "stock.sell.pool-limit")
    scene.play(sell("GW", 2))
    assert scene.cash("P1") == 37 + 220
    assert scene.corp("GW").president == "P2", "the holder of 20%"
    scene.refused(sell("GW", 1), "stock.sell.pool-limit")
    assert scene.corp("GW").shares["P1"] * scene.price("GW") == 1 * 90


@pytest.mark.rule("1856.bankrupt.ima-result", "1856.bankrupt.declared")
@pytest.mark.parametrize("order", [HOLDINGS, HOLDINGS[::-1]])
def test_ima_is_bankrupt(order: tuple[str, ...]) -> None:
    scene = ima()
    bank = scene.state.bank
    assert sales(scene) == {"GT": 2, "WR": 1, "CVR": 3, "GW": 2}
    for corp in order:
        scene.refused(A.DeclareBankruptcy("P1"), "bankrupt.declared")
        scene.play(sell(corp, sales(scene)[corp]))
    assert scene.cash("P1") == 37 + 925
    assert 1100 - (scene.cash("P1") + scene.cash("GT")) == 125
    assert scene.state.bank == bank - 925
    scene.refused(scene.buy("GT", "D"), "buy-train.president-adds")
    assert not sales(scene)
    assert scene.game.legal() == [A.DeclareBankruptcy("P1")]
    scene.play(A.DeclareBankruptcy("P1"))
    assert scene.game.over
    assert scene.cash("P1") == 0
    assert scene.state.bank == bank + 37
    result = scene.game.result
    assert result is not None
    assert result.reason == "bankruptcy"
    worth = {standing.player: standing.worth for standing in result.standings}
    assert worth["P1"] == 150 + 625 + 0 + 90 == 865
    assert scene.game.to_act == set()


@pytest.mark.rule("1856.bankrupt.declared")
def test_nobody_is_bankrupt_who_can_pay() -> None:
    scene = ima(cash=1087)
    scene.refused(A.DeclareBankruptcy("P1"), "end.no-voluntary-bankruptcy")


LOAN = A.TakeLoan("P1", "GT")
DECLARE = A.DeclareBankruptcy("P1")


def nothing_to_sell(
    cash: int, treasury: int = 0, *, own: str = "", other: str = "", phase: int = 1, rules: str = "printed"
) -> Scene:
    """Return a scene in which GT (P1) must buy a $100 train, or in phase five a Diesel.

    P1 can sell nothing. WR is also P1's and CVR is P2's, with such trains.
    """
    scene = Scene(rules=rules).opened().phase(phase)
    scene.started("GT", "P1", {"P1": 2}, cash=treasury)
    scene.started("WR", "P1", {"P1": 2})
    scene.started("CVR", "P2", {"P2": 2})
    scene.give_trains("WR", *own.split())
    scene.give_trains("CVR", *other.split())
    scene.gt_line()
    scene.set_cash("P1", cash)
    return scene.turn("GT", "trains")


@pytest.mark.rule("1856.end.no-voluntary-bankruptcy")
@pytest.mark.parametrize(("cash", "treasury"), [(10, 0), (0, 10), (90, 0)])
def test_nobody_is_bankrupt_while_a_loan_does(cash: int, treasury: int) -> None:
    scene = nothing_to_sell(cash, treasury)
    scene.refused(DECLARE, "end.no-voluntary-bankruptcy")
    scene.play(LOAN, scene.buy("GT", "2"))
    assert (scene.cash("P1"), scene.cash("GT"), scene.trains("GT")) == (cash + treasury - 10, 0, ["2"])


@pytest.mark.rule("1856.end.no-voluntary-bankruptcy", "1856.bankrupt.declared")
def test_a_loan_that_does_not_do_bars_nothing() -> None:
    scene = nothing_to_sell(9)
    scene.accepted(LOAN)
    scene.accepted(DECLARE)
    at_its_limit = nothing_to_sell(10)
    at_its_limit.corp("GT").loans = 2
    at_its_limit.accepted(DECLARE)
    taken = nothing_to_sell(9)
    taken.play(LOAN, DECLARE)
    assert taken.game.over


@pytest.mark.rule("1856.end.no-voluntary-bankruptcy")
def test_no_loan_is_asked_for_before_the_shares() -> None:
    scene = in_need(cash=10)
    scene.refused(DECLARE, "bankrupt.declared")
    scene.play(sell("WR", 1), scene.buy("GT", "2"))
    assert scene.corp("GT").loans == 0


@pytest.mark.rule("1856.end.no-voluntary-bankruptcy")
@pytest.mark.parametrize(("treasury", "phase", "loan"), [(1, 5, False), (0, 1, True)])
def test_nobody_is_bankrupt_while_another_of_his_companies_has_a_train(
    treasury: int, phase: int, loan: bool
) -> None:
    scene = nothing_to_sell(0, treasury, own="5" if phase == 5 else "2", phase=phase)
    scene.refused(DECLARE, "end.no-voluntary-bankruptcy")
    if loan:
        scene.play(LOAN)
        scene.refused(DECLARE, "end.no-voluntary-bankruptcy")
    scene.play(scene.buy("GT", scene.trains("WR")[0], "WR", 1))
    assert len(scene.trains("GT")) == 1


@pytest.mark.rule("1856.end.no-voluntary-bankruptcy", "1856.bankrupt.declared")
def test_a_train_that_it_cannot_pay_or_that_needs_consent_bars_nothing() -> None:
    nothing_to_sell(0, 0, own="5", phase=5).accepted(DECLARE)
    scene = nothing_to_sell(0, 1000, other="5", phase=5)
    scene.accepted(scene.buy("GT", "5", "CVR", 1000))
    scene.accepted(DECLARE)


@pytest.mark.rule("1856.end.no-voluntary-bankruptcy")
@pytest.mark.parametrize("treasury", [549, 550])
def test_a_train_of_the_cgr_has_its_price(treasury: int) -> None:
    scene = nothing_to_sell(0, treasury, phase=5)
    scene.started("CGR", "P1", {"P1": 2}, capital="none", home=False)
    scene.give_trains("CGR", "5")
    if treasury < 550:
        scene.accepted(DECLARE)
    else:
        scene.refused(DECLARE, "end.no-voluntary-bankruptcy")


@pytest.mark.rule("1856.end.no-voluntary-bankruptcy", "1856.buy-train.forced-cheapest")
def test_shares_sold_in_vain_leave_the_train_of_another_of_his_companies() -> None:
    scene = nothing_to_sell(0, 600, own="5", phase=5)
    scene.started("CPR", "P2", {"P2": 3, "P1": 1}, price=80)
    scene.accepted(scene.buy("GT", "5", "WR", 600))
    scene.play(sell("CPR", 1))
    scene.refused(DECLARE, "end.no-voluntary-bankruptcy")
    scene.refused(scene.buy("GT", "5", "WR", 601), "buy-train.forced-cheapest")
    scene.play(scene.buy("GT", "5", "WR", 600))
    assert (scene.cash("P1"), scene.cash("GT"), scene.trains("GT")) == (80, 0, ["5"])


def test_public_play_asks_for_his_shares_only() -> None:
    nothing_to_sell(10, rules="18xx.games").accepted(DECLARE)
    nothing_to_sell(0, 1, own="5", phase=5, rules="18xx.games").accepted(DECLARE)


@pytest.mark.rule("1856.bankrupt.three-causes")
def test_a_needed_train_opens_a_forced_sale() -> None:
    scene = in_need()
    assert sales(scene)
    owning = in_need()
    owning.give_trains("GT", "2")
    owning.refused(sell("WR", 1), "bankrupt.three-causes")
    owning.refused(A.DeclareBankruptcy("P1"), "end.no-voluntary-bankruptcy")
    assert not sales(owning)
    rich = in_need(treasury=100)
    rich.refused(sell("WR", 1), "bankrupt.three-causes")


@pytest.mark.rule("1856.bankrupt.three-causes")
def test_loan_interest_opens_a_forced_sale() -> None:
    scene = in_need()
    scene.corp("GT").loans = 1
    scene.turn("GT", "token")
    scene.pass_()
    scene.pass_()  # it borrows nothing either
    assert {type(choice).__name__ for choice in scene.game.legal()} == {"SellShares", "TakeLoan"}
    assert scene.legal(A.SellShares)
    scene.play(sell("WR", 1))
    assert scene.cash("P1") == 80, "$90 less $10 interest"


@pytest.mark.rule("1856.bankrupt.three-causes")
def test_excess_loans_open_a_forced_sale() -> None:
    scene = in_need()
    scene.give_trains("GT", "2")
    scene.corp("GT").loans = 8
    scene.turn("GT", "redeem")
    scene.refused(sell("WR", 1), "bankrupt.three-causes")
    scene.corp("GT").loans = 9
    assert sales(scene)["WR"] == 2
    scene.play(sell("WR", 2), A.RedeemLoans("P1", "GT", 1))
    assert scene.cash("P1") == 80


@pytest.mark.rule("1856.bankrupt.sales", "1856.stock.sell.pool-limit")
def test_forced_sales_are_legal_sales_of_the_players_choice() -> None:
    scene = in_need()
    assert sales(scene) == {"GT": 1, "WR": 2, "CVR": 2}
    scene.corp("WR").pool, scene.corp("WR").offering = 5, 0
    scene.refused(sell("WR", 1), "stock.sell.pool-limit")
    assert sales(scene) == {"GT": 1, "CVR": 2}
    scene.play(sell("CVR", 1))
    assert (scene.cash("P1"), scene.price("CVR")) == (80, 75)


@pytest.mark.rule("1856.bankrupt.sales")
def test_a_president_without_an_heir_keeps_two_shares() -> None:
    scene = in_need()
    scene.corp("WR").shares = {"P1": 3, "P2": 1, "P3": 1}
    scene.refused(sell("WR", 2), "stock.sell.president-cert")
    scene.accepted(sell("WR", 1))


@pytest.mark.rule("1856.buy-train.forced-sale")
def test_a_president_sells_what_the_train_needs_and_no_more() -> None:
    scene = in_need()
    scene.refused(A.Pass("P1"), "buy-train.must-own")
    scene.refused(scene.buy("GT", "2"), "buy-train.president-adds")
    scene.play(sell("WR", 1))
    refusal = scene.refused(sell("CVR", 2), "buy-train.forced-sale")
    assert "$10" in refusal.why
    scene.play(sell("CVR", 1))
    assert scene.cash("P1") == 170
    assert not sales(scene)
    scene.refused(sell("CVR", 1), "buy-train.forced-sale")
    scene.refused(A.Pass("P1"), "buy-train.must-own")
    scene.play(scene.buy("GT", "2"))
    assert (scene.cash("P1"), scene.cash("GT"), scene.trains("GT")) == (70, 0, ["2"])


@pytest.mark.rule("1856.buy-train.forced-sale")
def test_no_sale_while_the_cash_is_there() -> None:
    in_need(cash=100).refused(sell("WR", 1), "buy-train.forced-sale")
    in_need(cash=60, treasury=40).refused(sell("WR", 1), "buy-train.forced-sale")
    in_need(cash=59, treasury=40).accepted(sell("WR", 1))


@pytest.mark.rule("1856.buy-train.forced-sale", "1856.buy-train.forced-cheapest")
def test_shares_sold_for_a_train_do_not_buy_another_companys() -> None:
    scene = in_need(treasury=50)
    scene.give_trains("WR", "2")
    scene.accepted(scene.buy("GT", "2", "WR", 50))
    scene.play(sell("WR", 1))
    scene.refused(scene.buy("GT", "2", "WR", 50), "buy-train.forced-cheapest")


@pytest.mark.rule("1856.buy-train.forced-sale-presidencies")
def test_the_buyers_presidency_stays_and_others_may_pass() -> None:
    scene = ima()
    assert sales(scene)["GT"] == 2
    scene.refused(sell("GT", 3), "buy-train.forced-sale-presidencies")
    scene = in_need()
    scene.play(sell("WR", 2))
    assert scene.corp("WR").president == "P2"
    assert scene.state.operating is not None
    assert scene.state.operating.turn is not None
    assert (scene.state.operating.turn.corp, scene.game.to_act) == ("GT", {"P1"})


@pytest.mark.rule("1856.buy-train.forced-sale-presidencies")
def test_shares_are_sold_in_any_lots() -> None:
    scene = ima()
    scene.play(sell("CVR", 1), sell("GW", 1), sell("CVR", 1))
    assert scene.cash("P1") == 37 + 125 + 110 + 110, "each lot at the price of the moment"


@pytest.mark.rule("1856.buy-train.forced-sale-presidencies", "1856.buy-train.forced-sale")
def test_public_play_takes_one_lot_of_each_company() -> None:
    scene = ima(rules="18xx.games")
    scene.play(sell("CVR", 1), sell("GW", 1))
    scene.refused(sell("CVR", 1), "buy-train.forced-sale")
    assert set(sales(scene)) == {"GT", "WR"}


@pytest.mark.rule("1856.stock.buy.no-rebuy-after-sale")
@pytest.mark.parametrize("rules", ["printed", "18xx.games"])
def test_a_forced_sale_bars_buying_back(rules: str) -> None:
    scene = in_need(rules=rules)
    scene.play(sell("WR", 2), scene.buy("GT", "2"))
    scene.set_cash("P1", 500)
    scene.stock("P1", scene.state.round.number + 1)
    purchase = A.BuyShare("P1", "WR", "pool")
    if rules == "printed":
        scene.refused(purchase, "stock.buy.no-rebuy-after-sale")
    else:
        scene.accepted(purchase)
