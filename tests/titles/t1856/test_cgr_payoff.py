"""Purchase of the first 6: all loans are due, and companies in debt are absorbed."""

from __future__ import annotations

import pytest

from cgr_scene import CgrScene
from scenes import Scene
from trunkline import actions as A
from trunkline.engine.kernel.shares import limit_halves
from trunkline.titles.t1856.decisions import DebtsDue


def turn_of(scene: Scene) -> str:
    """Return the company whose operating turn it is."""
    operating = scene.state.operating
    return operating.turn.corp if operating and operating.turn else ""


def turns_to_come(scene: Scene) -> list[str]:
    """Return the companies that take their turns from now to the end of the operating round."""
    seen: list[str] = []
    index = scene.state.round.index
    for _ in range(60):
        if scene.state.round.index != index or scene.state.round.kind != "operating":
            break
        if turn_of(scene) not in ("", *seen):
            seen.append(turn_of(scene))
        scene.pass_()
    return seen


@pytest.mark.rule("1856.cgr.not-startable")
def test_the_cgr_cannot_be_started() -> None:
    scene = Scene()
    scene.set_cash("P1", 5000)
    scene.stock("P1")
    scene.refused(A.StartCorporation("P1", "CGR", 100), "cgr.not-startable")
    scene.refused(A.BuyShare("P1", "CGR", "offering"), "cgr.not-startable")
    scene.refused(A.BuyShare("P1", "CGR", "pool"), "cgr.not-startable")
    assert {start.corp for start in scene.legal(A.StartCorporation)}.isdisjoint({"CGR"})


@pytest.mark.rule("1856.cgr.not-startable", "1856.cgr.non-formation")
def test_it_cannot_be_started_after_all_loans_were_paid_either() -> None:
    scene = CgrScene()
    scene.first_six()
    scene.set_cash("P1", 5000)
    scene.stock("P1")
    scene.refused(A.StartCorporation("P1", "CGR", 100), "cgr.not-startable")
    scene.refused(A.BuyShare("P1", "CGR", "offering"), "cgr.not-startable")


@pytest.mark.rule("1856.cgr.trigger-after-turn")
def test_the_buyer_of_the_first_6_finishes_its_turn() -> None:
    scene = CgrScene()
    scene.set_cash("GW", 1600)
    scene.corp("GW").loans = 2
    scene.debtor("GT", {"P2": 3})
    scene.poor()
    scene.turn("GW", "trains")
    scene.play(scene.buy("GW", "6"))
    scene.play(scene.buy("GW", "6"))
    assert not scene.debts()
    scene.play(A.RedeemLoans("P1", "GW", 2))
    assert scene.corp("GW").loans == 0
    assert scene.game.to_act == {"P2"}
    assert scene.debts() == ["GT"]
    scene.settle()
    assert scene.corp("CGR").started
    assert not scene.corp("GW").closed


@pytest.mark.rule("1856.cgr.trigger-after-turn")
def test_in_public_play_the_loans_fall_due_at_once() -> None:
    scene = CgrScene(rules="18xx.games")
    scene.set_cash("GW", 1400)
    scene.debtor("GT", {"P2": 3})
    scene.poor()
    scene.turn("GW", "trains")
    scene.play(scene.buy("GW", "6"))
    assert scene.debts() == ["GT"]
    scene.settle()
    assert scene.corp("CGR").started
    assert (turn_of(scene), scene.game.to_act) == ("GW", {"P1"})
    scene.play(scene.buy("GW", "6"))
    assert scene.trains("GW") == ["6", "6"]


@pytest.mark.rule("1856.cgr.trigger-after-turn")
def test_in_public_play_a_buyer_in_debt_may_lose_its_turn() -> None:
    scene = CgrScene(rules="18xx.games")
    scene.corp("GW").loans = 1
    scene.started("TGB", "P2", cash=100)
    scene.poor()
    scene.turn("GW", "trains")
    scene.play(scene.buy("GW", "6"), A.SettleDebt("P1", "GW", False))
    assert scene.corp("GW").closed
    assert scene.trains("CGR") == ["6"]
    assert turn_of(scene) == "TGB"


@pytest.mark.rule("1856.cgr.first-turn")
def test_no_turn_this_round_where_an_absorbed_company_has_operated() -> None:
    scene = CgrScene()
    scene.corp("GW").loans = 1
    scene.debtor("GT", {"P2": 3})
    scene.started("TGB", "P3", price=90)
    scene.poor()
    scene.form()
    assert scene.corp("GW").closed
    assert turns_to_come(scene) == ["TGB"]
    scene.pass_until("operating")
    assert turn_of(scene) == "CGR", "from the next round on in the order of prices"


