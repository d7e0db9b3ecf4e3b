"""Interest on government loans: from the treasury, then the earnings, then the president."""

from __future__ import annotations

import pytest

from older_rulings import TODAY, begun_under
from scenes import Scene
from trunkline import actions as A
from trunkline.engine.loans.state import LoanChoice


def owing(
    owed: int, treasury: int = 0, *, revenue: int = 0, cash: int = 0, other: int = 0, rules: str = "printed"
) -> Scene:
    """Return GT at its interest step, after it has declined a loan.

    P1, its president, also holds ``other`` shares of WR at $90.
    """
    scene = Scene(rules=rules)
    scene.started("GT", "P1", {"P1": 4, "P2": 2}, loans=owed, cash=treasury)
    if other:
        scene.started("WR", "P3", {"P3": 3, "P1": other}, price=90, cell=(0, 3))
    scene.set_cash("P1", cash)
    scene.turn("GT", "interest", revenue=revenue)
    if _asked(scene):
        scene.pass_()
    return scene


def _asked(scene: Scene) -> bool:
    """Return whether the president is asked for a loan before the interest."""
    return [type(decision) for decision in scene.own.pending] == [LoanChoice]


@pytest.mark.rule("1856.interest.rate")
def test_each_loan_costs_ten_dollars_a_round() -> None:
    scene = Scene()
    scene.started("GT", "P1", {"P1": 4}, loans=3, cash=100)
    scene.turn("GT", "token")
    bank = scene.state.bank
    scene.pass_()
    assert (scene.cash("GT"), scene.state.bank) == (70, bank + 30)
    scene.turn("GT", "token", index=2)
    scene.pass_()
    assert (scene.cash("GT"), scene.state.bank) == (40, bank + 60)
    assert scene.corp("GT").loans == 3


@pytest.mark.rule("1856.interest.new-loan-exempt")
@pytest.mark.parametrize(("rules", "interest"), [("printed", 20), ("18xx.games", 30)])
def test_a_loan_taken_before_the_step(rules: str, interest: int) -> None:
    scene = Scene(rules=rules).tiles("P9:57:1")
    scene.started("GT", "P1", {"P1": 4}, loans=2, cash=50)
    scene.give_trains("GT", "2")
    scene.turn("GT")
    scene.play(A.TakeLoan("P1", "GT"))
    assert scene.cash("GT") == 150
    if rules == "18xx.games":
        scene.pass_()  # that reading requires a pass for each step
    scene.play(scene.run("GT", ("2", "P9.0 Q8.0")))
    assert (scene.cash("GT"), scene.corp("GT").loans) == (150 - interest, 3)


@pytest.mark.rule("1856.interest.new-loan-exempt")
@pytest.mark.parametrize("rules", ["printed", "18xx.games"])
def test_a_loan_taken_after_the_step(rules: str) -> None:
    scene = Scene(rules=rules)
    scene.started("GT", "P1", {"P1": 4}, loans=2, cash=50)
    scene.turn("GT", "interest")
    scene.play(A.TakeLoan("P1", "GT"))
    assert scene.cash("GT") == 50 - 20 + 90


@pytest.mark.rule("1856.interest.new-loan-exempt")
def test_the_exemption_lasts_for_the_round_only() -> None:
    scene = Scene()
    scene.started("GT", "P1", {"P1": 4}, cash=50)
    scene.turn("GT")
    scene.play(A.TakeLoan("P1", "GT"))
    scene.turn("GT", "interest", index=2)
    assert scene.cash("GT") == 140


@pytest.mark.rule("1856.interest.treasury-first")
def test_a_short_treasury_pays_whole_tens() -> None:
    scene = owing(5, 27, revenue=100)
    assert scene.cash("GT") == 7


@pytest.mark.rule("1856.interest.then-earnings")
def test_the_rest_lowers_the_earnings() -> None:
    scene = owing(5, 27, revenue=100)
    bank = scene.state.bank
    scene.play(A.Dividend("P1", "GT", "withhold"))
    assert (scene.cash("GT"), scene.state.bank) == (77, bank - 70)


@pytest.mark.rule("1856.interest.then-earnings")
def test_the_lowered_earnings_are_what_is_paid_out() -> None:
    scene = owing(5, 27, revenue=100)
    scene.play(A.Dividend("P1", "GT", "pay"))
    assert (scene.cash("P1"), scene.cash("GT")) == (28, 7)


@pytest.mark.rule("1856.interest.then-earnings", "1856.interest.then-president")
def test_earnings_end_at_zero_and_the_president_pays_the_rest() -> None:
    scene = owing(5, 27, revenue=20, cash=100)
    assert (scene.cash("GT"), scene.cash("P1")) == (7, 90)
    assert scene.corp("GT").revenue == 0
    assert scene.price("GT") == 90  # nothing was left to pay out


