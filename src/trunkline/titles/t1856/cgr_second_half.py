"""The duty of the CGR's one-share president to buy the other half of the certificate, as on 18xx.games.

The president receives the half for any share of the CGR that is paid for. Until then the president buys
nothing else and cannot pass. Sales are as in any turn. The president may even sell the one share if another
player has one too; the duty then stays.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from trunkline.kernel import chart
from trunkline.kernel.action import Action, BuyShare, Pass, SellShares
from trunkline.kernel.choice import Amounts, Choice
from trunkline.kernel.ledger import on_sale
from trunkline.kernel.refusal import passes
from trunkline.kernel.state import OFFERING
from trunkline.kernel.table import Table
from trunkline.steps import flow, stock
from trunkline.titles.t1856 import cgr_purchases
from trunkline.titles.t1856.decisions import CGR, SecondShareDue
from trunkline.titles.t1856.events import SecondShareUnpaid
from trunkline.titles.t1856.state import own


def before_turn(t: Table, player: str) -> bool:
    """Ask the player who owes the half before each turn, until any player has paid for it."""
    cgr = t.state.corporations[CGR]
    if own(t.state).cgr.duty != player:
        return False
    if cgr.double != 1 or not (on_sale(t, cgr, OFFERING) or cgr.pool):
        own(t.state).cgr.duty = ""
        return False
    own(t.state).pending.append(SecondShareDue(player))
    return True


@dataclass(frozen=True)
class SecondHalf:
    """The purchase of the missing half, or sales to pay for it.

    If the player can do neither, the turn is skipped. If the reason is missing money, the game ends in
    bankruptcy.
    """

    stock_round: stock.StockRound
    name: str = "buy a second share of the CGR"
    rule: str = "cgr.president-must-buy"
    kinds: tuple[type[Action], ...] = (BuyShare, SellShares)

    def deciders(self, t: Table) -> tuple[str, ...]:
        """Return the player who owes the half."""
        return (t.waiting(SecondShareDue).player,)

    def candidates(self, t: Table, player: str) -> Iterable[Choice]:
        """Yield the purchases and sales that any turn offers."""
        for choice in self.stock_round.candidates(t, player):
            if isinstance(_action(choice), self.kinds):
                yield choice

    def check(self, t: Table, action: Action) -> None:
        """Refuse purchases of other corporations, and anything that a normal turn refuses."""
        if (
            isinstance(action, BuyShare)
            and action.corp != CGR
            and action.player == t.waiting(SecondShareDue).player
        ):
            what = f"Buying a share of {action.corp} from the {action.source}"
            t.refuse(self.rule, what, "it must be a share of the CGR")
        self.stock_round.check(t, action)

    def apply(self, t: Table, action: Action) -> None:
        """Sell, or buy."""
        if isinstance(action, SellShares):
            self.stock_round.apply(t, action)
            return
        assert isinstance(action, BuyShare)
        t.state.pending.pop()
        own(t.state).cgr.duty = ""
        if t.state.corporations[CGR].president != action.player:
            self.stock_round.apply(t, action)
            return
        cgr_purchases.buy(t, action, given=OFFERING if t.state.corporations[CGR].offering else "")
        assert t.state.stock is not None
        t.state.stock.bought = CGR
        t.state.stock.bought_shares = 1
        t.state.traded(action.player)

    def advance(self, t: Table) -> bool:
        """Skip the turn if the player can neither buy nor sell.

        If the money for a share is missing, the game ends. The player keeps the cash.
        """
        player = t.waiting(SecondShareDue).player
        if any(passes(self.check, t, _action(choice)) for choice in self.candidates(t, player)):
            return False
        t.state.pending.pop()
        if t.state.players[player].cash < _least_price(t):
            t.note(SecondShareUnpaid(player), "cgr.president-must-buy")
            flow.end(t, "bankruptcy")
        else:
            self.stock_round.apply(t, Pass(player))
        return True


def _least_price(t: Table) -> int:
    """Return the least price of a share in dollars.

    The par price counts only while the pool does not close the IPO.
    """
    cgr = t.state.corporations[CGR]
    price = chart.price(t, cgr)
    return min(price, cgr.par) if passes(t.title.policies.may_buy_offering, t, cgr) else price


def _action(choice: Choice) -> Action:
    action = choice.at(choice.high) if isinstance(choice, Amounts) else choice
    assert isinstance(action, Action)
    return action
