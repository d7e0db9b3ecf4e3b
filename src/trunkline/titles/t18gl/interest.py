"""The interest on loans and bonds, due before the dividend.

The treasury pays all of it, or else the earnings do. If they fall short, money comes from the treasury, then
from bonds and loans, and finally from the president.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from trunkline.kernel import bond_events, events
from trunkline.kernel.action import Action, DeclareBankruptcy, SellBonds, SellShares
from trunkline.kernel.choice import Choice
from trunkline.kernel.ledger import pay
from trunkline.kernel.state import BANK, TREASURY, Corporation, OperatingTurn
from trunkline.kernel.table import Table
from trunkline.mechanisms import bonds, loans, own_means
from trunkline.steps.beside_steps import NoActions
from trunkline.steps.emergency_money import EmergencyMoney, Payment, PaymentDue
from trunkline.titles.t18gl.decisions import Shortfall
from trunkline.titles.t18gl.loans import MEANS
from trunkline.titles.t18gl.state import own

LOANS = loans.INTEREST
BONDS = "bond interest"
"""The name of bond interest in the ledger."""


@dataclass(frozen=True)
class Interest(NoActions):
    """The step that pays interest on loans or on bonds."""

    cause: str
    name: str
    rule: str
    optional: bool = False

    def idle(self, t: Table, turn: OperatingTurn) -> bool:
        """Return True: the step needs no action."""
        return True

    def enter(self, t: Table, turn: OperatingTurn) -> None:
        """Pay the interest, or ask the president to raise the missing money."""
        corp = t.state.corporations[turn.corp]
        dues = loan_interest(t, corp) if self.cause == LOANS else bond_interest(t, corp)
        due = sum(dues.values())
        if not due:
            return
        loans.withhold(t, corp, turn, due, self.rule)
        own_means.cover(MEANS, t, corp, due)
        if corp.cash >= due:
            settle(t, corp, self.cause, dues)
        else:
            own(t.state).pending.append(Shortfall(corp.president, corp.id, self.cause, dues))


def steps() -> tuple[Interest, Interest]:
    """Return the steps for loan interest and then for bond interest."""
    return (
        Interest(LOANS, "pay interest", "interest.from-earnings"),
        Interest(BONDS, "pay interest on its bonds", "bond-interest.shortfall"),
    )


def loan_interest(t: Table, corp: Corporation) -> dict[str, int]:
    """Return the dollars due to the bank for the corporation's loans."""
    return {BANK: corp.loans * loans.terms(t).interest}


def bond_interest(t: Table, corp: Corporation) -> dict[str, int]:
    """Return the dollars due for bonds outside the treasury, by place. The bank receives those of the
    pool."""
    issuer, facts = bonds.terms(t)
    if corp.id != issuer:
        return {}
    outside = sorted(place for place in t.state.bonds if place != TREASURY)
    return {place: bonds.held(t, place) * facts.interest for place in outside}


def settle(t: Table, corp: Corporation, cause: str, dues: Mapping[str, int]) -> None:
    """Pay the dues from the treasury. The bank receives dues to players who have left."""
    for payee, due in dues.items():
        pay(t, corp, t.state.players[payee] if payee in t.state.seats else None, due, cause)
    amount = sum(dues.values())
    if cause == LOANS:
        t.note(events.InterestPaid(corp.id, amount), "interest.amount")
    else:
        t.note(bond_events.BondInterestPaid(corp.id, amount), "bond-interest.amount")


@dataclass(frozen=True)
class RaiseInterest:
    """The president's duty to raise the corporation's missing interest by sales."""

    emergency: EmergencyMoney
    name: str = "raise money for interest"
    rule: str = "interest.emergency"
    kinds: tuple[type[Action], ...] = (SellShares, SellBonds, DeclareBankruptcy)

    def deciders(self, t: Table) -> tuple[str, ...]:
        """Return the president."""
        return (t.waiting(Shortfall).player,)

    def candidates(self, t: Table, player: str) -> Iterable[Choice]:
        """Return the sales of the president's holdings, and bankruptcy."""
        return self.emergency.candidates(t, self._payment(t))

    def check(self, t: Table, action: Action) -> None:
        """Refuse sales that are not needed, and bankruptcy while a sale is possible."""
        decision = t.waiting(Shortfall)
        if action.player != decision.player:
            t.refuse("president.decides", "Acting now", f"{decision.player} owes {decision.cause}")
        match action:
            case SellShares():
                self.emergency.check_sale(t, self._payment(t), action)
            case SellBonds():
                self.emergency.check_bonds(t, self._payment(t), action)
            case _:
                self.emergency.check_bankruptcy(t, self._payment(t))

    def apply(self, t: Table, action: Action) -> None:
        """Sell, or declare bankruptcy. A new president owes the remaining amount."""
        decision = t.waiting(Shortfall)
        match action:
            case SellShares():
                decision.sold = dict(self.emergency.sell(t, self._payment(t), action))
            case SellBonds():
                bonds.sell(t, action.player, action.count)
            case _:
                self.emergency.give_up(t, self._payment(t))
        president = t.state.corporations[decision.corp].president
        if president != decision.player:
            decision.player, decision.sold = president, {}

    def rule_now(self, t: Table) -> str:
        """Return the rule of the interest that is due."""
        return self.rule if t.waiting(Shortfall).cause == LOANS else "bond-interest.shortfall"

    def advance(self, t: Table) -> bool:
        """Pay as soon as the money is there. A closed corporation owes nothing."""
        decision = t.waiting(Shortfall)
        corp = t.state.corporations[decision.corp]
        if corp.closed:
            t.state.pending.pop()
            return True
        president = t.state.players[decision.player]
        missing = max(0, sum(decision.dues.values()) - corp.cash)
        if president.cash < missing:
            return False
        t.state.pending.pop()
        if missing:
            pay(t, president, corp, missing, decision.cause)
            paid = events.PresidentPaid(president.name, corp.id, missing, decision.cause)
            t.note(paid, "emergency.president-cash")
        settle(t, corp, decision.cause, decision.dues)
        return True

    def payment_due(self, t: Table) -> PaymentDue:
        """Return the corporation's payment."""
        decision = t.waiting(Shortfall)
        return PaymentDue(self._payment(t), sum(decision.dues.values()), decision.cause)

    def _payment(self, t: Table) -> Payment:
        decision = t.waiting(Shortfall)
        corp = t.state.corporations[decision.corp]
        due = max(0, sum(decision.dues.values()) - corp.cash)
        return Payment(decision.player, due, corp.id, "emergency.president-sales", decision.sold)
