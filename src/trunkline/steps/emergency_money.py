"""Emergency money: sales of shares and bonds by a president for a payment that cash does not cover."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from trunkline.kernel import chart, events, shares
from trunkline.kernel.action import DeclareBankruptcy, SellBonds, SellShares
from trunkline.kernel.choice import Amounts, Choice
from trunkline.kernel.ledger import pay
from trunkline.kernel.state import Corporation
from trunkline.kernel.table import Table
from trunkline.mechanisms import bonds, purchases


class Payment(NamedTuple):
    """A payment that a player must make, and the limits on sales for it."""

    player: str
    due: int
    """Total dollars that the president must have."""
    protect: str
    """The corporation whose presidency may not change."""
    rule: str
    """The rule of the payment."""
    sold: Mapping[str, int] = {}
    """Corporations whose shares were sold for it so far, each with the price (dollars) before its first
    sale."""
    protected_by: str = "emergency.keeps-presidency"
    """The rule that protects the presidency."""

    def lacking(self, t: Table) -> int:
        """Return the dollars that the player is short."""
        return self.due - t.state.players[self.player].cash

    def covered(self) -> str:
        """Return the reason why no money needs to be raised."""
        if self.due <= 0:
            return f"nothing is due from {self.player}"
        return f"{self.player} has the ${self.due:,} that are due"


class PaymentDue(NamedTuple):
    """A payment that a president must make, as reported by a step (``payment_due``)."""

    payment: Payment
    whole: int
    """Total dollars due, including the corporation's part."""
    what: str
    """The purpose, such as ``interest``."""


