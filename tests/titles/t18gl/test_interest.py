"""Interest on loans and on CONRAIL's bonds, before the dividend."""

from __future__ import annotations

import pytest

from money_18gl import CR, POOL, TREASURY, bonds_at, conrail
from scenes_18gl import Scene
from trunkline import actions as A
from trunkline.engine.kernel import events


def indebted(
    loans: int, *, treasury: int = 0, revenue: int = 0, cash: int = 0, step: str = "interest"
) -> Scene:
    """Return IC (P1) with loans and this revenue. P1 also holds three shares of NKP at $90."""
    scene = Scene().opened()
    scene.floated("NKP", "P2", {"P1": 3, "P2": 4}, price=90)
    scene.floated("IC", "P1", cash=treasury).loans = loans
    scene.set_cash("P1", cash)
    scene.turn("IC", step, revenue=revenue)
    scene._settle()
    return scene


@pytest.mark.rule("18gl.interest.amount")
@pytest.mark.parametrize(("loans", "paid"), [(1, 50), (2, 100)])
def test_each_loan_costs_50_a_round_out_of_the_treasury(loans: int, paid: int) -> None:
    scene = indebted(loans, treasury=300, revenue=80)
    assert scene.cash("IC") == 300 - paid
    assert scene.legal(A.Dividend)  # the earnings are untouched
    scene.play(A.Dividend("P1", "IC", "withhold"))
    assert scene.cash("IC") == 300 - paid + 80


@pytest.mark.rule("18gl.interest.from-earnings")
def test_what_the_treasury_cannot_pay_is_kept_of_the_earnings() -> None:
    scene = indebted(2, treasury=30, revenue=180)
    assert scene.cash("IC") == 30
    scene.play(A.Dividend("P1", "IC", "withhold"))
    assert scene.cash("IC") == 30 + 80


@pytest.mark.rule("18gl.interest.from-earnings")
def test_earnings_that_fall_short_go_first_and_the_treasury_adds_the_rest() -> None:
    scene = indebted(2, treasury=60, revenue=70)
    assert (scene.cash("IC"), scene.corp("IC").loans) == (30, 2)
    assert scene.acting() == "IC"
    assert not scene.legal(A.Dividend)  # nothing is left to pay out


@pytest.mark.rule("18gl.interest.emergency", "18gl.emergency.loan-forced", "18gl.price.loan-moves")
def test_a_loan_is_forced_by_interest_that_nothing_else_pays() -> None:
    scene = indebted(1)
    assert (scene.corp("IC").loans, scene.cash("IC")) == (2, 450)
    # One column for the loan, one for the dividend withheld.
    assert scene.price("IC") == 80


@pytest.mark.rule("18gl.interest.emergency", "18gl.emergency.president-cash")
def test_a_president_pays_interest_that_two_loans_leave_open() -> None:
    scene = indebted(2, treasury=30, revenue=40, cash=500)
    assert (scene.cash("IC"), scene.cash("P1"), scene.corp("IC").loans) == (0, 470, 2)


@pytest.mark.rule("18gl.interest.emergency", "18gl.emergency.president-sales")
def test_a_president_without_the_money_sells_for_interest() -> None:
    scene = indebted(2, cash=20)
    assert scene.game.to_act == {"P1"}
    assert {(sale.corp, sale.count) for sale in scene.legal(A.SellShares)} == {("NKP", 1), ("IC", 1)}
    scene.refused(A.Pass("P1"), "interest.emergency")
    scene.refused(A.SellShares("P1", "NKP", 2), "emergency.president-sales")
    scene.refused(A.SellShares("P2", "NKP", 1), "presidency.assets-follow")
    told = scene.play(A.SellShares("P1", "NKP", 1))
    assert "P1 pays $100 of interest for IC" in scene.told(told)
    assert (scene.cash("P1"), scene.cash("IC")) == (10, 0)
    assert scene.legal(A.BuyTrain) or scene.game.to_act == {"P1"}


@pytest.mark.rule("18gl.loan.interest-order")
def test_interest_comes_between_run_and_dividend() -> None:
    scene = indebted(1, treasury=300, revenue=80, step="dividend")
    assert scene.cash("IC") == 300
    scene = indebted(1, treasury=300, step="token")
    scene.pass_()
    assert scene.cash("IC") == 250
    assert scene.acting() == "IC"