@pytest.mark.rule("1856.interest.then-president", "1856.overview.president-decides")
def test_a_president_without_cash_sells_a_share() -> None:
    scene = owing(1, other=2)
    assert scene.game.to_act == {"P1"}
    scene.refused(A.Pass("P1"), "interest.then-president")
    scene.refused(A.DeclareBankruptcy("P1"), "bankrupt.declared")
    scene.refused(A.SellShares("P1", "WR", 2), "interest.then-president")
    scene.refused(A.SellShares("P3", "WR", 1), "overview.president-decides")
    bank = scene.state.bank
    scene.play(A.SellShares("P1", "WR", 1))
    assert (scene.cash("P1"), scene.state.bank) == (80, bank - 80)
    assert scene.corp("WR").shares == {"P3": 3, "P1": 1}
    assert not scene.legal(A.SellShares)


@pytest.mark.rule("1856.end.no-voluntary-bankruptcy", "1856.interest.then-president")
def test_nobody_is_bankrupt_for_interest_while_a_loan_may_be_taken() -> None:
    scene = short_of_interest(1)
    scene.pass_()  # no loan before the interest, which would have been free of it
    assert [type(choice) for choice in scene.game.legal()] == [A.TakeLoan]
    scene.refused(A.DeclareBankruptcy("P1"), "end.no-voluntary-bankruptcy")
    scene.refused(A.TakeLoan("P2", "GT"), "overview.president-decides")
    scene.refused(A.TakeLoan("P1", "WR"), "sequence.company-steps")
    scene.play(A.TakeLoan("P1", "GT"))
    assert (scene.cash("GT"), scene.corp("GT").loans, scene.cash("P1")) == (100 - 10, 2, 0)
    assert not scene.state.pending


@pytest.mark.rule("1856.loan.late-ninety", "1856.interest.new-loan-exempt")
@pytest.mark.parametrize(("rulings", "brings"), [(TODAY, 100), (5, 90)])
def test_a_loan_while_interest_is_raised_is_not_late(rulings: int, brings: int) -> None:
    scene = short_of_interest(3, shares=4, rulings=rulings)
    scene.pass_()
    bank = scene.state.bank
    scene.play(A.TakeLoan("P1", "GT"))
    assert (scene.cash("GT"), scene.corp("GT").loans) == (brings - 30, 4)
    assert scene.state.bank == bank - brings + 30
    scene = short_of_interest(3, shares=4, rulings=rulings)
    scene.set_cash("P1", 30)  # after the interest the loan is late by every version of the rulings
    scene.pass_()
    scene.play(A.TakeLoan("P1", "GT"))
    assert (scene.cash("GT"), scene.cash("P1")) == (90, 0)


@pytest.mark.rule("1856.loan.limit", "1856.interest.bankruptcy")
def test_a_company_at_its_limit_saves_nobody_from_bankruptcy() -> None:
    scene = short_of_interest(2)
    scene.refused(A.TakeLoan("P1", "GT"), "loan.limit")
    scene.accepted(A.DeclareBankruptcy("P1"))


def short_of_interest(loans: int, *, shares: int = 2, rulings: int = TODAY) -> Scene:
    """Return a scene in which GT (P1) owes interest, and P1 has no cash.

    With two shares P1 has nothing to sell either.
    """
    scene = by_rulings(rulings)
    scene.started("GT", "P1", {"P1": shares}, loans=loans)
    scene.set_cash("P1", 0)
    return scene.turn("GT", "interest")


def by_rulings(rulings: int) -> Scene:
    """Return a game that started under this version of the rulings."""
    scene = Scene()
    scene.game = begun_under(scene.game, rulings)
    return scene


@pytest.mark.rule("1856.interest.then-president", "1856.bankrupt.sales")
def test_such_a_sale_does_not_give_the_company_away() -> None:
    scene = owing(1, other=1)
    assert [(sale.corp, sale.count) for sale in scene.legal(A.SellShares)] == [("GT", 1), ("WR", 1)]
    scene.refused(A.SellShares("P1", "GT", 3), "bankrupt.sales")


def closing_sale(cash: int, *, shares: int = 1, rulings: int = TODAY) -> list[str]:
    """Return the events of a sale that closes GT as sentences, and P1's cash.

    P1 has this cash, owes $50 of interest for GT at $30, and sells shares of it.
    """
    scene = by_rulings(rulings)
    scene.started("GT", "P1", {"P1": 4, "P2": 2}, price=30, cell=(9, 1), loans=5)
    scene.started("WR", "P3")
    scene.set_cash("P1", cash)
    scene.turn("GT", "interest")
    scene.pass_()
    said = scene.told(scene.play(A.SellShares("P1", "GT", shares)))
    assert scene.corp("GT").closed
    assert (scene.corp("GT").loans, scene.state.pending, scene.game.to_act) == (0, [], {"P3"})
    return [*said, f"P1 has ${scene.cash('P1')}"]


@pytest.mark.rule("1856.interest.then-president")
@pytest.mark.parametrize(
    ("cash", "shares", "rulings", "left"),
    [
        (0, 1, TODAY, 30),  # the sale brings too little, and a closed company owes nothing
        (19, 1, TODAY, 49),
        (20, 1, TODAY, 0),
        (25, 1, TODAY, 5),
        (0, 2, TODAY, 10),
        (25, 1, 5, 55),  # games that started before this ruling
        (0, 1, 5, 30),
    ],
)
def test_a_sale_that_closes_the_company_pays_its_interest_first(
    cash: int, shares: int, rulings: int, left: int
) -> None:
    assert closing_sale(cash, shares=shares, rulings=rulings)[-1] == f"P1 has ${left}"


