"""Emergency money: sales of shares and bonds by a president for a payment that cash does not cover."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from trunkline.engine.kernel import chart, events, shares
from trunkline.engine.kernel.action import DeclareBankruptcy, SellBonds, SellShares
from trunkline.engine.kernel.choice import Amounts, Choice
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.ledger import pay
from trunkline.engine.kernel.refusal_texts import selling_shares
from trunkline.engine.kernel.state import Corporation
from trunkline.engine.mechanisms import bonds, purchase_limits
from trunkline.util.messages import Message, gettext_lazy

SELLING_BONDS = gettext_lazy("Selling bonds")
BANKRUPTCY = gettext_lazy("Declaring bankruptcy")


class EmergencyPayment(NamedTuple):
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

    def lacking(self, ctx: Context) -> int:
        """Return the dollars that the player is short."""
        return self.due - ctx.state.players[self.player].cash

    def covered(self) -> Message:
        """Return the reason why no money needs to be raised."""
        if self.due <= 0:
            return gettext_lazy("nothing is due from {player}", player=self.player)
        return gettext_lazy("{player} has the ${due} that are due", player=self.player, due=self.due)


class PaymentView(NamedTuple):
    """A payment that a president must make, as reported by a step (``payment_due``)."""

    payment: EmergencyPayment
    whole: int
    """Total dollars due, including the corporation's part."""
    what: str
    """The purpose in the language of the reader, such as ``interest``."""


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
    leaves: Callable[[Context, EmergencyPayment], None] | None = None

    def candidates(self, ctx: Context, payment: EmergencyPayment) -> Iterable[Choice]:
        """Return sales of every holding and of bonds, and bankruptcy, if money is short or illegal actions
        are included."""
        player = payment.player
        if payment.lacking(ctx) <= 0 and not ctx.include_illegal:
            return
        for corp in ctx.state.corporations.values():
            if player not in corp.shares:
                continue
            most = self._most(ctx, payment, corp)
            sale = SellShares(player, corp.id, 1)
            yield Amounts(sale, "count", 1, most) if most > 1 else sale
        if bonds.held(ctx, player):
            most = self._most_bonds(ctx, payment)
            bond = SellBonds(player, 1)
            yield Amounts(bond, "count", 1, most) if most > 1 else bond
        if self.unproved and (payment.lacking(ctx) <= 0 or self._sellable(ctx, payment) is not None):
            return
        yield DeclareBankruptcy(player)

    def check_due(self, ctx: Context, action: SellShares | SellBonds | DeclareBankruptcy, due: bool) -> None:
        """Refuse sales and bankruptcy if no payment is ``due``, except a bankruptcy without proof."""
        if due:
            return
        if not isinstance(action, DeclareBankruptcy):
            what = SELLING_BONDS if isinstance(action, SellBonds) else selling_shares(action.corp)
            ctx.refuse("emergency.none-due", what, gettext_lazy("no payment is due"))
        if not self.unproved:
            ctx.refuse("bankruptcy.not-voluntary", BANKRUPTCY, gettext_lazy("no payment is due"))

    def check_sale(self, ctx: Context, payment: EmergencyPayment, action: SellShares) -> None:
        """Refuse a sale that is illegal, exceeds the need, or costs the protected presidency."""
        what = selling_shares(action.corp)
        corp = ctx.corp(action.corp, what)
        lacking = payment.lacking(ctx)
        self.check_due(ctx, action, payment.due > 0 or lacking > 0)
        if lacking <= 0:
            ctx.refuse(payment.rule, what, payment.covered())
        if corp.id in payment.sold and not self.any_lots:
            ctx.refuse(payment.rule, what, gettext_lazy("its shares were sold for this payment already"))
        shares.check_sale(
            ctx,
            action.player,
            corp,
            action.count,
            protect=payment.protect,
            protected_by=payment.protected_by,
        )
        if (action.count - 1) * self._price(ctx, payment, corp) >= lacking:
            why = gettext_lazy("fewer shares bring the ${lacking} that are lacking", lacking=lacking)
            ctx.refuse(payment.rule, what, why)

    def check_bonds(self, ctx: Context, payment: EmergencyPayment, action: SellBonds) -> None:
        """Refuse to sell more bonds than the player has, or more than the payment needs."""
        what = SELLING_BONDS
        lacking = payment.lacking(ctx)
        self.check_due(ctx, action, payment.due > 0 or lacking > 0)
        if lacking <= 0:
            ctx.refuse(payment.rule, what, payment.covered())
        bonds.check_sale(ctx, action.player, action.count)
        if (action.count - 1) * bonds.terms(ctx)[1].price >= lacking:
            why = gettext_lazy("fewer bonds bring the ${lacking} that are lacking", lacking=lacking)
            ctx.refuse(payment.rule, what, why)

    def check_bankruptcy(
        self, ctx: Context, payment: EmergencyPayment, rescue: Message | None = None
    ) -> None:
        """Refuse bankruptcy while a legal sale can help to pay. ``rescue`` names anything else that would
        help."""
        what = BANKRUPTCY
        if self.unproved:
            return
        if payment.lacking(ctx) <= 0:
            ctx.refuse("bankruptcy.not-voluntary", what, payment.covered())
        sellable = self._sellable(ctx, payment)
        if sellable is not None:
            ctx.refuse("bankruptcy.declared", what, sellable)
        if rescue:
            ctx.refuse("bankruptcy.not-voluntary", what, rescue)

    def exhausted(self, ctx: Context, payment: EmergencyPayment) -> bool:
        """Return whether money is short and nothing is left to sell for it."""
        return payment.lacking(ctx) > 0 and self._sellable(ctx, payment) is None

    def sell(self, ctx: Context, payment: EmergencyPayment, action: SellShares) -> Mapping[str, int]:
        """Sell, and ban buying back if the rules say so. Return all sales for the payment."""
        corp = ctx.state.corporations[action.corp]
        price = self._price(ctx, payment, corp)
        shares.sell(ctx, action.player, corp, action.count, price)
        now = ctx.state.round.number
        if ctx.state.stock is not None:
            purchase_limits.ban(ctx, action.player, action.corp, now)
        elif self.bars_buying:
            purchase_limits.ban(ctx, action.player, action.corp, now + 1)
        return {action.corp: price, **payment.sold}

    def give_up(self, ctx: Context, payment: EmergencyPayment) -> None:
        """Declare the player bankrupt. If no proof was needed, first sell what can still be sold."""
        player = payment.player
        if self.leaves is not None:
            self.leaves(ctx, payment)
            return
        if self.unproved:
            for corp in chart.order(ctx):
                while player in corp.shares and (count := self._most(ctx, payment, corp)):
                    shares.sell(ctx, player, corp, count)
        bankrupt(ctx, player, cash_goes=self.cash_goes)

    def _sellable(self, ctx: Context, payment: EmergencyPayment) -> Message | None:
        """Return a text about something that may be sold for the payment, or None."""
        for corp in ctx.state.corporations.values():
            if payment.player in corp.shares and self._most(ctx, payment, corp):
                return gettext_lazy("shares of {corp} can be sold", corp=corp.id)
        return gettext_lazy("bonds can be sold") if self._most_bonds(ctx, payment) else None

    def _most_bonds(self, ctx: Context, payment: EmergencyPayment) -> int:
        lacking, count = payment.lacking(ctx), bonds.held(ctx, payment.player)
        return min(count, -(-lacking // bonds.terms(ctx)[1].price)) if count and lacking > 0 else 0

    def _most(self, ctx: Context, payment: EmergencyPayment, corp: Corporation) -> int:
        lacking = payment.lacking(ctx)
        price = self._price(ctx, payment, corp)
        if lacking <= 0 or price == 0 or (corp.id in payment.sold and not self.any_lots):
            return 0
        return min(shares.max_sale(ctx, payment.player, corp, protect=payment.protect), -(-lacking // price))

    def _price(self, ctx: Context, payment: EmergencyPayment, corp: Corporation) -> int:
        """Return the price that a share of the corporation brings now."""
        now = chart.price(ctx, corp)
        return payment.sold.get(corp.id, now) if self.first_price else now


def bankrupt(ctx: Context, player: str, *, cash_goes: bool = True) -> None:
    """End the game by bankruptcy. The player's cash goes to the bank if ``cash_goes``."""
    purse = ctx.state.players[player]
    if purse.cash < 0:  # a debt to the bank, which the bank writes off
        pay(ctx, None, purse, -purse.cash, "bankruptcy")
    elif cash_goes:
        pay(ctx, purse, None, purse.cash, "bankruptcy")
    ctx.note(events.WentBankrupt(player), "bankruptcy.declared")
    if ctx.state.priority == player:
        ctx.state.priority = ctx.state.left_of(player)
    ctx.state.over = True
    ctx.state.reason = "bankruptcy"