@dataclass(frozen=True)
class EmergencyMoney:
    """The rules by which a player raises money.

    ``any_lots`` allows several sales of a corporation's shares, each at the current price, or with
    ``first_price`` at the price before the first sale. Otherwise each corporation is sold once per payment.
    With ``bars_buying`` a president who sells in an operating round may not buy back until the next set is
    over.

    ``cash_goes`` moves a bankrupt player's cash to the bank. The game ends then, unless ``leaves`` is given:
    it removes the player from a game that continues. ``unproved`` accepts a bankruptcy without proof and then
    sells the remaining shares. Such a bankruptcy is not offered while money could be raised.
    """

    any_lots: bool = True
    bars_buying: bool = True
    first_price: bool = False
    cash_goes: bool = True
    unproved: bool = False
    leaves: Callable[[Table, Payment], None] | None = None

    def candidates(self, t: Table, payment: Payment) -> Iterable[Choice]:
        """Return sales of every holding and of bonds, and bankruptcy, if money is short or the table is
        wide."""
        player = payment.player
        if payment.lacking(t) <= 0 and not t.wide:
            return
        for corp in t.state.corporations.values():
            if player not in corp.shares:
                continue
            most = self._most(t, payment, corp)
            sale = SellShares(player, corp.id, 1)
            yield Amounts(sale, "count", 1, most) if most > 1 else sale
        if bonds.held(t, player):
            most = self._most_bonds(t, payment)
            bond = SellBonds(player, 1)
            yield Amounts(bond, "count", 1, most) if most > 1 else bond
        if self.unproved and (payment.lacking(t) <= 0 or self._sellable(t, payment) is not None):
            return
        yield DeclareBankruptcy(player)

    def check_due(self, t: Table, action: SellShares | SellBonds | DeclareBankruptcy, due: bool) -> None:
        """Refuse sales and bankruptcy if no payment is ``due``, except a bankruptcy without proof."""
        if due:
            return
        if not isinstance(action, DeclareBankruptcy):
            sold = "bonds" if isinstance(action, SellBonds) else f"shares of {action.corp}"
            t.refuse("emergency.none-due", f"Selling {sold}", "no payment is due")
        if not self.unproved:
            t.refuse("bankruptcy.not-voluntary", "Declaring bankruptcy", "no payment is due")

    def check_sale(self, t: Table, payment: Payment, action: SellShares) -> None:
        """Refuse a sale that is illegal, exceeds the need, or costs the protected presidency."""
        what = f"Selling shares of {action.corp}"
        corp = t.corp(action.corp, what)
        lacking = payment.lacking(t)
        self.check_due(t, action, payment.due > 0 or lacking > 0)
        if lacking <= 0:
            t.refuse(payment.rule, what, payment.covered())
        if corp.id in payment.sold and not self.any_lots:
            t.refuse(payment.rule, what, "its shares were sold for this payment already")
        shares.check_sale(
            t,
            action.player,
            corp,
            action.count,
            protect=payment.protect,
            protected_by=payment.protected_by,
        )
        if (action.count - 1) * self._price(t, payment, corp) >= lacking:
            t.refuse(payment.rule, what, f"fewer shares bring the ${lacking:,} that are lacking")

    def check_bonds(self, t: Table, payment: Payment, action: SellBonds) -> None:
        """Refuse to sell more bonds than the player has, or more than the payment needs."""
        what = "Selling bonds"
        lacking = payment.lacking(t)
        self.check_due(t, action, payment.due > 0 or lacking > 0)
        if lacking <= 0:
            t.refuse(payment.rule, what, payment.covered())
        bonds.check_sale(t, action.player, action.count)
        if (action.count - 1) * bonds.terms(t)[1].price >= lacking:
            t.refuse(payment.rule, what, f"fewer bonds bring the ${lacking:,} that are lacking")

    def check_bankruptcy(self, t: Table, payment: Payment, rescue: str = "") -> None:
        """Refuse bankruptcy while a legal sale can help to pay. ``rescue`` names anything else that would
        help."""
        what = "Declaring bankruptcy"
        if self.unproved:
            return
        if payment.lacking(t) <= 0:
            t.refuse("bankruptcy.not-voluntary", what, payment.covered())
        sellable = self._sellable(t, payment)
        if sellable is not None:
            t.refuse("bankruptcy.declared", what, f"{sellable} can be sold")
        if rescue:
            t.refuse("bankruptcy.not-voluntary", what, rescue)

    def exhausted(self, t: Table, payment: Payment) -> bool:
        """Return whether money is short and nothing is left to sell for it."""
        return payment.lacking(t) > 0 and self._sellable(t, payment) is None

    def sell(self, t: Table, payment: Payment, action: SellShares) -> Mapping[str, int]:
        """Sell, and ban buying back if the rules say so. Return all sales for the payment."""
        corp = t.state.corporations[action.corp]
        price = self._price(t, payment, corp)
        shares.sell(t, action.player, corp, action.count, price)
        now = t.state.round.number
        if t.state.stock is not None:
            purchases.ban(t, action.player, action.corp, now)
        elif self.bars_buying:
            purchases.ban(t, action.player, action.corp, now + 1)
        return {action.corp: price, **payment.sold}

    def give_up(self, t: Table, payment: Payment) -> None:
        """Declare the player bankrupt. If no proof was needed, first sell what can still be sold."""
        player = payment.player
        if self.leaves is not None:
            self.leaves(t, payment)
            return
        if self.unproved:
            for corp in chart.order(t):
                while player in corp.shares and (count := self._most(t, payment, corp)):
                    shares.sell(t, player, corp, count)
        bankrupt(t, player, cash_goes=self.cash_goes)

    def _sellable(self, t: Table, payment: Payment) -> str | None:
        """Return a name for something that may be sold for the payment, or None."""
        for corp in t.state.corporations.values():
            if payment.player in corp.shares and self._most(t, payment, corp):
                return f"shares of {corp.id}"
        return "bonds" if self._most_bonds(t, payment) else None

    def _most_bonds(self, t: Table, payment: Payment) -> int:
        lacking, count = payment.lacking(t), bonds.held(t, payment.player)
        return min(count, -(-lacking // bonds.terms(t)[1].price)) if count and lacking > 0 else 0

    def _most(self, t: Table, payment: Payment, corp: Corporation) -> int:
        lacking = payment.lacking(t)
        price = self._price(t, payment, corp)
        if lacking <= 0 or price == 0 or (corp.id in payment.sold and not self.any_lots):
            return 0
        return min(shares.max_sale(t, payment.player, corp, protect=payment.protect), -(-lacking // price))

    def _price(self, t: Table, payment: Payment, corp: Corporation) -> int:
        """Return the price that a share of the corporation brings now."""
        now = chart.price(t, corp)
        return payment.sold.get(corp.id, now) if self.first_price else now


def bankrupt(t: Table, player: str, *, cash_goes: bool = True) -> None:
    """End the game by bankruptcy. The player's cash goes to the bank if ``cash_goes``."""
    purse = t.state.players[player]
    if purse.cash < 0:  # a debt to the bank, which the bank writes off
        pay(t, None, purse, -purse.cash, "bankruptcy")
    elif cash_goes:
        pay(t, purse, None, purse.cash, "bankruptcy")
    t.note(events.WentBankrupt(player), "bankruptcy.declared")
    if t.state.priority == player:
        t.state.priority = t.state.left_of(player)
    t.state.over = True
    t.state.reason = "bankruptcy"
