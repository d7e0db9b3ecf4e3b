"""Raising the money for interest or loans that neither the treasury nor the president can pay."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from trunkline.engine.kernel import events
from trunkline.engine.kernel.action import Action, DeclareBankruptcy, SellShares, TakeLoan
from trunkline.engine.kernel.choice import Choice
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.ledger import pay
from trunkline.engine.kernel.refusal_texts import ACTING_NOW
from trunkline.engine.kernel.state import Corporation
from trunkline.engine.loans.borrowing import Borrow, operating_turn
from trunkline.engine.loans.debts import debt_of
from trunkline.engine.loans.redemption import Redeem
from trunkline.engine.loans.state import Debt, loan_turn
from trunkline.engine.mechanisms import loans
from trunkline.engine.steps.emergency_money import EmergencyMoney, EmergencyPayment, PaymentView
from trunkline.util.messages import Message, gettext, gettext_lazy, gettext_noop


@dataclass(frozen=True)
class InterestShortfall:
    """The president's payment of the remaining interest, by share sales if cash falls short.

    With ``on_credit`` it is a debt, for interest or loans, which outlives the corporation. Loans that exceed
    the shares left after these sales are added to it. With ``borrow`` the corporation may take its loan
    instead, and the president is not bankrupt while it can.
    """

    emergency: EmergencyMoney
    redeem: Redeem
    on_credit: bool = False
    borrow: Borrow | None = None
    name: str = gettext_noop("raise money for interest or loans")
    rule: str = "interest.then-president"

    @property
    def kinds(self) -> tuple[type[Action], ...]:
        """Sales and bankruptcy, and the loan if it may be taken."""
        return (SellShares, DeclareBankruptcy, *((TakeLoan,) if self.borrow else ()))

    def deciders(self, ctx: Context) -> tuple[str, ...]:
        """Return the president."""
        return (ctx.waiting(Debt).player,)

    def candidates(self, ctx: Context, player: str) -> Iterable[Choice]:
        """Yield the loan and the president's sales."""
        if self.borrow:
            yield from self.borrow.candidates(ctx, operating_turn(ctx))
        yield from self.emergency.candidates(ctx, self._payment(ctx))

    def check(self, ctx: Context, action: Action) -> None:
        """Refuse sales that are not needed, loans of other corporations, and bankruptcy while there is
        another way."""
        decision = ctx.waiting(Debt)
        if action.player != decision.player:
            why = gettext_lazy(loans.OWED[decision.cause or loans.INTEREST], player=decision.player)
            ctx.refuse("president.decides", ACTING_NOW, why)
        if isinstance(action, SellShares):
            self.emergency.check_sale(ctx, self._payment(ctx), action)
        elif isinstance(action, TakeLoan):
            assert self.borrow is not None
            if action.corp != decision.corp:
                owing = gettext_lazy("the interest of {corp} is due", corp=decision.corp)
                ctx.refuse("or.step-order", gettext_lazy("A loan for {corp}", corp=action.corp), owing)
            self.borrow.check(ctx, operating_turn(ctx), action)
        else:
            self.emergency.check_bankruptcy(ctx, self._payment(ctx), self._rescue(ctx))

    def apply(self, ctx: Context, action: Action) -> None:
        """Sell, borrow, or declare bankruptcy."""
        decision = ctx.waiting(Debt)
        if isinstance(action, SellShares):
            self.emergency.sell(ctx, self._payment(ctx), action)
            decision.sold = (*decision.sold, action.corp)
            turn = ctx.state.operating.turn if ctx.state.operating else None
            if self.on_credit and turn is not None and loan_turn(ctx.state).redeeming:
                self.redeem.clear_excess(ctx, ctx.state.corporations[decision.corp], turn)
        elif isinstance(action, TakeLoan):
            self._borrow(ctx, action)
        else:
            self.emergency.give_up(ctx, self._payment(ctx))

    def advance(self, ctx: Context) -> bool:
        """Pay as soon as the cash is there.

        If the sales have closed the corporation, it owes nothing, unless this is a debt on credit.
        """
        decision = ctx.waiting(Debt)
        if ctx.state.corporations[decision.corp].closed and not self.on_credit:
            ctx.state.pending.pop()
            return True
        if ctx.state.players[decision.player].out:
            self._pass_on(ctx, decision)
        return self._settled(ctx, decision)

    def _pass_on(self, ctx: Context, decision: Debt) -> None:
        """Pay from the treasury as far as it can, and let the new president owe the rest.

        The treasury has the money of the president who left the game.
        """
        corp = ctx.state.corporations[decision.corp]
        paid = min(decision.amount, corp.cash)
        pay(ctx, corp, None, paid, decision.cause or loans.INTEREST)
        decision.amount -= paid
        decision.player, decision.sold = corp.president, ()

    def closing(self, ctx: Context, corp: Corporation) -> None:
        """Pay the interest of a corporation that a sale closes, if the sale has brought all of it.

        The money arrives before the price falls.
        """
        decision = debt_of(ctx, corp)
        if decision is not None:
            self._settled(ctx, decision)

    def _settled(self, ctx: Context, decision: Debt) -> bool:
        """Pay the amount due if the president has it. Return whether it was paid."""
        player = ctx.state.players[decision.player]
        if player.cash < decision.amount:
            return False
        ctx.state.pending.pop()
        if decision.amount:
            cause = decision.cause or loans.INTEREST
            pay(ctx, player, None, decision.amount, cause)
            paid = events.PresidentPaid(player.name, decision.corp, decision.amount, cause)
            ctx.note(paid, self._rule(decision))
        return True

    def _borrow(self, ctx: Context, action: TakeLoan) -> None:
        """Take the loan, and pay as much of the interest as possible from the treasury."""
        assert self.borrow is not None
        self.borrow.apply(ctx, operating_turn(ctx), action)
        decision = ctx.waiting(Debt)
        corp = ctx.state.corporations[decision.corp]
        each = loans.terms(ctx).interest
        paid = min(decision.amount, corp.cash // each * each)
        pay(ctx, corp, None, paid, loans.INTEREST)
        decision.amount -= paid
        ctx.note(events.InterestPaid(corp.id, paid, borrowed=True), "interest.treasury-first")

    def _rescue(self, ctx: Context) -> Message | None:
        """Return a sentence on the loan that saves the president from bankruptcy, or None."""
        credit = self.borrow.credit(ctx, operating_turn(ctx)) if self.borrow else 0
        enough = credit and credit >= self._payment(ctx).lacking(ctx)
        return gettext_lazy("a loan of ${credit} pays the interest", credit=credit) if enough else None

    def payment_due(self, ctx: Context) -> PaymentView:
        """Return the president's payment."""
        payment = self._payment(ctx)
        cause = ctx.waiting(Debt).cause or loans.INTEREST
        return PaymentView(payment, payment.due, gettext(loans.CAUSES[cause]))

    def _payment(self, ctx: Context) -> EmergencyPayment:
        """Return the payment of the president.

        On credit, the presidency is protected only until the first sale after the debt grew.
        """
        decision = ctx.waiting(Debt)
        sold = dict.fromkeys(decision.sold, 0)
        payment = EmergencyPayment(
            decision.player, decision.amount, decision.corp, self._rule(decision), sold
        )
        return payment._replace(protect="") if self.on_credit and sold else payment

    def rule_now(self, ctx: Context) -> str:
        """Return the rule of the debt: for interest or for loans."""
        return self._rule(ctx.waiting(Debt))

    def _rule(self, decision: Debt) -> str:
        return "redeem.president-adds" if decision.cause else self.rule
