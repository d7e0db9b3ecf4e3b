"""The interest on government loans, and the loan that may be taken to pay it."""

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
    """Interest: from the treasury, then from the earnings, then from the president.

    ``early_loan_free`` spares a loan taken earlier in the same turn. With ``loan_first`` the president is
    asked for this turn's loan where the treasury cannot pay. With ``waits`` interest is settled after the
    next action of the turn where nothing was run.
    """

    debts: Debts
    early_loan_free: bool
    loan_first: bool = False
    waits: bool = False
    name: str = "pay interest"
    optional: bool = False

    def idle(self, t: Table, turn: OperatingTurn) -> bool:
        """Over as soon as it has begun."""
        return True

    def enter(self, t: Table, turn: OperatingTurn) -> None:
        """Settle what is due, at once or later, or ask for a loan first."""
        if self.loan_first and self._lacks(t, turn):
            corp = t.state.corporations[turn.corp]
            own(t.state).pending.append(LoanChoice(corp.president, corp.id))
        elif turn.ran or not self.waits:
            self.settle(t, turn)

    def acted(self, t: Table, corp: Corporation) -> None:
        """Settle what has waited for an action."""
        turn = t.state.operating.turn if t.state.operating else None
        if self.waits and turn is not None and turn.paid and not turn.interest and not corp.closed:
            self.settle(t, turn)

    def settle(self, t: Table, turn: OperatingTurn) -> None:
        """From the treasury, then the earnings; where they do not suffice the president is asked."""
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
        """Whether the treasury is short of the interest and the loan of the turn can still be taken."""
        corp = t.state.corporations[turn.corp]
        short = corp.cash < corp.loans * loans.terms(t).interest
        return short and passes(Borrow().check, t, turn, TakeLoan(corp.president, corp.id))


@dataclass(frozen=True)
class LoanFirst:
    """The treasury cannot pay the interest: the president takes the loan of the turn first, or passes."""

    interest: Interest
    borrow: Borrow
    name: str = "take a loan for the interest, or pass"
    rule: str = "loan.before-interest"
    kinds: tuple[type[Action], ...] = (Pass, TakeLoan)

    def deciders(self, t: Table) -> tuple[str, ...]:
        """The president."""
        return (t.waiting(LoanChoice).player,)

    def candidates(self, t: Table, player: str) -> Iterable[Choice]:
        """The loan, and a pass."""
        yield Pass(player)
        yield from self.borrow.candidates(t, operating_turn(t))

    def check(self, t: Table, action: Action) -> None:
        """The loan of the corporation whose turn it is."""
        decision = t.waiting(LoanChoice)
        t.president_only(action, decision.player, decision.corp)
        if isinstance(action, TakeLoan):
            if action.corp != decision.corp:
                t.refuse(
                    "sequence.company-steps", f"A loan for {action.corp}", f"it is {decision.corp}'s turn"
                )
            self.borrow.check(t, operating_turn(t), action)

    def apply(self, t: Table, action: Action) -> None:
        """Borrow or not, and pay the interest."""
        t.state.pending.pop()
        if isinstance(action, TakeLoan):
            self.borrow.apply(t, operating_turn(t), action)
        self.interest.settle(t, operating_turn(t))

    def advance(self, t: Table) -> bool:
        """Nothing happens by itself."""
        return False