@pytest.mark.rule("1856.cgr.first-turn")
def test_at_once_and_out_of_order_where_none_has() -> None:
    scene = CgrScene()
    scene.debtor("GT", {"P2": 3})
    scene.started("TGB", "P3", price=150)
    scene.started("WR", "P3", price=110)
    scene.poor()
    scene.form(done=("WR",))
    assert scene.price("CGR") < scene.price("TGB")
    assert turns_to_come(scene) == ["CGR", "TGB"]
    assert turns_to_come(scene) == ["TGB", "WR", "GW", "CGR"], "afterwards in the order of prices"


@pytest.mark.rule("1856.cgr.payoff-order")
def test_presidents_settle_clockwise_from_the_buyers() -> None:
    scene = CgrScene(5, buyer="P3")
    for id, president in (("GT", "P1"), ("TGB", "P2"), ("BB", "P3"), ("CA", "P4"), ("WR", "P5")):
        scene.debtor(id, {president: 2})
    scene.poor()
    scene.first_six()
    asked: list[str] = []
    while scene.debts():
        (decider,) = scene.game.to_act
        asked.append(decider)
        other = next(id for id in scene.table.waiting(DebtsDue).corps if id != "CGR")
        outsider = next(name for name in scene.game.players if name != decider)
        scene.refused(A.SettleDebt(outsider, other, False), "cgr.payoff-order")
        last = scene.corp(scene.table.waiting(DebtsDue).corps[-1])
        if last.president != decider:
            scene.refused(A.SettleDebt(last.president, last.id, False), "cgr.payoff-order")
        scene.play(A.SettleDebt(decider, scene.debts()[0], False))
    assert asked == ["P3", "P4", "P5", "P1", "P2"]


@pytest.mark.rule("1856.cgr.payoff-order")
def test_only_companies_in_debt_are_settled_and_nothing_else_is_done() -> None:
    scene = CgrScene(buyer="P2")
    scene.debtor("GT", {"P2": 2})
    scene.first_six()
    scene.refused(A.SettleDebt("P2", "GW", False), "cgr.payoff-order")
    scene.refused(A.SettleDebt("P2", "XX", False), "cgr.payoff-order")
    scene.refused(A.Pass("P2"), "cgr.payoff-order")
    scene.accepted(A.SettleDebt("P2", "GT", False))


@pytest.mark.rule("1856.cgr.payoff-order")
@pytest.mark.parametrize("rules", ["printed", "18xx.games"])
def test_a_president_of_two_picks_the_order(rules: str) -> None:
    scene = CgrScene(rules=rules)
    scene.debtor("TGB", {"P2": 2}, price=80)
    scene.debtor("GT", {"P2": 2}, price=100)
    scene.poor()
    scene.first_six() if rules == "printed" else scene.turn("GW", "trains").play(scene.buy("GW", "6"))
    assert scene.debts() == ["GT", "TGB"]
    lower_first = A.SettleDebt("P2", "TGB", False)
    if rules == "printed":
        scene.play(lower_first)
        assert scene.debts() == ["GT"]
    else:
        scene.refused(lower_first, "cgr.payoff-order")


@pytest.mark.rule("1856.cgr.payoff-order")
def test_public_play_settles_a_presidents_corporations_in_operating_order() -> None:
    scene = CgrScene(rules="18xx.games")
    scene.debtor("TGB", {"P2": 2}, price=80)
    scene.debtor("GT", {"P3": 2}, price=90)
    scene.debtor("BB", {"P2": 2}, price=70)
    scene.poor()
    scene.turn("GW", "trains")
    scene.play(scene.buy("GW", "6"))
    assert scene.table.waiting(DebtsDue).corps == ("TGB", "BB", "GT")


@pytest.mark.rule("1856.cgr.payoff-treasury")
def test_the_treasury_repays_all_it_can() -> None:
    scene = CgrScene()
    scene.debtor("GT", {"P2": 5}, loans=5, cash=350)
    scene.first_six()
    assert (scene.cash("GT"), scene.corp("GT").loans) == (50, 2)
    assert scene.debts() == ["GT"]


@pytest.mark.rule("1856.cgr.payoff-president-cash")
def test_the_president_may_pay_the_rest_in_cash() -> None:
    scene = CgrScene()
    scene.debtor("GT", {"P2": 5}, loans=5, cash=350)
    scene.set_cash("P2", 200)
    scene.first_six()
    scene.accepted(A.SettleDebt("P2", "GT", False))
    scene.play(A.SettleDebt("P2", "GT", True))
    assert (scene.cash("P2"), scene.cash("GT"), scene.corp("GT").loans) == (0, 50, 0)
    assert not scene.corp("GT").closed
    assert not scene.corp("CGR").started


