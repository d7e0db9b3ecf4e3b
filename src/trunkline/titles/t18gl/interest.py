"""The interest on loans and bonds, due before the dividend.

The treasury pays all of it, or else the earnings do. If they fall short, money comes from the treasury, then
from bonds and loans, and finally from the president.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from trunkline.engine.kernel import bond_events, events
from trunkline.engine.kernel.action import Action, DeclareBankruptcy, SellBonds, SellShares
from trunkline.engine.kernel.choice import Choice
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.ledger import pay
from trunkline.engine.kernel.refusal_texts import ACTING_NOW
from trunkline.engine.kernel.state import BANK, TREASURY, Corporation, OperatingTurn
from trunkline.engine.mechanisms import bonds, funding, loans
from trunkline.engine.steps.emergency_money import EmergencyMoney, EmergencyPayment, PaymentView
from trunkline.engine.steps.turn_step_bases import AutomaticStep
from trunkline.titles.t18gl.decisions import Shortfall
from trunkline.titles.t18gl.loans import MEANS
from trunkline.titles.t18gl.state import state_18gl
from trunkline.util.messages import gettext, gettext_lazy, gettext_noop

LOANS = loans.INTEREST
BONDS = "bond interest"
"""The name of bond interest in the ledger."""
BONDS_OWED = gettext_noop("{player} owes bond interest")


@dataclass(frozen=True)
class Interest(AutomaticStep):
    """The step that pays interest on loans or on bonds."""

    cause: str
    name: str
    rule: str
    optional: bool = False

    def idle(self, ctx: Context, turn: OperatingTurn) -> bool:
        """Return True: the step needs no action."""
        return True

    def enter(self, ctx: Context, turn: OperatingTurn) -> None:
        """Pay the interest, or ask the president to raise the missing money."""
        corp = ctx.state.corporations[turn.corp]
        dues = loan_interest(ctx, corp) if self.cause == LOANS else bond_interest(ctx, corp)
        due = sum(dues.values())
        if not due:
            return
        loans.withhold(ctx, corp, turn, due, self.rule)
        funding.raise_money(MEANS, ctx, corp, due)
        if corp.cash >= due:
            settle(ctx, corp, self.cause, dues)
        else:
            state_18gl(ctx.state).pending.append(Shortfall(corp.president, corp.id, self.cause, dues))


def steps() -> tuple[Interest, Interest]:
    """Return the steps for loan interest and then for bond interest."""
    return (
        Interest(LOANS, gettext_noop("pay interest"), "interest.from-earnings"),
        Interest(BONDS, gettext_noop("pay interest on its bonds"), "bond-interest.shortfall"),
    )


def loan_interest(ctx: Context, corp: Corporation) -> dict[str, int]:
    """Return the dollars due to the bank for the corporation's loans."""
    return {BANK: corp.loans * loans.terms(ctx).interest}


def bond_interest(ctx: Context, corp: Corporation) -> dict[str, int]:
    """Return the dollars due for bonds outside the treasury, by place. The bank receives those of the
    pool."""
    issuer, facts = bonds.terms(ctx)
    if corp.id != issuer:
        return {}
    outside = sorted(place for place in ctx.state.bonds if place != TREASURY)
    return {place: bonds.held(ctx, place) * facts.interest for place in outside}


def settle(ctx: Context, corp: Corporation, cause: str, dues: Mapping[str, int]) -> None:
    """Pay the dues from the treasury. The bank receives dues to players who have left."""
    for payee, due in dues.items():
        pay(ctx, corp, ctx.state.players[payee] if payee in ctx.state.seats else None, due, cause)
    amount = sum(dues.values())
    if cause == LOANS:
        ctx.note(events.InterestPaid(corp.id, amount), "interest.amount")
    else:
        ctx.note(bond_events.BondInterestPaid(corp.id, amount), "bond-interest.amount")


@dataclass(frozen=True)
class RaiseInterest:
    """The president's duty to raise the corporation's missing interest by sales."""

    emergency: EmergencyMoney
    name: str = gettext_noop("raise money for interest")
    rule: str = "interest.emergency"
    kinds: tuple[type[Action], ...] = (SellShares, SellBonds, DeclareBankruptcy)

    def deciders(self, ctx: Context) -> tuple[str, ...]:
        """Return the president."""
        return (ctx.waiting(Shortfall).player,)

    def candidates(self, ctx: Context, player: str) -> Iterable[Choice]:
        """Return the sales of the president's holdings, and bankruptcy."""
        return self.emergency.candidates(ctx, self._payment(ctx))

    def check(self, ctx: Context, action: Action) -> None:
        """Refuse sales that are not needed, and bankruptcy while a sale is possible."""
        decision = ctx.waiting(Shortfall)
        if action.player != decision.player:
            owed = loans.OWED.get(decision.cause, BONDS_OWED)
            ctx.refuse("president.decides", ACTING_NOW, gettext_lazy(owed, player=decision.player))
        match action:
            case SellShares():
                self.emergency.check_sale(ctx, self._payment(ctx), action)
            case SellBonds():
                self.emergency.check_bonds(ctx, self._payment(ctx), action)
            case _:
                self.emergency.check_bankruptcy(ctx, self._payment(ctx))

    def apply(self, ctx: Context, action: Action) -> None:
        """Sell, or declare bankruptcy. A new president owes the remaining amount."""
        decision = ctx.waiting(Shortfall)
        match action:
            case SellShares():
                decision.sold = dict(self.emergency.sell(ctx, self._payment(ctx), action))
            case SellBonds():
                bonds.sell(ctx, action.player, action.count)
            case _:
                self.emergency.give_up(ctx, self._payment(ctx))
        president = ctx.state.corporations[decision.corp].president
        if president != decision.player:
            decision.player, decision.sold = president, {}

    def rule_now(self, ctx: Context) -> str:
        """Return the rule of the interest that is due."""
        return self.rule if ctx.waiting(Shortfall).cause == LOANS else "bond-interest.shortfall"

    def advance(self, ctx: Context) -> bool:
        """Pay as soon as the money is there. A closed corporation owes nothing."""
        decision = ctx.waiting(Shortfall)
        corp = ctx.state.corporations[decision.corp]
        if corp.closed:
            ctx.state.pending.pop()
            return True
        president = ctx.state.players[decision.player]
        missing = max(0, sum(decision.dues.values()) - corp.cash)
        if president.cash < missing:
            return False
        ctx.state.pending.pop()
        if missing:
            pay(ctx, president, corp, missing, decision.cause)
            paid = events.PresidentPaid(president.name, corp.id, missing, decision.cause)
            ctx.note(paid, "emergency.president-cash")
        settle(ctx, corp, decision.cause, decision.dues)
        return True

    def payment_due(self, ctx: Context) -> PaymentView:
        """Return the corporation's payment."""
        decision = ctx.waiting(Shortfall)
        cause = gettext("interest") if decision.cause == LOANS else gettext("bond interest")
        return PaymentView(self._payment(ctx), sum(decision.dues.values()), cause)

    def _payment(self, ctx: Context) -> EmergencyPayment:
        decision = ctx.waiting(Shortfall)
        corp = ctx.state.corporations[decision.corp]
        due = max(0, sum(decision.dues.values()) - corp.cash)
        return EmergencyPayment(decision.player, due, corp.id, "emergency.president-sales", decision.sold)
