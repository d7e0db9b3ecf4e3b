"""Raising the money for interest or loans that neither the treasury nor the president can pay."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from trunkline.kernel import events
from trunkline.kernel.action import Action, DeclareBankruptcy, SellShares, TakeLoan
from trunkline.kernel.choice import Choice
from trunkline.kernel.ledger import pay
from trunkline.kernel.state import Corporation
from trunkline.kernel.table import Table
from trunkline.mechanisms import loans
from trunkline.steps.emergency_money import EmergencyMoney, Payment, PaymentDue
from trunkline.titles.t1856.debts import debt_of
from trunkline.titles.t1856.decisions import Debt
from trunkline.titles.t1856.government_loans import Borrow, operating_turn
from trunkline.titles.t1856.redeeming import Redeem
from trunkline.titles.t1856.state import own


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
    name: str = "raise money for interest or loans"
    rule: str = "interest.then-president"

    @property
    def kinds(self) -> tuple[type[Action], ...]:
        """Sales and bankruptcy, and the loan if it may be taken."""
        return (SellShares, DeclareBankruptcy, *((TakeLoan,) if self.borrow else ()))

    def deciders(self, t: Table) -> tuple[str, ...]:
        """Return the president."""
        return (t.waiting(Debt).player,)

    def candidates(self, t: Table, player: str) -> Iterable[Choice]:
        """Yield the loan and the president's sales."""
        if self.borrow:
            yield from self.borrow.candidates(t, operating_turn(t))
        yield from self.emergency.candidates(t, self._payment(t))

    def check(self, t: Table, action: Action) -> None:
        """Refuse sales that are not needed, loans of other corporations, and bankruptcy while there is
        another way."""
        decision = t.waiting(Debt)
        if action.player != decision.player:
            why = f"{decision.player} owes {decision.cause or loans.INTEREST}"
            t.refuse("overview.president-decides", "Acting now", why)
        if isinstance(action, SellShares):
            self.emergency.check_sale(t, self._payment(t), action)
        elif isinstance(action, TakeLoan):
            assert self.borrow is not None
            if action.corp != decision.corp:
                owing = f"the {loans.INTEREST} of {decision.corp} is due"
                t.refuse("sequence.company-steps", f"A loan for {action.corp}", owing)
            self.borrow.check(t, operating_turn(t), action)
        else:
            self.emergency.check_bankruptcy(t, self._payment(t), self._rescue(t))

    def apply(self, t: Table, action: Action) -> None:
        """Sell, borrow, or declare bankruptcy."""
        decision = t.waiting(Debt)
        if isinstance(action, SellShares):
            self.emergency.sell(t, self._payment(t), action)
            decision.sold = (*decision.sold, action.corp)
            turn = t.state.operating.turn if t.state.operating else None
            if self.on_credit and turn is not None and own(t.state).turn.redeeming:
                self.redeem.clear_excess(t, t.state.corporations[decision.corp], turn)
        elif isinstance(action, TakeLoan):
            self._borrow(t, action)
        else:
            self.emergency.give_up(t, self._payment(t))

    def advance(self, t: Table) -> bool:
        """Pay as soon as the cash is there.

        If the sales have closed the corporation, it owes nothing, unless this is a debt on credit.
        """
        decision = t.waiting(Debt)
        if t.state.corporations[decision.corp].closed and not self.on_credit:
            t.state.pending.pop()
            return True
        return self._settled(t, decision)

    def closing(self, t: Table, corp: Corporation) -> None:
        """Pay the interest of a corporation that a sale closes, if the sale has brought all of it.

        The money arrives before the price falls.
        """
        decision = debt_of(t, corp)
        if decision is not None:
            self._settled(t, decision)

    def _settled(self, t: Table, decision: Debt) -> bool:
        """Pay the amount due if the president has it. Return whether it was paid."""
        player = t.state.players[decision.player]
        if player.cash < decision.amount:
            return False
        t.state.pending.pop()
        if decision.amount:
            cause = decision.cause or loans.INTEREST
            pay(t, player, None, decision.amount, cause)
            paid = events.PresidentPaid(player.name, decision.corp, decision.amount, cause)
            t.note(paid, self._rule(decision))
        return True

    def _borrow(self, t: Table, action: TakeLoan) -> None:
        """Take the loan, and pay as much of the interest as possible from the treasury."""
        assert self.borrow is not None
        self.borrow.apply(t, operating_turn(t), action)
        decision = t.waiting(Debt)
        corp = t.state.corporations[decision.corp]
        each = loans.terms(t).interest
        paid = min(decision.amount, corp.cash // each * each)
        pay(t, corp, None, paid, loans.INTEREST)
        decision.amount -= paid
        t.note(events.InterestPaid(corp.id, paid, borrowed=True), "interest.treasury-first")

    def _rescue(self, t: Table) -> str:
        """Return a sentence on the loan that saves the president from bankruptcy, or an empty string."""
        credit = self.borrow.credit(t, operating_turn(t)) if self.borrow else 0
        enough = credit and credit >= self._payment(t).lacking(t)
        return f"a loan of ${credit:,} pays the {loans.INTEREST}" if enough else ""

    def payment_due(self, t: Table) -> PaymentDue:
        """Return the president's payment."""
        payment = self._payment(t)
        return PaymentDue(payment, payment.due, t.waiting(Debt).cause or loans.INTEREST)

    def _payment(self, t: Table) -> Payment:
        """Return the payment of the president.

        On credit, the presidency is protected only until the first sale after the debt grew.
        """
        decision = t.waiting(Debt)
        sold = dict.fromkeys(decision.sold, 0)
        payment = Payment(decision.player, decision.amount, decision.corp, self._rule(decision), sold)
        return payment._replace(protect="") if self.on_credit and sold else payment

    def rule_now(self, t: Table) -> str:
        """Return the rule of the debt: for interest or for loans."""
        return self._rule(t.waiting(Debt))

    def _rule(self, decision: Debt) -> str:
        return "redeem.president-adds" if decision.cause else self.rule
