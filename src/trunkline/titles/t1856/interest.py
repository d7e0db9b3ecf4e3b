"""The interest on government loans, and the loan that a corporation may take to pay it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from trunkline.engine.kernel.action import Action, Pass, TakeLoan
from trunkline.engine.kernel.choice import Choice
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.refusal import passes
from trunkline.engine.kernel.refusal_texts import turn_of
from trunkline.engine.kernel.state import Corporation, OperatingTurn
from trunkline.engine.mechanisms import loans
from trunkline.engine.steps.turn_step_bases import AutomaticStep
from trunkline.titles.t1856.decisions import LoanChoice
from trunkline.titles.t1856.government_loans import Borrow, operating_turn
from trunkline.titles.t1856.president_debts import Debts
from trunkline.titles.t1856.state import state_1856
from trunkline.util.messages import gettext_lazy, gettext_noop


@dataclass(frozen=True)
class Interest(AutomaticStep):
    """The step that pays interest from the treasury, then the earnings, then the president's cash.

    With ``early_loan_free`` a loan taken earlier in the same turn bears no interest. With ``loan_first`` the
    president may take this turn's loan if the treasury cannot pay. With ``waits``, if no train ran, interest
    is settled after the next action of the turn.
    """

    debts: Debts
    early_loan_free: bool
    loan_first: bool = False
    waits: bool = False
    name: str = gettext_noop("pay interest")
    optional: bool = False

    def idle(self, ctx: Context, turn: OperatingTurn) -> bool:
        """Return True: the step needs no action."""
        return True

    def enter(self, ctx: Context, turn: OperatingTurn) -> None:
        """Settle the interest now or later, or offer a loan first."""
        if self.loan_first and self._lacks(ctx, turn):
            corp = ctx.state.corporations[turn.corp]
            state_1856(ctx.state).pending.append(LoanChoice(corp.president, corp.id))
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
        spared = state_1856(ctx.state).turn.early if self.early_loan_free else 0
        count = corp.loans - spared
        if count <= 0:
            return
        left = loans.pay_interest(ctx, corp, turn, count, "interest.rate")
        if left:
            self.debts.owe(ctx, corp, left, loans.INTEREST)

    def _lacks(self, ctx: Context, turn: OperatingTurn) -> bool:
        """Return whether the treasury is short of the interest and the turn's loan is still available."""
        corp = ctx.state.corporations[turn.corp]
        short = corp.cash < corp.loans * loans.terms(ctx).interest
        return short and passes(Borrow().check, ctx, turn, TakeLoan(corp.president, corp.id))


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
                    "sequence.company-steps",
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
