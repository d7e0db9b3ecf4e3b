"""Debts of a president for a corporation: interest or loans that the treasury could not pay."""

from __future__ import annotations

from dataclasses import dataclass

from trunkline.engine.kernel import events
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.ledger import pay
from trunkline.engine.kernel.state import Corporation
from trunkline.engine.loans.state import Debt, wait_for
from trunkline.engine.mechanisms.loans import INTEREST


@dataclass(frozen=True)
class Debts:
    """The way a president pays debts.

    The president pays once the money is there. With ``overdrawn`` the president pays immediately and raises
    the missing money afterwards.
    """

    overdrawn: bool = False

    def owe(self, ctx: Context, corp: Corporation, amount: int, cause: str) -> None:
        """Add an amount in dollars to the president's debt for the corporation."""
        if self.overdrawn:
            president = ctx.state.players[corp.president]
            pay(ctx, president, None, amount, cause, overdraw=True)
            ctx.note(events.PresidentPaid(corp.president, corp.id, amount, cause))
            if president.cash >= 0:
                return
            amount = 0
        debt = debt_of(ctx, corp)
        if debt is None:
            debt = Debt(corp.president, corp.id)
            wait_for(ctx, debt)
        debt.amount += amount
        debt.sold = ()
        if cause != INTEREST:
            debt.cause = cause


def debt_of(ctx: Context, corp: Corporation) -> Debt | None:
    """Return the current debt for a corporation, or None."""
    debt: object = ctx.state.pending[-1] if ctx.state.pending else None
    return debt if isinstance(debt, Debt) and debt.corp == corp.id else None
