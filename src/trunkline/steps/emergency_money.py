"""A president sells shares, and bonds, because a payment is due that cash does not cover."""

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
    """What a player has to pay, and what may be sold for it."""

    player: str
    due: int
    """Dollars that the president must have in all."""
    protect: str
    """The corporation whose presidency may not change hands."""
    rule: str
    """The rule of the payment."""
    sold: Mapping[str, int] = {}
    """Corporations sold for it so far, each with the price (dollars) before its first sale."""
    protected_by: str = "emergency.keeps-presidency"
    """The rule that keeps the presidency."""

    def lacking(self, t: Table) -> int:
        """Dollars that the player does not have."""
        return self.due - t.state.players[self.player].cash

    def covered(self) -> str:
        """Say why nothing needs to be raised."""
        if self.due <= 0:
            return f"nothing is due from {self.player}"
        return f"{self.player} has the ${self.due:,} that are due"


class PaymentDue(NamedTuple):
    """A payment that a president has to see to, as a step tells of it (``payment_due``)."""

    payment: Payment
    whole: int
    """Dollars that are due in all, the corporation's part included."""
    what: str
    """What for, such as ``interest``."""


@dataclass(frozen=True)
class EmergencyMoney:
    """How the money is raised.

    ``any_lots`` allows to sell a corporation's shares in several lots, each at the price of the moment, or
    with ``first_price`` at the price before its first sale; else once a payment. With ``bars_buying`` a sale
    in an operating round keeps the president from buying back until the next set is over. ``cash_goes`` says
    that a bankrupt player's cash goes to the bank; the game ends, unless ``leaves`` says what becomes of the
    player in a game that goes on. ``unproved`` takes a bankruptcy without proof, and what could still be
    sold is sold then; it is not offered where money could be raised.
    """

    any_lots: bool = True
    bars_buying: bool = True
    first_price: bool = False
    cash_goes: bool = True
    unproved: bool = False
    leaves: Callable[[Table, Payment], None] | None = None

    def candidates(self, t: Table, payment: Payment) -> Iterable[Choice]:
        """Sales of every holding, bonds too, and bankruptcy, where money is lacking or all is wanted."""
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
        """Nobody sells where no payment is ``due``, or is bankrupt, but for a bankruptcy without proof."""
        if due:
            return
        if not isinstance(action, DeclareBankruptcy):
            sold = "bonds" if isinstance(action, SellBonds) else f"shares of {action.corp}"
            t.refuse("emergency.none-due", f"Selling {sold}", "no payment is due")
        if not self.unproved:
            t.refuse("bankruptcy.not-voluntary", "Declaring bankruptcy", "no payment is due")

    def check_sale(self, t: Table, payment: Payment, action: SellShares) -> None:
        """A legal sale of no more shares than the payment needs, keeping the presidency it protects."""
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
        """No more bonds than there are, and than the payment needs."""
        what = "Selling bonds"
        lacking = payment.lacking(t)
        self.check_due(t, action, payment.due > 0 or lacking > 0)
        if lacking <= 0:
            t.refuse(payment.rule, what, payment.covered())
        bonds.check_sale(t, action.player, action.count)
        if (action.count - 1) * bonds.terms(t)[1].price >= lacking:
            t.refuse(payment.rule, what, f"fewer bonds bring the ${lacking:,} that are lacking")

    def check_bankruptcy(self, t: Table, payment: Payment, rescue: str = "") -> None:
        """Bankruptcy needs a payment that no legal sale helps to meet; ``rescue`` names what else would."""
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
        """Whether money is lacking and nothing is left to sell for it."""
        return payment.lacking(t) > 0 and self._sellable(t, payment) is None

    def sell(self, t: Table, payment: Payment, action: SellShares) -> Mapping[str, int]:
        """Sell, and remember it where that bars buying; what is sold for the payment from now on."""
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
        """The player is bankrupt. Where that needed no proof whatever could still be sold is sold first."""
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
        """What may be sold towards the payment, in words; None where there is nothing."""
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
        """What a share of the corporation brings now."""
        now = chart.price(t, corp)
        return payment.sold.get(corp.id, now) if self.first_price else now


def bankrupt(t: Table, player: str, *, cash_goes: bool = True) -> None:
    """The game ends; the player's cash goes to the bank where the title says so."""
    purse = t.state.players[player]
    if purse.cash < 0:  # owed to the bank, which will not see it
        pay(t, None, purse, -purse.cash, "bankruptcy")
    elif cash_goes:
        pay(t, purse, None, purse.cash, "bankruptcy")
    t.note(events.WentBankrupt(player), "bankruptcy.declared")
    if t.state.priority == player:
        t.state.priority = t.state.left_of(player)
    t.state.over = True
    t.state.reason = "bankruptcy"
