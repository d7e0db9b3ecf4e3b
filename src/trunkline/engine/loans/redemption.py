"""Redemption of loans: by choice, and by duty for loans above the limit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from trunkline.engine.kernel import chart, events
from trunkline.engine.kernel.action import Action, DeclareBankruptcy, RedeemLoans, SellShares
from trunkline.engine.kernel.choice import Amounts, Choice
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.ledger import pay
from trunkline.engine.kernel.refusal_texts import costs_it
from trunkline.engine.kernel.shares import number_held
from trunkline.engine.kernel.state import Corporation, OperatingTurn
from trunkline.engine.kernel.step import StepStatus
from trunkline.engine.loans.borrowing import excess, full
from trunkline.engine.loans.debts import Debts, debt_of
from trunkline.engine.loans.state import loan_turn
from trunkline.engine.mechanisms import loans
from trunkline.engine.steps.emergency_money import EmergencyMoney, EmergencyPayment, PaymentView
from trunkline.util.messages import gettext, gettext_lazy, gettext_noop, ngettext_lazy


@dataclass(frozen=True)
class Redeem:
    """The step that redeems loans at the end of a turn.

    Loans above the limit must be redeemed. With ``by_itself`` this happens automatically
    after the action that ends train purchases; other loans are paid from the treasury only. With ``singly``
    compulsory loans may be redeemed one by one. With ``moves_price`` each loan moves the price right.
    """

    emergency: EmergencyMoney
    debts: Debts
    by_itself: bool = False
    singly: bool = False
    moves_price: bool = False
    name: str = gettext_noop("redeem loans")
    kinds: tuple[type[Action], ...] = (RedeemLoans, SellShares, DeclareBankruptcy)
    optional: bool = True
    label = gettext_noop("Loans")

    def candidates(self, ctx: Context, turn: OperatingTurn) -> Iterable[Choice]:
        """Yield any number of loans, and share sales if the president must help."""
        corp = ctx.state.corporations[turn.corp]
        if corp.loans:
            low = 1 if self._from_treasury() else max(1, excess(ctx, corp))
            most = max(low, min(corp.loans, corp.cash // loans.terms(ctx).value))
            if self._one_at_a_time(ctx, turn):
                most = 1
            redeem = RedeemLoans(corp.president, corp.id, low)
            yield Amounts(redeem, "count", low, most) if most > low else redeem
        if loan_turn(ctx.state).redeeming and self._due(ctx, corp):
            yield from self.emergency.candidates(ctx, self._payment(ctx, corp, turn))

    def check(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Refuse loans that do not exist or cannot be paid, and sales without a compulsory redemption."""
        corp = ctx.state.corporations[turn.corp]
        match action:
            case RedeemLoans():
                self._check_redemption(ctx, corp, turn, action)
            case SellShares():
                self.emergency.check_sale(ctx, self._payment(ctx, corp, turn), action)
            case DeclareBankruptcy():
                self.emergency.check_due(ctx, action, self._due(ctx, corp) > 0)
                self.emergency.check_bankruptcy(ctx, self._payment(ctx, corp, turn))

    def apply(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Redeem loans, or raise money for them."""
        corp = ctx.state.corporations[turn.corp]
        match action:
            case RedeemLoans():
                self._redeem(ctx, corp, action.count)
                loan_turn(ctx.state).redeemed += action.count
            case SellShares():
                turn.sold = dict(self.emergency.sell(ctx, self._payment(ctx, corp, turn), action))
            case DeclareBankruptcy():
                self.emergency.give_up(ctx, self._payment(ctx, corp, turn))

    def check_leave(self, ctx: Context, turn: OperatingTurn) -> None:
        """Refuse to end the turn with excess loans, unless they are redeemed automatically."""
        corp = ctx.state.corporations[turn.corp]
        if excess(ctx, corp) and not self.by_itself:
            what = gettext_lazy("Ending {corp}'s turn", corp=corp.id)
            ctx.refuse("redeem.excess-compulsory", what, full(ctx, corp))

    def idle(self, ctx: Context, turn: OperatingTurn) -> bool:
        """Return whether no loan can be redeemed and none is compulsory."""
        corp = ctx.state.corporations[turn.corp]
        return not excess(ctx, corp) and (not corp.loans or corp.cash < loans.terms(ctx).value)

    def enter(self, ctx: Context, turn: OperatingTurn) -> None:
        """Mark the turn, so no loan can be taken any more."""
        loan_turn(ctx.state).redeeming = True
        turn.sold = {}

    def standing(
        self, ctx: Context, turn: OperatingTurn, choices: Sequence[Choice], made: Sequence[Action]
    ) -> StepStatus:
        """Return the number of the corporation's loans."""
        return StepStatus(bool(made), number_held(ctx.state.corporations[turn.corp].loans))

    def acted(self, ctx: Context, corp: Corporation) -> None:
        """Redeem the compulsory loans once no train can be bought any more."""
        turn = ctx.state.operating.turn if ctx.state.operating else None
        if self.by_itself and turn is not None and loan_turn(ctx.state).redeeming and not ctx.state.over:
            self.clear_excess(ctx, corp, turn)

    def clear_excess(self, ctx: Context, corp: Corporation, turn: OperatingTurn) -> None:
        """Repay loans above the shares in players' hands. The president owes what the treasury lacks."""
        count = excess(ctx, corp)
        if not count:
            return
        loan_turn(ctx.state).redeemed += count
        missing = loans.repay_from_treasury(ctx, corp, count)
        price = count * loans.terms(ctx).value
        ctx.note(events.LoansRedeemed(corp.id, count, price, forced=True), "redeem.excess-compulsory")
        self._president_adds(ctx, corp, missing)

    def _president_adds(self, ctx: Context, corp: Corporation, missing: int) -> None:
        """Charge the president the dollars that the treasury lacks for loans. The president may have to raise
        them."""
        president = ctx.state.players[corp.president]
        if missing > president.cash or (missing and debt_of(ctx, corp)):
            self.debts.owe(ctx, corp, missing, loans.LOANS)
        elif missing:
            pay(ctx, president, None, missing, loans.LOANS)
            ctx.note(events.PresidentPaid(corp.president, corp.id, missing), "redeem.president-adds")

    def _from_treasury(self) -> bool:
        """Return whether compulsory loans are never redeemed by hand."""
        return self.by_itself and not self.debts.overdrawn

    def _one_at_a_time(self, ctx: Context, turn: OperatingTurn) -> bool:
        """Return whether interest is due after the first loan that is repaid."""
        return self._from_treasury() and not turn.interest

    def payment_due(self, ctx: Context, corp: Corporation, turn: OperatingTurn) -> PaymentView | None:
        """Return the payment for compulsory loans, or None if no loan is compulsory."""
        payment = self._payment(ctx, corp, turn)
        return PaymentView(payment, payment.due + corp.cash, gettext("the loans")) if payment.due else None

    def _payment(self, ctx: Context, corp: Corporation, turn: OperatingTurn) -> EmergencyPayment:
        return EmergencyPayment(
            corp.president, self._due(ctx, corp), corp.id, "redeem.president-adds", turn.sold
        )

    def _due(self, ctx: Context, corp: Corporation) -> int:
        return 0 if self._from_treasury() else max(0, excess(ctx, corp) * loans.terms(ctx).value - corp.cash)

    def _check_redemption(
        self, ctx: Context, corp: Corporation, turn: OperatingTurn, action: RedeemLoans
    ) -> None:
        what = ngettext_lazy(
            "Redeeming {count} loan of {corp}",
            "Redeeming {count} loans of {corp}",
            action.count,
            corp=corp.id,
        )
        loans.check_number(ctx, corp, action.count, "redeem.any-number", what)
        if action.count > 1 and self._one_at_a_time(ctx, turn):
            ctx.refuse("redeem.any-number", what, gettext_lazy("interest is due after the first of them"))
        must = 0 if self._from_treasury() else excess(ctx, corp)
        if action.count < must and not self.singly:
            ctx.refuse("redeem.excess-compulsory", what, gettext_lazy("{must} must be redeemed", must=must))
        price = action.count * loans.terms(ctx).value
        if corp.cash >= price:
            return
        if action.count > must:
            ctx.refuse("redeem.any-number", what, costs_it(price, corp.cash))
        cash = ctx.state.players[action.player].cash
        if corp.cash + cash < price and not self.debts.overdrawn:
            ctx.refuse(
                "redeem.president-adds",
                what,
                gettext_lazy(
                    "it has ${cash} and {player} has ${own} of ${price}",
                    cash=corp.cash,
                    player=action.player,
                    own=cash,
                    price=price,
                ),
            )

    def _redeem(self, ctx: Context, corp: Corporation, count: int) -> None:
        self._president_adds(ctx, corp, loans.repay_from_treasury(ctx, corp, count))
        price = count * loans.terms(ctx).value
        ctx.note(events.LoansRedeemed(corp.id, count, price), "redeem.any-number")
        for _ in range(count if self.moves_price else 0):
            chart.right(ctx, corp)
