"""Loans and the money for a train in a title file, each by a worked example on the map of 18Isle."""

from __future__ import annotations

import pytest

from titles.declared.conftest import Add, IsleScene
from trunkline import UsageError
from trunkline import actions as A
from trunkline.engine.loans.borrowing import operating_turn
from trunkline.lab.soak.games import Plan, play_all
from trunkline.titles import rules_of

PHASES = ("operating_rounds: 1, off_board: early", "operating_rounds: 1, off_board: early, loans: true")
"""The change that lets corporations take loans in phase 2."""
SWITCHES = "  must_own_train: with a route\n"


def loans(more: str = "", **switches: str) -> tuple[tuple[str, str], ...]:
    """Return the changes that give the example loans of $100 with $10 of interest, and switches."""
    terms = f"bank: 2400\nloans: {{value: 100, interest: 10{more}}}"
    lines = "".join(f"  {key}: {value}\n" for key, value in switches.items())
    return (("bank: 2400", terms), PHASES, (SWITCHES, SWITCHES + lines))


class LoanScene(IsleScene):
    """A position of the example with loans."""

    STEPS = ("track", "token", "run", "interest", "dividend", "trains", "redeem")


def scene(cash: int, owed: int = 0, shares: int = 6, kind: type[IsleScene] = LoanScene) -> IsleScene:
    """Return a position with NW of P1, who holds these shares and has $50."""
    here = kind().opened()
    here.floated("NW", "P1", price=80, cash=cash)
    here.corp("NW").shares = {"P1": shares}
    here.corp("NW").offering = 10 - shares
    here.corp("NW").loans = owed
    here.set_cash("P1", 50)
    return here


def with_run(here: IsleScene) -> IsleScene:
    """Give NW a run of $40 from A3 to A7, without a train."""
    return here.tiles("A3:57:1 A5:9:1 A7:57:1")


def test_a_corporation_takes_loans_up_to_its_limits(add: Add) -> None:
    add(*loans(", per_turn: 1"))
    here = scene(cash=20, owed=1, shares=3).turn("NW")
    here.play(A.TakeLoan("P1", "NW"))
    assert (here.cash("NW"), here.corp("NW").loans) == (120, 2)
    here.refused(A.TakeLoan("P1", "NW"), "loan.per-turn")
    here = scene(cash=20, owed=3, shares=3).turn("NW")
    here.refused(A.TakeLoan("P1", "NW"), "loan.limit")
    here.phase("3").turn("NW").refused(A.TakeLoan("P1", "NW"), "loan.phases")


def test_the_limit_of_loans_may_be_a_number(add: Add) -> None:
    add(*loans(", maximum: 2"))
    here = scene(cash=20, shares=6).turn("NW")
    here.play(A.TakeLoan("P1", "NW"), A.TakeLoan("P1", "NW"))
    here.refused(A.TakeLoan("P1", "NW"), "loan.limit")
    assert here.cash("NW") == 220


def test_the_treasury_pays_interest_of_whole_loans_and_the_earnings_pay_the_rest(add: Add) -> None:
    add(*loans())
    here = with_run(scene(cash=15, owed=2))
    here.give_trains("NW", "2")
    here.turn("NW", "run").play(here.run("NW", ("2", "A3.0 A5 A7.0")))
    assert (here.cash("NW"), operating_turn(here.table).revenue) == (5, 30)


def test_the_president_pays_interest_that_is_lacking(add: Add) -> None:
    add(*loans())
    here = scene(cash=5, owed=2).turn("NW", "token")
    here.pass_()
    assert (here.cash("NW"), here.cash("P1")) == (5, 30)
    assert here.state.pending == []


def test_the_president_sells_shares_for_interest(add: Add) -> None:
    add(*loans())
    here = scene(cash=5, owed=6).turn("NW", "token")
    here.corp("NW").operated = True
    here.pass_()
    assert type(here.state.pending[-1]).__name__ == "Debt"
    here.refused(A.DeclareBankruptcy("P1"), "bankruptcy.declared")
    here.play(A.SellShares("P1", "NW", 1))
    assert here.cash("P1") == 50 + 80 - 60


