"""A president sells shares because a payment is due that his cash does not cover."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from trunkline.kernel import market, shares
from trunkline.kernel.action import DeclareBankruptcy, SellShares
from trunkline.kernel.choice import Amounts, Choice
from trunkline.kernel.ledger import pay
from trunkline.kernel.rounds import stock
from trunkline.kernel.state import Corporation
from trunkline.kernel.table import Table


@dataclass(frozen=True)
class Raising:
    """How the money is raised.

    ``any_lots`` lets him sell a corporation's shares in several lots, each at the price of the moment;
    else once a payment. With ``bars_buying`` a sale in an operating round keeps him from buying back until
    the next set is over.
    """

    any_lots: bool = True
    bars_buying: bool = True

    def candidates(
        self, t: Table, player: str, due: int, protect: str, sold: tuple[str, ...]
    ) -> Iterable[Choice]:
        """Sales of every holding, and bankruptcy."""
        for corp in t.state.corporations.values():
            if player not in corp.shares:
                continue
            most = self._most(t, player, corp, due, protect, sold)
            sale = SellShares(player, corp.id, 1)
            yield Amounts(sale, "count", 1, most) if most > 1 else sale
        # What a recorded game may hold beyond the rules is not offered.
        if t.title.recorded.unproved_bankruptcy and (
            due <= t.state.players[player].cash or self._sellable(t, player, due, protect, sold)
        ):
            return
        yield DeclareBankruptcy(player)

    def check_sale(
        self,
        t: Table,
        action: SellShares,
        due: int,
        protect: str,
        sold: tuple[str, ...],
        rule: str,
        protected_by: str = "bankrupt.sales",
    ) -> None:
        """A legal sale of no more shares than ``due`` dollars in all need, keeping ``protect``.

        ``rule`` is the rule of the payment, ``protected_by`` the one that keeps the presidency.
        """
        what = f"Selling shares of {action.corp}"
        corp = t.corp(action.corp, what)
        cash = t.state.players[action.player].cash
        lacking = due - cash
        if not due and cash >= 0:
            t.refuse("bankrupt.three-causes", what, "no payment is due")
        if lacking <= 0:
            t.refuse(rule, what, f"{action.player} has the ${due} that are due")
        if corp.id in sold and not self.any_lots:
            t.refuse(rule, what, "its shares were sold for this payment already")
        shares.check_sale(t, action.player, corp, action.count, protect=protect, protected_by=protected_by)
        if (action.count - 1) * market.price(t, corp) >= lacking:
            t.refuse(rule, what, f"fewer shares bring the ${lacking} that are lacking")

    def check_bankruptcy(self, t: Table, player: str, due: int, protect: str, sold: tuple[str, ...]) -> None:
        """Bankruptcy needs a payment that no legal sale helps to meet."""
        what = "Declaring bankruptcy"
        if t.title.recorded.unproved_bankruptcy:
            return
        if due <= t.state.players[player].cash:
            t.refuse("end.no-voluntary-bankruptcy", what, f"{player} has the ${due} that are due")
        corp = self._sellable(t, player, due, protect, sold)
        if corp is not None:
            t.refuse("bankrupt.declared", what, f"shares of {corp.id} can be sold")

    def apply(self, t: Table, action: SellShares) -> None:
        """Sell, and remember it where that bars buying."""
        shares.sell(t, action.player, t.state.corporations[action.corp], action.count)
        now = t.state.round.number
        if t.state.stock is not None:
            stock.ban(t, action.player, action.corp, now)
        elif self.bars_buying:
            stock.ban(t, action.player, action.corp, now + 1)

    def give_up(self, t: Table, player: str, due: int, protect: str, sold: tuple[str, ...]) -> None:
        """The player is bankrupt. In a recorded game whatever could still be sold is sold first."""
        if t.title.recorded.unproved_bankruptcy:
            for corp in market.order(t):
                while player in corp.shares and (count := self._most(t, player, corp, due, protect, sold)):
                    shares.sell(t, player, corp, count)
        bankrupt(t, player)

    def _sellable(
        self, t: Table, player: str, due: int, protect: str, sold: tuple[str, ...]
    ) -> Corporation | None:
        """A corporation whose shares he may sell towards the payment; None where there is none."""
        held = (corp for corp in t.state.corporations.values() if player in corp.shares)
        return next((corp for corp in held if self._most(t, player, corp, due, protect, sold)), None)

    def _most(
        self, t: Table, player: str, corp: Corporation, due: int, protect: str, sold: tuple[str, ...]
    ) -> int:
        lacking = due - t.state.players[player].cash
        price = market.price(t, corp)
        if lacking <= 0 or price == 0 or (corp.id in sold and not self.any_lots):
            return 0
        return min(shares.max_sale(t, player, corp, protect=protect), -(-lacking // price))


def bankrupt(t: Table, player: str) -> None:
    """The player's cash goes to the bank and the game ends."""
    purse = t.state.players[player]
    if purse.cash < 0:  # owed to the bank, which will not see it
        pay(t, None, purse, -purse.cash)
    else:
        pay(t, purse, None, purse.cash)
    t.note(f"{player} is bankrupt and the game ends", "bankrupt.declared")
    if t.state.priority == player:
        t.state.priority = t.state.left_of(player)
    t.state.over = True
    t.state.reason = "bankruptcy"
