"""The duty of the CGR's one-share president to buy the other half of the certificate, as on 18xx.games.

The president receives the half for any share of the CGR that is paid for. Until then the president buys
nothing else and cannot pass. Sales are as in any turn. The president may even sell the one share if another
player has one too; the duty then stays.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from trunkline.engine.kernel import chart, ending
from trunkline.engine.kernel.action import Action, BuyShare, Pass, SellShares
from trunkline.engine.kernel.choice import Amounts, Choice
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.ledger import on_sale
from trunkline.engine.kernel.refusal import passes
from trunkline.engine.kernel.refusal_texts import buying_a_share
from trunkline.engine.kernel.state import OFFERING
from trunkline.engine.steps import stock
from trunkline.titles.t1856 import cgr_purchases
from trunkline.titles.t1856.decisions import CGR, SecondShareDue
from trunkline.titles.t1856.events import SecondShareUnpaid
from trunkline.titles.t1856.state import state_1856
from trunkline.util.messages import gettext_lazy, gettext_noop


def before_turn(ctx: Context, player: str) -> bool:
    """Ask the player who owes the half before each turn, until any player has paid for it."""
    cgr = ctx.state.corporations[CGR]
    if state_1856(ctx.state).cgr.duty != player:
        return False
    if cgr.double != 1 or not (on_sale(ctx, cgr, OFFERING) or cgr.pool):
        state_1856(ctx.state).cgr.duty = ""
        return False
    state_1856(ctx.state).pending.append(SecondShareDue(player))
    return True


@dataclass(frozen=True)
class SecondHalf:
    """The purchase of the missing half, or sales to pay for it.

    If the player can do neither, the turn is skipped. If the reason is missing money, the game ends in
    bankruptcy.
    """

    stock_round: stock.StockRound
    name: str = gettext_noop("buy a second share of the CGR")
    rule: str = "cgr.president-must-buy"
    kinds: tuple[type[Action], ...] = (BuyShare, SellShares)

    def deciders(self, ctx: Context) -> tuple[str, ...]:
        """Return the player who owes the half."""
        return (ctx.waiting(SecondShareDue).player,)

    def candidates(self, ctx: Context, player: str) -> Iterable[Choice]:
        """Yield the purchases and sales that any turn offers."""
        for choice in self.stock_round.candidates(ctx, player):
            if isinstance(_action(choice), self.kinds):
                yield choice

    def check(self, ctx: Context, action: Action) -> None:
        """Refuse purchases of other corporations, and anything that a normal turn refuses."""
        if (
            isinstance(action, BuyShare)
            and action.corp != CGR
            and action.player == ctx.waiting(SecondShareDue).player
        ):
            what = buying_a_share(action.corp, action.source)
            ctx.refuse(self.rule, what, gettext_lazy("it must be a share of the CGR"))
        self.stock_round.check(ctx, action)

    def apply(self, ctx: Context, action: Action) -> None:
        """Sell, or buy."""
        if isinstance(action, SellShares):
            self.stock_round.apply(ctx, action)
            return
        assert isinstance(action, BuyShare)
        ctx.state.pending.pop()
        state_1856(ctx.state).cgr.duty = ""
        if ctx.state.corporations[CGR].president != action.player:
            self.stock_round.apply(ctx, action)
            return
        cgr_purchases.buy(ctx, action, given=OFFERING if ctx.state.corporations[CGR].offering else "")
        assert ctx.state.stock is not None
        ctx.state.stock.bought = CGR
        ctx.state.stock.bought_shares = 1
        ctx.state.traded(action.player)

    def advance(self, ctx: Context) -> bool:
        """Skip the turn if the player can neither buy nor sell.

        If the money for a share is missing, the game ends. The player keeps the cash.
        """
        player = ctx.waiting(SecondShareDue).player
        if any(passes(self.check, ctx, _action(choice)) for choice in self.candidates(ctx, player)):
            return False
        ctx.state.pending.pop()
        if ctx.state.players[player].cash < _least_price(ctx):
            ctx.note(SecondShareUnpaid(player), "cgr.president-must-buy")
            ending.end(ctx, "bankruptcy")
        else:
            self.stock_round.apply(ctx, Pass(player))
        return True


def _least_price(ctx: Context) -> int:
    """Return the least price of a share in dollars.

    The par price counts only while the pool does not close the IPO.
    """
    cgr = ctx.state.corporations[CGR]
    price = chart.price(ctx, cgr)
    return min(price, cgr.par) if passes(ctx.title.policies.may_buy_offering, ctx, cgr) else price


def _action(choice: Choice) -> Action:
    action = choice.at(choice.high) if isinstance(choice, Amounts) else choice
    assert isinstance(action, Action)
    return action
