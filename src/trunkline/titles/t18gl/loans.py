"""Loans: taken for a bank's train or for interest, and repaid after trains are bought."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from trunkline.engine.kernel import chart, events
from trunkline.engine.kernel.action import Action, RedeemLoans
from trunkline.engine.kernel.choice import Amounts, Choice
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.refusal_texts import costs_it
from trunkline.engine.kernel.shares import number_held
from trunkline.engine.kernel.state import Corporation, OperatingTurn
from trunkline.engine.kernel.step import StepStatus
from trunkline.engine.loans.forced import ForcedLoans
from trunkline.engine.mechanisms import loans
from trunkline.engine.mechanisms.bonds import IssueBonds
from trunkline.engine.mechanisms.funding import FundingSource
from trunkline.util.messages import gettext_noop, ngettext_lazy

MEANS: tuple[FundingSource, ...] = (IssueBonds(), ForcedLoans(moves_price=True, in_phases=False))
"""The means by which a corporation raises money automatically, in this order."""


@dataclass(frozen=True)
class RepayLoans:
    """The step that repays loans from the treasury. Each moves the price right."""

    name: str = gettext_noop("pay back loans")
    kinds: tuple[type[Action], ...] = (RedeemLoans,)
    optional: bool = True
    label = gettext_noop("Loans")

    def candidates(self, ctx: Context, turn: OperatingTurn) -> Iterable[Choice]:
        """Yield the number of loans that the corporation has and can pay."""
        corp = ctx.state.corporations[turn.corp]
        most = _most(ctx, corp)
        if most > 0 or ctx.include_illegal:
            one = RedeemLoans(corp.president, corp.id, 1)
            yield Amounts(one, "count", 1, most) if most > 1 else one

    def check(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Refuse loans that do not exist or cannot be paid."""
        assert isinstance(action, RedeemLoans)
        corp = ctx.state.corporations[turn.corp]
        what = ngettext_lazy(
            "Paying back {count} loan of {corp}",
            "Paying back {count} loans of {corp}",
            action.count,
            corp=corp.id,
        )
        loans.check_number(ctx, corp, action.count, "loan.repay", what)
        price = action.count * loans.terms(ctx).value
        if corp.cash < price:
            ctx.refuse("loan.repay", what, costs_it(price, corp.cash))

    def apply(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Pay, and move the price token."""
        assert isinstance(action, RedeemLoans)
        corp = ctx.state.corporations[turn.corp]
        loans.repay_from_treasury(ctx, corp, action.count)
        price = action.count * loans.terms(ctx).value
        ctx.note(events.LoansRedeemed(corp.id, action.count, price), "loan.repay")
        for _ in range(action.count):
            chart.right(ctx, corp)

    def check_leave(self, ctx: Context, turn: OperatingTurn) -> None:
        """Allow leaving the step: no loan need be repaid."""

    def idle(self, ctx: Context, turn: OperatingTurn) -> bool:
        """Return whether no loan can be repaid."""
        return _most(ctx, ctx.state.corporations[turn.corp]) < 1

    def enter(self, ctx: Context, turn: OperatingTurn) -> None:
        """Do nothing on entering the step."""

    def standing(
        self, ctx: Context, turn: OperatingTurn, choices: Sequence[Choice], made: Sequence[Action]
    ) -> StepStatus:
        """Return the number of the corporation's loans."""
        return StepStatus(bool(made), number_held(ctx.state.corporations[turn.corp].loans))


def _most(ctx: Context, corp: Corporation) -> int:
    """Return the loans that the corporation has and can repay."""
    return min(corp.loans, corp.cash // loans.terms(ctx).value)