@pytest.mark.rule("1856.cgr.payoff-president-cash")
def test_no_shares_may_be_sold_for_it() -> None:
    scene = CgrScene()
    scene.debtor("GT", {"P2": 5}, loans=5, cash=350)
    scene.started("TGB", "P1", {"P1": 3, "P2": 3})
    scene.set_cash("P2", 150)
    scene.first_six()
    scene.refused(A.SettleDebt("P2", "GT", True), "cgr.payoff-president-cash")
    scene.refused(A.SellShares("P2", "TGB", 1), "cgr.payoff-president-cash")
    assert scene.game.legal() == [A.SettleDebt("P2", "GT", False)]


@pytest.mark.rule("1856.cgr.payoff-president-cash")
def test_in_public_play_the_remainder_of_the_treasury_goes_first() -> None:
    scene = CgrScene(rules="18xx.games")
    scene.debtor("GT", {"P2": 5}, loans=5, cash=350)
    scene.set_cash("P2", 150)
    scene.turn("GW", "trains")
    scene.play(scene.buy("GW", "6"), A.SettleDebt("P2", "GT", True))
    assert (scene.cash("P2"), scene.cash("GT"), scene.corp("GT").loans) == (0, 0, 0)


@pytest.mark.rule("1856.cgr.absorbed")
def test_one_unpaid_loan_is_enough() -> None:
    scene = CgrScene()
    scene.debtor("GT", {"P2": 5}, loans=3, cash=290)
    scene.give_trains("GT", "6")
    scene.escrow("GT", 300)
    scene.poor()
    bank = scene.state.bank
    scene.form()
    gt = scene.corp("GT")
    assert (gt.closed, gt.cash, gt.loans, scene.funds("GT").escrow, gt.cell) == (True, 0, 0, 0, None)
    assert scene.trains("CGR") == ["6"]
    assert scene.state.bank == bank + 200 + 700, "two loans and the 6; the escrow stays in the bank"
    assert "GT" not in turns_to_come(scene)
    assert "GT" not in turns_to_come(scene)


@pytest.mark.rule("1856.cgr.treasury-inherited")
def test_the_money_left_in_absorbed_treasuries_is_the_cgrs() -> None:
    scene = CgrScene()
    scene.debtor("GT", {"P2": 3}, cash=50)
    scene.debtor("TGB", {"P3": 3}, loans=3, cash=220)
    scene.poor()
    scene.form()
    assert scene.cash("CGR") == 50 + 20 == 70


@pytest.mark.rule("1856.cgr.non-formation")
@pytest.mark.parametrize(("rules", "limit"), [("printed", 25), ("18xx.games", 20)])
def test_the_cgr_never_forms_where_all_loans_are_paid(rules: str, limit: int) -> None:
    scene = CgrScene(rules=rules)
    scene.corp("LPS").closed = True
    scene.debtor("GT", {"P2": 3}, cash=150)
    scene.debtor("TGB", {"P3": 3})
    assert limit_halves(scene.table) == 2 * 20
    if rules == "printed":
        scene.first_six()
    else:
        scene.turn("GW", "trains").play(scene.buy("GW", "6"))
    assert scene.debts() == ["TGB"], "GT's treasury has paid"
    scene.settle("TGB")
    assert not scene.corp("CGR").started
    assert not scene.corp("GT").closed
    assert not scene.corp("TGB").closed
    assert limit_halves(scene.table) == 2 * limit


@pytest.mark.rule("1856.cgr.cert-limit-timing")
@pytest.mark.parametrize("rules", ["printed", "18xx.games"])
def test_the_limit_counts_survivors_the_cgr_and_the_unstarted(rules: str) -> None:
    scene = CgrScene(rules=rules)
    for id, president in (("GT", "P1"), ("TGB", "P2"), ("BB", "P3")):
        scene.debtor(id, {president: 2})
    scene.poor()
    assert limit_halves(scene.table) == 2 * 20
    scene.turn("GW", "trains").play(scene.buy("GW", "6"))
    assert limit_halves(scene.table) == 2 * 20
    if rules == "printed":
        scene.pass_()
    scene.settle()
    assert turn_of(scene) == "CGR"
    assert limit_halves(scene.table) == 2 * 22, "8 companies and the CGR: the row for 9"


@pytest.mark.rule("1856.cgr.cert-limit-timing")
@pytest.mark.parametrize(("rules", "limit"), [("printed", 18), ("18xx.games", 16)])
def test_a_later_closing_changes_the_limit(rules: str, limit: int) -> None:
    scene = CgrScene(4, rules=rules)
    scene.corp("LPS").closed = scene.corp("TGB").closed = True
    scene.cgr({"P1": 4}, in_pool=2)
    scene.started("WGB", "P2", {"P2": 2, "P3": 2}, cell=(8, 0))
    assert limit_halves(scene.table) == 2 * 20, "9 companies and the CGR"
    scene.stock("P3")
    scene.play(A.SellShares("P3", "WGB", 1))
    assert scene.corp("WGB").closed
    assert limit_halves(scene.table) == 2 * limit