def test_a_loan_pays_interest_before_the_president(add: Add) -> None:
    add(*loans(interest_short="loan"))
    here = scene(cash=5, owed=2).turn("NW", "token")
    here.pass_()
    assert (here.cash("NW"), here.corp("NW").loans, here.cash("P1")) == (85, 3, 50)
    here = scene(cash=5, owed=6).turn("NW", "token")
    here.set_cash("P1", 70)
    here.pass_()
    assert (here.cash("NW"), here.corp("NW").loans, here.cash("P1")) == (5, 6, 10)


def test_loans_are_redeemed_at_the_end_of_a_turn(add: Add) -> None:
    add(*loans())
    here = scene(cash=250, owed=3).turn("NW", "redeem")
    here.refused(A.RedeemLoans("P1", "NW", 3), "redeem.any-number")
    here.play(A.RedeemLoans("P1", "NW", 1))
    assert (here.cash("NW"), here.corp("NW").loans) == (150, 2)
    here.refused(A.TakeLoan("P1", "NW"), "redeem.last-action")


def test_loans_above_the_limit_are_redeemed_with_the_presidents_help(add: Add) -> None:
    add(*loans())
    here = scene(cash=70, owed=3, shares=2).turn("NW", "redeem")
    here.refused(A.Pass("P1"), "redeem.excess-compulsory")
    here.play(A.RedeemLoans("P1", "NW", 1))
    assert (here.cash("NW"), here.cash("P1"), here.corp("NW").loans) == (0, 20, 2)


def test_loans_may_stay_until_the_end_of_the_game(add: Add) -> None:
    add(*loans(", end_penalty_per_share: 15", loans_redeemed="never"))
    here = scene(cash=250, owed=2)
    assert [step.name for step in here.operating_round.steps][-1] == "buy trains"
    # $50, and six shares at $80, less $15 for each loan and share.
    assert here.game.title.policies.worth(here.table, "P1") == 50 + 6 * (80 - 2 * 15)
    rules = rules_of("18Isle")
    assert rules["18isle.end.worth"].rule.endswith("Each loan takes $15 off each share of its corporation.")
    assert "18isle.redeem.any-number" not in rules


def test_the_rules_name_no_redemption_of_loans_that_stay(add: Add) -> None:
    rules = rules_of(add(*loans(loans_move_price="true", loans_redeemed="never")))
    assert rules["18isle.loan.per-turn"].rule.endswith(" A loan moves the price left.")


def test_a_loan_for_a_train_brings_its_late_value(add: Add) -> None:
    add(*loans(", late_value: 60", train_money="loans first", interest_short="loan"))
    here = with_run(scene(cash=30)).turn("NW", "trains")
    here.play(here.buy("NW", "2"))
    # The train costs $100: two loans of $60 are taken.
    assert (here.cash("NW"), here.corp("NW").loans, here.cash("P1")) == (50, 2, 50)
    # A loan for the interest is not late.
    here = scene(cash=5, owed=2).turn("NW", "token")
    here.pass_()
    assert (here.cash("NW"), here.corp("NW").loans) == (85, 3)


def test_loans_may_move_the_price(add: Add) -> None:
    add(*loans(loans_move_price="true"))
    here = scene(cash=20).turn("NW")
    here.play(A.TakeLoan("P1", "NW"))
    assert here.price("NW") == 70
    here.set_cash("NW", 100)
    here.turn("NW", "redeem").play(A.RedeemLoans("P1", "NW", 1))
    assert here.price("NW") == 80


def test_loans_pay_for_a_required_train_before_the_president(add: Add) -> None:
    add(*loans(train_money="loans first"))
    here = with_run(scene(cash=30)).turn("NW", "trains")
    here.refused(A.Pass("P1"), "train.compulsory")
    here.play(here.buy("NW", "2"))
    assert (here.cash("NW"), here.corp("NW").loans, here.cash("P1")) == (30, 1, 50)
    # All six loans are taken: the president pays.
    here = with_run(scene(cash=60, owed=6)).turn("NW", "trains")
    here.play(here.buy("NW", "2"))
    assert (here.cash("NW"), here.corp("NW").loans, here.cash("P1")) == (0, 6, 10)