@pytest.mark.rule("18gl.loan.markers-unlimited")
def test_every_corporation_may_have_two_loans() -> None:
    scene = Scene().opened()
    all_but_conrail = [id for id in scene.state.corporations if id != CR]
    for id in all_but_conrail:
        scene.corp(id).home = True
        scene.floated(id, "P1", {"P1": 2}).loans = 1
    for id in all_but_conrail:
        scene.turn(id, "interest")
        assert scene.corp(id).loans == 2


def bonded(bonds: dict[str, int], *, treasury: int = 0, revenue: int = 0, cash: int = 0) -> Scene:
    """Return CONRAIL (P1) at its bond interest."""
    scene = Scene().opened().phase("10H")
    for name in ("P1", "P2", "P3"):
        scene.set_cash(name, cash)
    conrail(scene, cash=treasury, bonds=bonds)
    scene.turn(CR, "bond interest", revenue=revenue)
    scene._settle()
    return scene


@pytest.mark.rule("18gl.bond-interest.amount")
def test_bonds_pay_10_to_their_holders_and_the_bank() -> None:
    scene = Scene().opened().phase("10H")
    conrail(scene, cash=100, bonds={"P2": 3, POOL: 2})
    before, bank = scene.cash("P2"), scene.state.bank
    scene.turn(CR, "bond interest")
    assert (scene.cash("P2"), scene.state.bank) == (before + 30, bank + 20)
    assert scene.cash(CR) == 50
    assert bonds_at(scene, "P2", POOL, TREASURY) == (3, 2, 5)


@pytest.mark.rule("18gl.bond-interest.amount")
def test_other_corporations_owe_no_interest_on_bonds() -> None:
    scene = Scene().opened().phase("10H")
    conrail(scene, bonds={"P2": 3})
    scene.floated("IC", "P1", cash=100)
    scene.turn("IC", "bond interest")
    assert scene.cash("IC") == 100


@pytest.mark.rule("18gl.bond-interest.shortfall")
def test_bond_interest_that_the_treasury_cannot_pay_is_kept_of_the_earnings() -> None:
    scene = bonded({"P2": 5}, treasury=20, revenue=200)
    assert (scene.cash("P2"), scene.cash(CR)) == (50, 20)
    happened = scene.play(A.Dividend("P1", CR, "pay"))
    assert [event.amount for event in happened if isinstance(event, events.DividendPaid)] == [150]


@pytest.mark.rule(
    "18gl.bond-interest.shortfall", "18gl.conrail.emergency.bonds-first", "18gl.emergency.loan-forced"
)
@pytest.mark.parametrize(
    ("bonds", "loans", "cash"),
    [
        ({"P2": 5}, 0, 50),  # a bond brings 100
        ({"P2": 10}, 1, 400),  # the treasury has no bond: a loan
    ],
)
def test_conrail_issues_bonds_before_it_borrows_for_interest(
    bonds: dict[str, int], loans: int, cash: int
) -> None:
    scene = bonded(bonds)
    assert (scene.corp(CR).loans, scene.cash(CR)) == (loans, cash)
    assert bonds_at(scene, POOL) == (0 if loans else 1,)
    assert scene.cash("P2") == 10 * bonds["P2"]


@pytest.mark.rule("18gl.conrail.bonds.no-voluntary-issue", "18gl.conrail.emergency.only-exits")
def test_a_bond_issued_for_interest_earns_none_before_the_next_round() -> None:
    scene = bonded({"P2": 5})
    assert bonds_at(scene, "P2", POOL, TREASURY) == (5, 1, 4)
    assert scene.cash(CR) == 100 - 5 * 10


def test_a_president_sells_bonds_for_the_interest_on_bonds() -> None:
    scene = Scene().opened().phase("10H")
    conrail(scene, bonds={"P1": 4, "P2": 6}).loans = 2
    scene.set_cash("P1", 0)
    scene.turn(CR, "bond interest")
    scene._settle()
    assert scene.game.to_act == {"P1"}
    scene.refused(A.Pass("P1"), "bond-interest.shortfall")
    scene.refused(A.SellBonds("P1", 2), "emergency.president-sales")
    scene.refused(A.SellBonds("P1", 0), "bonds.trade-in-stock-round")
    scene.play(A.SellBonds("P1", 1))
    # Of the 100 P1 gets 40 back, for the four bonds held when the interest was due.
    assert (scene.cash("P1"), scene.cash(CR)) == (40, 0)
    assert bonds_at(scene, "P1", "P2", POOL) == (3, 6, 1)
