"""Debts of a president for a corporation: interest or loans that the treasury could not pay."""

from __future__ import annotations

from dataclasses import dataclass

from trunkline.kernel import events
from trunkline.kernel.ledger import pay
from trunkline.kernel.state import Corporation
from trunkline.kernel.table import Table
from trunkline.mechanisms.loans import INTEREST
from trunkline.titles.t1856.decisions import Debt
from trunkline.titles.t1856.state import own


@dataclass(frozen=True)
class Debts:
    """The way a president pays debts.

    The president pays once the money is there. With ``overdrawn`` the president pays immediately and raises
    the missing money afterwards.
    """

    overdrawn: bool = False

    def owe(self, t: Table, corp: Corporation, amount: int, cause: str) -> None:
        """Add an amount in dollars to the president's debt for the corporation."""
        if self.overdrawn:
            president = t.state.players[corp.president]
            pay(t, president, None, amount, cause, overdraw=True)
            t.note(events.PresidentPaid(corp.president, corp.id, amount, cause))
            if president.cash >= 0:
                return
            amount = 0
        debt = debt_of(t, corp)
        if debt is None:
            debt = Debt(corp.president, corp.id)
            own(t.state).pending.append(debt)
        debt.amount += amount
        debt.sold = ()
        if cause != INTEREST:
            debt.cause = cause


def debt_of(t: Table, corp: Corporation) -> Debt | None:
    """Return the current debt for a corporation, or None."""
    debt = own(t.state).pending[-1] if t.state.pending else None
    return debt if isinstance(debt, Debt) and debt.corp == corp.id else None