@pytest.mark.rule("1856.interest.then-president", "1856.stock.sell.price")
def test_the_interest_is_told_before_the_closing() -> None:
    said = closing_sale(25)
    (paid,) = [at for at, line in enumerate(said) if "$50" in line]
    (closed,) = [at for at, line in enumerate(said) if line.startswith("GT closes")]
    assert paid < closed


@pytest.mark.rule("1856.interest.bankruptcy")
def test_a_president_who_cannot_pay_ends_the_game_before_the_price_falls() -> None:
    scene = Scene()
    scene.started("GT", "P1", {"P1": 2}, loans=2)
    scene.set_cash("P1", 7)
    scene.turn("GT", "interest")
    assert scene.legal(A.DeclareBankruptcy)
    assert not scene.legal(A.SellShares)
    scene.play(A.DeclareBankruptcy("P1"))
    assert scene.game.result is not None
    assert scene.game.result.reason == "bankruptcy"
    assert (scene.price("GT"), scene.cash("P1")) == (100, 0)
    # Two shares at $100, less $10 a share for each of the two loans.
    assert next(place.worth for place in scene.game.result.standings if place.player == "P1") == 160


# -- the loan of the turn, before the interest


def short(
    step: str = "interest", *, owed: int = 2, treasury: int = 10, phase: int = 1, rules: str = "printed"
) -> Scene:
    """Return a scene in which GT owes for so many loans and its treasury cannot pay.

    Players hold five of its shares.
    """
    scene = Scene(rules=rules).phase(phase)
    scene.started("GT", "P1", {"P1": 4, "P2": 1}, loans=owed, cash=treasury)
    return scene.turn("GT", step, revenue=50 if step == "interest" else 0)


LOAN = A.TakeLoan("P1", "GT")


@pytest.mark.rule("1856.loan.before-interest", "1856.interest.new-loan-exempt")
def test_a_short_treasury_borrows_first() -> None:
    scene = short()
    assert _asked(scene)
    assert {type(choice) for choice in scene.choices()} == {A.Pass, A.TakeLoan}
    scene.refused(A.TakeLoan("P2", "GT"), "overview.president-decides")
    scene.refused(A.TakeLoan("P1", "WR"), "sequence.company-steps")
    scene.refused(A.Dividend("P1", "GT", "pay"), "loan.before-interest")
    scene.play(LOAN)
    assert (scene.cash("GT"), scene.corp("GT").loans) == (10 + 100 - 20, 3)
    scene.play(A.Dividend("P1", "GT", "withhold"))
    assert scene.cash("GT") == 90 + 50
    scene.refused(LOAN, "loan.one-per-round")


@pytest.mark.rule("1856.loan.before-interest")
def test_whoever_borrows_nothing_pays_out_of_the_earnings() -> None:
    scene = short()
    scene.play(A.Pass("P1"))
    scene.play(A.Dividend("P1", "GT", "withhold"))
    assert (scene.cash("GT"), scene.corp("GT").loans) == (40, 2)
    scene.accepted(LOAN)
    scene.play(LOAN)
    assert scene.cash("GT") == 40 + 90


@pytest.mark.rule("1856.loan.before-interest")
@pytest.mark.parametrize("step", ["track", "token"])
def test_it_is_asked_where_the_steps_before_are_passed_over(step: str) -> None:
    scene = short(step)
    while not _asked(scene):
        assert scene.acting() == "GT"
        assert scene.cash("GT") == 10
        scene.pass_()
    before = scene.cash("P1")
    scene.play(LOAN)
    assert (scene.cash("GT"), scene.cash("P1")) == (90, before)


@pytest.mark.rule("1856.loan.before-interest")
def test_a_loan_that_does_not_suffice_still_goes_first() -> None:
    scene = Scene()
    scene.started("GT", "P1", {"P1": 10, "P2": 6}, loans=12)
    scene.corp("GT").total, scene.corp("GT").offering = 20, 4
    scene.set_cash("P1", 50)
    scene.turn("GT", "interest")
    scene.play(LOAN)
    assert (scene.cash("GT"), scene.cash("P1"), scene.corp("GT").loans) == (0, 30, 13)


@pytest.mark.rule("1856.loan.before-interest")
def test_nobody_is_asked_where_the_treasury_pays_or_no_loan_is_left() -> None:
    assert not _asked(short(treasury=20))
    assert not _asked(short(owed=0, treasury=0))
    assert not _asked(short(owed=5))
    assert not _asked(short(phase=5))
    assert not _asked(short(rules="18xx.games"))
    scene = short("token", treasury=0, owed=11)
    scene.corp("GT").total, scene.corp("GT").shares = 20, {"P1": 10, "P2": 5}
    scene.play(LOAN, A.Pass("P1"))
    assert not _asked(scene)
    assert scene.cash("GT") == 0
