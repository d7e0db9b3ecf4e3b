"""The CGR's one-share president as 18xx.games has it, who owes the other half of the certificate.

It is given for any share of the CGR that is paid for. Until then the president buys nothing else, cannot
pass, and sells as in any turn, even that one share where another holds one too; the duty stays then.
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
    """Put the duty in front of each turn of whoever owes it, until the half has been paid for by anybody."""
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
    """Whoever owes the half buys a share of the CGR or sells; where neither can be done the turn is passed
    over, or it is a bankruptcy if it is the money that is lacking."""

    stock_round: stock.StockRound
    name: str = "buy a second share of the CGR"
    rule: str = "cgr.president-must-buy"
    kinds: tuple[type[Action], ...] = (BuyShare, SellShares)

    def deciders(self, t: Table) -> tuple[str, ...]:
        """The one who owes it."""
        return (t.waiting(SecondShareDue).player,)

    def candidates(self, t: Table, player: str) -> Iterable[Choice]:
        """What any turn offers of these kinds."""
        for choice in self.stock_round.candidates(t, player):
            if isinstance(_action(choice), self.kinds):
                yield choice

    def check(self, t: Table, action: Action) -> None:
        """As in any turn; of purchases only one of the CGR."""
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
        """The turn is passed over where nothing can be bought or sold; without the money for a share the game
        ends, and what cash there is stays."""
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
    """What must be there: the par value counts only while the pool leaves the offering open."""
    cgr = t.state.corporations[CGR]
    price = chart.price(t, cgr)
    return min(price, cgr.par) if passes(t.title.policies.may_buy_offering, t, cgr) else price


def _action(choice: Choice) -> Action:
    action = choice.at(choice.high) if isinstance(choice, Amounts) else choice
    assert isinstance(action, Action)
    return action
