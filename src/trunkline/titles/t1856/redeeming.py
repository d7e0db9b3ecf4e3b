"""Redemption of government loans: by choice, and by duty for loans above the players' shares."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from trunkline.kernel import events, shares
from trunkline.kernel.action import Action, DeclareBankruptcy, RedeemLoans, SellShares
from trunkline.kernel.choice import Amounts, Choice
from trunkline.kernel.ledger import pay
from trunkline.kernel.state import Corporation, OperatingTurn
from trunkline.kernel.table import Standing, Table
from trunkline.mechanisms import loans
from trunkline.steps.emergency_money import EmergencyMoney, Payment, PaymentDue
from trunkline.titles.t1856.debts import Debts, debt_of
from trunkline.titles.t1856.government_loans import excess, player_shares
from trunkline.titles.t1856.state import own


@dataclass(frozen=True)
class Redeem:
    """The step that redeems loans at the end of a turn.

    Loans above the shares in players' hands must be redeemed. With ``by_itself`` this happens automatically
    after the action that ends train purchases; other loans are paid from the treasury only. With ``singly``
    compulsory loans may be redeemed one by one.
    """

    emergency: EmergencyMoney
    debts: Debts
    by_itself: bool = False
    singly: bool = False
    name: str = "redeem loans"
    kinds: tuple[type[Action], ...] = (RedeemLoans, SellShares, DeclareBankruptcy)
    optional: bool = True
    label = "Loans"

    def candidates(self, t: Table, turn: OperatingTurn) -> Iterable[Choice]:
        """Yield any number of loans, and share sales if the president must help."""
        corp = t.state.corporations[turn.corp]
        if corp.loans:
            low = 1 if self._from_treasury() else max(1, excess(corp))
            most = max(low, min(corp.loans, corp.cash // loans.terms(t).value))
            if self._one_at_a_time(t, turn):
                most = 1
            redeem = RedeemLoans(corp.president, corp.id, low)
            yield Amounts(redeem, "count", low, most) if most > low else redeem
        if own(t.state).turn.redeeming and self._due(t, corp):
            yield from self.emergency.candidates(t, self._payment(t, corp, turn))

    def check(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Refuse loans that do not exist or cannot be paid, and sales without a compulsory redemption."""
        corp = t.state.corporations[turn.corp]
        match action:
            case RedeemLoans():
                self._check_redemption(t, corp, turn, action)
            case SellShares():
                self.emergency.check_sale(t, self._payment(t, corp, turn), action)
            case DeclareBankruptcy():
                self.emergency.check_due(t, action, self._due(t, corp) > 0)
                self.emergency.check_bankruptcy(t, self._payment(t, corp, turn))

    def apply(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Redeem loans, or raise money for them."""
        corp = t.state.corporations[turn.corp]
        match action:
            case RedeemLoans():
                self._redeem(t, corp, action.count)
                own(t.state).turn.redeemed += action.count
            case SellShares():
                turn.sold = dict(self.emergency.sell(t, self._payment(t, corp, turn), action))
            case DeclareBankruptcy():
                self.emergency.give_up(t, self._payment(t, corp, turn))

    def check_leave(self, t: Table, turn: OperatingTurn) -> None:
        """Refuse to end the turn with excess loans, unless they are redeemed automatically."""
        corp = t.state.corporations[turn.corp]
        if excess(corp) and not self.by_itself:
            why = f"it has {corp.loans} loans and players hold {shares.plural(player_shares(corp), 'share')}"
            t.refuse("redeem.excess-compulsory", f"Ending {corp.id}'s turn", why)

    def idle(self, t: Table, turn: OperatingTurn) -> bool:
        """Return whether no loan can be redeemed and none is compulsory."""
        corp = t.state.corporations[turn.corp]
        return not excess(corp) and (not corp.loans or corp.cash < loans.terms(t).value)

    def enter(self, t: Table, turn: OperatingTurn) -> None:
        """Mark the turn, so no loan can be taken any more."""
        own(t.state).turn.redeeming = True
        turn.sold = {}

    def standing(
        self, t: Table, turn: OperatingTurn, choices: Sequence[Choice], made: Sequence[Action]
    ) -> Standing:
        """Return the number of the corporation's loans."""
        return Standing(bool(made), shares.plural(t.state.corporations[turn.corp].loans, "loan"))

    def acted(self, t: Table, corp: Corporation) -> None:
        """Redeem the compulsory loans once no train can be bought any more."""
        turn = t.state.operating.turn if t.state.operating else None
        if self.by_itself and turn is not None and own(t.state).turn.redeeming and not t.state.over:
            self.clear_excess(t, corp, turn)

    def clear_excess(self, t: Table, corp: Corporation, turn: OperatingTurn) -> None:
        """Repay loans above the shares in players' hands. The president owes what the treasury lacks."""
        count = excess(corp)
        if not count:
            return
        own(t.state).turn.redeemed += count
        missing = loans.repay_from_treasury(t, corp, count)
        price = count * loans.terms(t).value
        t.note(events.LoansRedeemed(corp.id, count, price, forced=True), "redeem.excess-compulsory")
        self._president_adds(t, corp, missing)

    def _president_adds(self, t: Table, corp: Corporation, missing: int) -> None:
        """Charge the president the dollars that the treasury lacks for loans. The president may have to raise
        them."""
        president = t.state.players[corp.president]
        if missing > president.cash or (missing and debt_of(t, corp)):
            self.debts.owe(t, corp, missing, loans.LOANS)
        elif missing:
            pay(t, president, None, missing, loans.LOANS)
            t.note(events.PresidentPaid(corp.president, corp.id, missing), "redeem.president-adds")

    def _from_treasury(self) -> bool:
        """Return whether compulsory loans are never redeemed by hand."""
        return self.by_itself and not self.debts.overdrawn

    def _one_at_a_time(self, t: Table, turn: OperatingTurn) -> bool:
        """Return whether interest is due after the first loan that is repaid."""
        return self._from_treasury() and not turn.interest

    def payment_due(self, t: Table, corp: Corporation, turn: OperatingTurn) -> PaymentDue | None:
        """Return the payment for compulsory loans, or None if no loan is compulsory."""
        payment = self._payment(t, corp, turn)
        return PaymentDue(payment, payment.due + corp.cash, loans.LOANS) if payment.due else None

    def _payment(self, t: Table, corp: Corporation, turn: OperatingTurn) -> Payment:
        return Payment(corp.president, self._due(t, corp), corp.id, "redeem.president-adds", turn.sold)

    def _due(self, t: Table, corp: Corporation) -> int:
        return 0 if self._from_treasury() else max(0, excess(corp) * loans.terms(t).value - corp.cash)

    def _check_redemption(
        self, t: Table, corp: Corporation, turn: OperatingTurn, action: RedeemLoans
    ) -> None:
        what = f"Redeeming {shares.plural(action.count, 'loan')} of {corp.id}"
        if not 1 <= action.count <= corp.loans:
            t.refuse("redeem.any-number", what, f"it has {shares.plural(corp.loans, 'loan')}")
        if action.count > 1 and self._one_at_a_time(t, turn):
            t.refuse("redeem.any-number", what, "interest is due after the first of them")
        must = 0 if self._from_treasury() else excess(corp)
        if action.count < must and not self.singly:
            t.refuse("redeem.excess-compulsory", what, f"{must} must be redeemed")
        price = action.count * loans.terms(t).value
        if corp.cash >= price:
            return
        if action.count > must:
            t.refuse("redeem.any-number", what, f"that costs ${price:,} and it has ${corp.cash:,}")
        cash = t.state.players[action.player].cash
        if corp.cash + cash < price and not self.debts.overdrawn:
            t.refuse(
                "redeem.president-adds",
                what,
                f"it has ${corp.cash:,} and {action.player} has ${cash:,} of ${price:,}",
            )

    def _redeem(self, t: Table, corp: Corporation, count: int) -> None:
        self._president_adds(t, corp, loans.repay_from_treasury(t, corp, count))
        price = count * loans.terms(t).value
        t.note(events.LoansRedeemed(corp.id, count, price), "redeem.any-number")
