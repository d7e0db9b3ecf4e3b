"""Loans: taken for a bank's train or for interest, and repaid after trains are bought."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from trunkline.kernel import chart, events
from trunkline.kernel.action import Action, RedeemLoans
from trunkline.kernel.choice import Amounts, Choice
from trunkline.kernel.shares import plural
from trunkline.kernel.state import Corporation, OperatingTurn
from trunkline.kernel.table import Standing, Table
from trunkline.mechanisms import loans
from trunkline.mechanisms.bonds import IssueBonds
from trunkline.mechanisms.own_means import Means


@dataclass(frozen=True)
class ForcedLoans:
    """A means of raising money: loans one after the other. Each moves the price left."""

    as_cash: bool = False

    def credit(self, t: Table, corp: Corporation) -> int:
        """Return the dollars that the remaining loans would bring."""
        terms = loans.terms(t)
        assert terms.maximum is not None
        return max(0, terms.maximum - corp.loans) * terms.value

    def draw(self, t: Table, corp: Corporation, missing: int) -> None:
        """Take as few loans as bring the dollars, or all that the corporation may take."""
        each = loans.terms(t).value
        while missing > 0 and self.credit(t, corp):
            loans.take(t, corp, each, "emergency.loan-effect")
            chart.left(t, corp)
            missing -= each


MEANS: tuple[Means, ...] = (IssueBonds(), ForcedLoans())
"""The means by which a corporation raises money automatically, in this order."""


@dataclass(frozen=True)
class RepayLoans:
    """The step that repays loans from the treasury. Each moves the price right."""

    name: str = "pay back loans"
    kinds: tuple[type[Action], ...] = (RedeemLoans,)
    optional: bool = True
    label = "Loans"

    def candidates(self, t: Table, turn: OperatingTurn) -> Iterable[Choice]:
        """Yield the number of loans that the corporation has and can pay."""
        corp = t.state.corporations[turn.corp]
        most = _most(t, corp)
        if most > 0 or t.wide:
            one = RedeemLoans(corp.president, corp.id, 1)
            yield Amounts(one, "count", 1, most) if most > 1 else one

    def check(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Refuse loans that do not exist or cannot be paid."""
        assert isinstance(action, RedeemLoans)
        corp = t.state.corporations[turn.corp]
        what = f"Paying back {plural(action.count, 'loan')} of {corp.id}"
        if not 1 <= action.count <= corp.loans:
            t.refuse("loan.repay", what, f"it has {plural(corp.loans, 'loan')}")
        price = action.count * loans.terms(t).value
        if corp.cash < price:
            t.refuse("loan.repay", what, f"that costs ${price:,} and it has ${corp.cash:,}")

    def apply(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Pay, and move the price token."""
        assert isinstance(action, RedeemLoans)
        corp = t.state.corporations[turn.corp]
        loans.repay_from_treasury(t, corp, action.count)
        price = action.count * loans.terms(t).value
        t.note(events.LoansRedeemed(corp.id, action.count, price), "loan.repay")
        for _ in range(action.count):
            chart.right(t, corp)

    def check_leave(self, t: Table, turn: OperatingTurn) -> None:
        """Allow leaving the step: no loan need be repaid."""

    def idle(self, t: Table, turn: OperatingTurn) -> bool:
        """Return whether no loan can be repaid."""
        return _most(t, t.state.corporations[turn.corp]) < 1

    def enter(self, t: Table, turn: OperatingTurn) -> None:
        """Do nothing on entering the step."""

    def standing(
        self, t: Table, turn: OperatingTurn, choices: Sequence[Choice], made: Sequence[Action]
    ) -> Standing:
        """Return the number of the corporation's loans."""
        return Standing(bool(made), plural(t.state.corporations[turn.corp].loans, "loan"))


def _most(t: Table, corp: Corporation) -> int:
    """Return the loans that the corporation has and can repay."""
    return min(corp.loans, corp.cash // loans.terms(t).value)