@pytest.mark.parametrize(("cash", "must"), [(49, False), (50, True)])
def test_without_sales_a_corporation_needs_no_train_that_is_too_dear(add: Add, cash: int, must: bool) -> None:
    add((SWITCHES, f"{SWITCHES}  train_money: cash only\n"))
    here = with_run(scene(cash=cash, kind=IsleScene)).turn("NW", "trains")
    here.corp("NW").operated = True
    here.refused(A.DeclareBankruptcy("P1"), "bankruptcy.not-voluntary")
    if must:
        here.refused(A.SellShares("P1", "NW", 1), "train.emergency-sale")
        here.refused(A.Pass("P1"), "train.compulsory")
        here.play(here.buy("NW", "2"))
        assert (here.cash("NW"), here.cash("P1")) == (0, 0)
    else:
        here.refused(A.SellShares("P1", "NW", 1), "emergency.none-due")
        here.accepted(A.Pass("P1"))
    rules = rules_of("18Isle")
    assert rules["18isle.train.emergency-sale"].rule == "A president sells no shares for a train."


def test_rules_of_loans(add: Add) -> None:
    rules = rules_of(add(*loans(", late_value: 90, per_turn: 1", interest_short="loan")))
    assert rules["18isle.loan.phases"].rule == (
        "Corporations may take loans in phase 2. A loan brings $100. "
        "After the interest of the turn it brings $90."
    )
    assert rules["18isle.loan.per-turn"].rule == "A corporation may take 1 loan in its turn."
    assert "pays $10 for each loan" in rules["18isle.interest.rate"].rule
    assert rules["18isle.loan.forced"].rule.startswith(
        "A corporation that cannot pay all interest takes loans"
    )
    assert "18isle.loan.phases" not in rules_of(add())


ZERO = (*loans()[1:], ("bank: 2400", "bank: 2400\nloans: {value: 0, interest: 1}"))
FAULTS = {
    "loans of no phase": ((("bank: 2400", "bank: 2400\nloans: {value: 100, interest: 10}"),), "no phase has"),
    "a phase without loans": ((PHASES,), "phase 2: loans: true needs the key loans of the file"),
    "a loan of nothing": (ZERO, "not 0"),
    "a late loan of nothing": (loans(", late_value: 0"), "loans.late_value: it must be a whole number of at"),
    "a late loan above its value": (loans(", late_value: 101"), "$101 is above the value of a loan, $100."),
    "more interest than the loan": (
        (("bank: 2400", "bank: 2400\nloans: {value: 50, interest: 60}"), PHASES),
        "loans.interest: $60 is above the value of a loan, $50.",
    ),
    "no loans in a turn": (loans(", per_turn: 0"), "loans.per_turn: it must be a whole number of at least 1"),
    "no loans at all": (loans(", maximum: 0"), "loans.maximum: it must be a whole number of at least 1"),
    "money for no train": (
        (("must_own_train: with a route", "must_own_train: never\n  train_money: cash only"),),
        "train_money: with must_own_train: never, no corporation must buy a train",
    ),
    "players who never leave": (
        (
            (SWITCHES, f"{SWITCHES}  train_money: cash only\n"),
            ("ending: {", "ending: {players_left: 1, "),
        ),
        "ending.players_left: with train_money: cash only, no player goes bankrupt",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_loans_that_contradict_the_file_are_refused(add: Add, fault: str) -> None:
    changes, said = FAULTS[fault]
    with pytest.raises(UsageError, match=r"^title\.yaml, line \d+: ") as refused:
        add(*changes)
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("changes", "seed"),
    [
        (loans(", per_turn: 1, end_penalty_per_share: 10"), 1),
        (loans(", maximum: 3", interest_short="loan", train_money="loans first", loans_move_price="true"), 2),
        ((*loans(", per_turn: 2", loans_redeemed="never"), ("ending: {", "ending: {players_left: 1, ")), 3),
        (((SWITCHES, f"{SWITCHES}  train_money: cash only\n"),), 4),
    ],
)
def test_random_games_with_loans_pass_all_checks(
    add: Add, changes: tuple[tuple[str, str], ...], seed: int
) -> None:
    phase_3 = "tiles: [yellow, green], train_limit: 3, operating_rounds: 2, off_board: early"
    more = ((phase_3, f"{phase_3}, loans: true"),) if PHASES in changes else ()
    outcomes = list(play_all(Plan(add(*changes, *more), 2, (2, 3), seed=seed)))
    assert [outcome.finding for outcome in outcomes] == [None] * 2
