"""The interest on loans, and the loan that a corporation may take to pay it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from trunkline.engine.kernel import events
from trunkline.engine.kernel.action import Action, Pass, TakeLoan
from trunkline.engine.kernel.choice import Choice
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.ledger import pay
from trunkline.engine.kernel.refusal import passes
from trunkline.engine.kernel.refusal_texts import turn_of
from trunkline.engine.kernel.state import Corporation, OperatingTurn
from trunkline.engine.loans.borrowing import Borrow, operating_turn
from trunkline.engine.loans.debts import Debts
from trunkline.engine.loans.state import LoanChoice, loan_turn, wait_for
from trunkline.engine.mechanisms import funding, loans
from trunkline.engine.mechanisms.funding import FundingSource
from trunkline.engine.steps.turn_step_bases import AutomaticStep
from trunkline.util.messages import gettext_lazy, gettext_noop


@dataclass(frozen=True)
class Interest(AutomaticStep):
    """The step that pays interest from the treasury, then the earnings, then the president's cash.

    With ``early_loan_free`` a loan taken earlier in the same turn bears no interest. With ``loan_first`` the
    president may take this turn's loan if the treasury cannot pay. With ``waits``, if no train ran, interest
    is settled after the next action of the turn. ``means`` raise money before the president pays.
    """

    debts: Debts
    early_loan_free: bool
    borrow: Borrow
    loan_first: bool = False
    waits: bool = False
    means: tuple[FundingSource, ...] = ()
    name: str = gettext_noop("pay interest")
    optional: bool = False

    def idle(self, ctx: Context, turn: OperatingTurn) -> bool:
        """Return True: the step needs no action."""
        return True

    def enter(self, ctx: Context, turn: OperatingTurn) -> None:
        """Settle the interest now or later, or offer a loan first."""
        if self.loan_first and self._lacks(ctx, turn):
            corp = ctx.state.corporations[turn.corp]
            wait_for(ctx, LoanChoice(corp.president, corp.id))
        elif turn.ran or not self.waits:
            self.settle(ctx, turn)

    def acted(self, ctx: Context, corp: Corporation) -> None:
        """Settle interest that waited for an action."""
        turn = ctx.state.operating.turn if ctx.state.operating else None
        if self.waits and turn is not None and turn.paid and not turn.interest and not corp.closed:
            self.settle(ctx, turn)

    def settle(self, ctx: Context, turn: OperatingTurn) -> None:
        """Pay from the treasury, then the earnings. The president owes the rest."""
        turn.interest = True
        corp = ctx.state.corporations[turn.corp]
        spared = loan_turn(ctx.state).early if self.early_loan_free else 0
        count = corp.loans - spared
        if count <= 0 or not loans.terms(ctx).interest:
            return
        left = loans.pay_interest(ctx, corp, turn, count, "interest.rate")
        if left and funding.available(self.means, ctx, corp):
            left = self._raise(ctx, corp, left)
        if left:
            self.debts.owe(ctx, corp, left, loans.INTEREST)

    def _raise(self, ctx: Context, corp: Corporation, due: int) -> int:
        """Pay interest from the treasury with money that the means raise. Return the dollars still due."""
        funding.raise_money(self.means, ctx, corp, due)
        paid = min(due, corp.cash)
        pay(ctx, corp, None, paid, loans.INTEREST)
        ctx.note(events.InterestPaid(corp.id, paid, borrowed=True), "interest.rate")
        return due - paid

    def _lacks(self, ctx: Context, turn: OperatingTurn) -> bool:
        """Return whether the treasury is short of the interest and the turn's loan is still available."""
        corp = ctx.state.corporations[turn.corp]
        short = corp.cash < corp.loans * loans.terms(ctx).interest
        return short and passes(self.borrow.check, ctx, turn, TakeLoan(corp.president, corp.id))


@dataclass(frozen=True)
class LoanFirst:
    """The president's choice to take the turn's loan, or to pass, if the treasury cannot pay the interest."""

    interest: Interest
    borrow: Borrow
    name: str = gettext_noop("take a loan for the interest, or pass")
    rule: str = "loan.before-interest"
    kinds: tuple[type[Action], ...] = (Pass, TakeLoan)

    def deciders(self, ctx: Context) -> tuple[str, ...]:
        """Return the president."""
        return (ctx.waiting(LoanChoice).player,)

    def candidates(self, ctx: Context, player: str) -> Iterable[Choice]:
        """Yield a pass and the loan."""
        yield Pass(player)
        yield from self.borrow.candidates(ctx, operating_turn(ctx))

    def check(self, ctx: Context, action: Action) -> None:
        """Refuse other presidents, and loans of other corporations."""
        decision = ctx.waiting(LoanChoice)
        ctx.president_only(action, decision.player, decision.corp)
        if isinstance(action, TakeLoan):
            if action.corp != decision.corp:
                ctx.refuse(
                    "or.step-order",
                    gettext_lazy("A loan for {corp}", corp=action.corp),
                    turn_of(decision.corp),
                )
            self.borrow.check(ctx, operating_turn(ctx), action)

    def apply(self, ctx: Context, action: Action) -> None:
        """Take the loan if chosen, and pay the interest."""
        ctx.state.pending.pop()
        if isinstance(action, TakeLoan):
            self.borrow.apply(ctx, operating_turn(ctx), action)
        self.interest.settle(ctx, operating_turn(ctx))

    def advance(self, ctx: Context) -> bool:
        """Return False: nothing happens automatically."""
        return False
