"""What a president owes for a corporation: interest or loans that the treasury could not pay."""

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
    """How a president pays: when the money is there, or ``overdrawn`` at once, to raise afterwards what is
    lacking."""

    overdrawn: bool = False

    def owe(self, t: Table, corp: Corporation, amount: int, cause: str) -> None:
        """The president must pay so much, with what is owed already."""
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
    """What is owed for a corporation already."""
    debt = own(t.state).pending[-1] if t.state.pending else None
    return debt if isinstance(debt, Debt) and debt.corp == corp.id else None
