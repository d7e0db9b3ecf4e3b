"""The interest on government loans, and the loan that a corporation may take to pay it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from trunkline.kernel.action import Action, Pass, TakeLoan
from trunkline.kernel.choice import Choice
from trunkline.kernel.refusal import passes
from trunkline.kernel.state import Corporation, OperatingTurn
from trunkline.kernel.table import Table
from trunkline.mechanisms import loans
from trunkline.steps.beside_steps import NoActions
from trunkline.titles.t1856.debts import Debts
from trunkline.titles.t1856.decisions import LoanChoice
from trunkline.titles.t1856.government_loans import Borrow, operating_turn
from trunkline.titles.t1856.state import own


@dataclass(frozen=True)
class Interest(NoActions):
    """The step that pays interest from the treasury, then the earnings, then the president's cash.

    With ``early_loan_free`` a loan taken earlier in the same turn bears no interest. With ``loan_first`` the
    president may take this turn's loan if the treasury cannot pay. With ``waits``, if no train ran, interest
    is settled after the next action of the turn.
    """

    debts: Debts
    early_loan_free: bool
    loan_first: bool = False
    waits: bool = False
    name: str = "pay interest"
    optional: bool = False

    def idle(self, t: Table, turn: OperatingTurn) -> bool:
        """Return True: the step needs no action."""
        return True

    def enter(self, t: Table, turn: OperatingTurn) -> None:
        """Settle the interest now or later, or offer a loan first."""
        if self.loan_first and self._lacks(t, turn):
            corp = t.state.corporations[turn.corp]
            own(t.state).pending.append(LoanChoice(corp.president, corp.id))
        elif turn.ran or not self.waits:
            self.settle(t, turn)

    def acted(self, t: Table, corp: Corporation) -> None:
        """Settle interest that waited for an action."""
        turn = t.state.operating.turn if t.state.operating else None
        if self.waits and turn is not None and turn.paid and not turn.interest and not corp.closed:
            self.settle(t, turn)

    def settle(self, t: Table, turn: OperatingTurn) -> None:
        """Pay from the treasury, then the earnings. The president owes the rest."""
        turn.interest = True
        corp = t.state.corporations[turn.corp]
        spared = own(t.state).turn.early if self.early_loan_free else 0
        count = corp.loans - spared
        if count <= 0:
            return
        left = loans.pay_interest(t, corp, turn, count, "interest.rate")
        if left:
            self.debts.owe(t, corp, left, loans.INTEREST)

    def _lacks(self, t: Table, turn: OperatingTurn) -> bool:
        """Return whether the treasury is short of the interest and the turn's loan is still available."""
        corp = t.state.corporations[turn.corp]
        short = corp.cash < corp.loans * loans.terms(t).interest
        return short and passes(Borrow().check, t, turn, TakeLoan(corp.president, corp.id))


@dataclass(frozen=True)
class LoanFirst:
    """The president's choice to take the turn's loan, or to pass, if the treasury cannot pay the interest."""

    interest: Interest
    borrow: Borrow
    name: str = "take a loan for the interest, or pass"
    rule: str = "loan.before-interest"
    kinds: tuple[type[Action], ...] = (Pass, TakeLoan)

    def deciders(self, t: Table) -> tuple[str, ...]:
        """Return the president."""
        return (t.waiting(LoanChoice).player,)

    def candidates(self, t: Table, player: str) -> Iterable[Choice]:
        """Yield a pass and the loan."""
        yield Pass(player)
        yield from self.borrow.candidates(t, operating_turn(t))

    def check(self, t: Table, action: Action) -> None:
        """Refuse other presidents, and loans of other corporations."""
        decision = t.waiting(LoanChoice)
        t.president_only(action, decision.player, decision.corp)
        if isinstance(action, TakeLoan):
            if action.corp != decision.corp:
                t.refuse(
                    "sequence.company-steps", f"A loan for {action.corp}", f"it is {decision.corp}'s turn"
                )
            self.borrow.check(t, operating_turn(t), action)

    def apply(self, t: Table, action: Action) -> None:
        """Take the loan if chosen, and pay the interest."""
        t.state.pending.pop()
        if isinstance(action, TakeLoan):
            self.borrow.apply(t, operating_turn(t), action)
        self.interest.settle(t, operating_turn(t))

    def advance(self, t: Table) -> bool:
        """Return False: nothing happens automatically."""
        return False
