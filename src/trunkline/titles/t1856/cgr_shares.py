"""Shares of the CGR that must be bought: an over-full market, and a one-share president's second."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from trunkline.kernel import market, shares
from trunkline.kernel.action import Action, BuyShare, DeclareBankruptcy, SellShares
from trunkline.kernel.choice import Choice
from trunkline.kernel.ledger import move_shares, pay
from trunkline.kernel.rounds import flow, stock
from trunkline.kernel.rounds.raising import Payment, Raising, bankrupt, payment_of
from trunkline.kernel.state import MARKET, OFFERING, Corporation, Decision
from trunkline.kernel.table import Table
from trunkline.titles.t1856.facts import CGR, CGR_DUTY, CGR_STATUS, FORMED

SECOND = "cgr second share"


def may_buy_offering(closed_by_excess: bool, t: Table, corp: Corporation) -> None:
    """The CGR is not started by a purchase; its offering may wait for the market to empty."""
    if corp.id != CGR:
        return
    if t.state.facts.get(CGR_STATUS) != FORMED:
        t.refuse(
            "cgr.not-startable", "Buying shares of the CGR", "it only forms out of indebted corporations"
        )
    if closed_by_excess and corp.market > corp.total * t.title.board.open_market_limit // 100:
        t.refuse(
            "cgr.market-excess-purchase", "Buying from the CGR's offering", "its open market is over-full"
        )


def before_turn(t: Table, player: str) -> bool:
    """Put the duty of a one-share president in front of his first turn."""
    owes = t.state.facts.get(CGR_DUTY)
    cgr = t.state.corporations[CGR]
    if not owes or owes != player:
        return False
    del t.state.facts[CGR_DUTY]
    if cgr.president != player or cgr.double > 1:
        return False
    t.state.pending.append(Decision(SECOND, player=player, corp=CGR))
    return True


@dataclass(frozen=True)
class SecondShare:
    """A one-share president buys the second share of his certificate, selling others if he must."""

    raising: Raising
    name: str = "buy a second share of the CGR"
    rule: str = "cgr.president-must-buy"
    kinds: tuple[type[Action], ...] = (BuyShare, SellShares, DeclareBankruptcy)

    def deciders(self, t: Table) -> tuple[str, ...]:
        """The president."""
        return (t.state.pending[-1].player,)

    def candidates(self, t: Table, player: str) -> Iterable[Choice]:
        """The offering, the market, and sales."""
        yield BuyShare(player, CGR, OFFERING)
        yield BuyShare(player, CGR, MARKET)
        yield from self.raising.candidates(t, self._payment(t))

    def check(self, t: Table, action: Action) -> None:
        """A share there is and money for it."""
        decision = t.state.pending[-1]
        if action.player != decision.player:
            t.refuse("glossary.priority-card", "Acting now", f"it is {decision.player}'s turn")
        if isinstance(action, BuyShare):
            _check_share(t, action, "cgr.president-must-buy")
        elif isinstance(action, SellShares):
            if t.title.recorded.half_given:
                shares.check_sale(t, action.player, t.corp(action.corp), action.count)
            else:
                self.raising.check_sale(t, self._payment(t), action)
        else:
            self.raising.check_bankruptcy(t, self._payment(t))

    def apply(self, t: Table, action: Action) -> None:
        """Buy, sell, or give up."""
        decision = t.state.pending[-1]
        if isinstance(action, SellShares):
            self.raising.sell(t, self._payment(t), action)
            decision.corps = (*decision.corps, action.corp)
            if t.title.recorded.half_given:
                stock.ban(t, action.player, action.corp, t.state.round.number)
                t.state.traded(action.player)
        elif isinstance(action, BuyShare):
            t.state.pending.pop()
            _buy(t, action, given=OFFERING if t.title.recorded.half_given else "")
            assert t.state.stock is not None
            t.state.stock.bought = CGR
            t.state.stock.bought_shares = 1
            t.state.stock.sold_before = bool(decision.corps)
            t.state.stock.sold = dict.fromkeys(decision.corps, 0)
            t.state.traded(action.player)
        else:
            bankrupt(t, action.player)

    def advance(self, t: Table) -> bool:
        """Where no share is left anywhere the duty lapses; a recorded game ends where he cannot pay."""
        cgr = t.state.corporations[CGR]
        if cgr.offering or cgr.market:
            return t.title.recorded.half_given and self._gives_up(t)
        t.state.pending.pop()
        return True

    def _payment(self, t: Table) -> Payment:
        decision = t.state.pending[-1]
        return payment_of(decision, decision.player, cheapest(t), self.rule)

    def _gives_up(self, t: Table) -> bool:
        """End the game where the president can neither pay nor sell; he keeps what cash he has."""
        player = t.state.pending[-1].player
        if t.state.players[player].cash >= cheapest(t) or any(
            shares.max_sale(t, player, corp)
            for corp in t.state.corporations.values()
            if player in corp.shares and corp.id not in t.state.pending[-1].corps
        ):
            return False
        t.note(f"{player} cannot pay for a second share of the CGR", "cgr.president-must-buy")
        flow.end(t, "bankruptcy")
        return True


@dataclass(frozen=True)
class BuyDown:
    """Holders buy one share each in turn until the open market holds no more than it may.

    A holder who cannot pay, even by selling, or who is at a limit is passed over.
    """

    raising: Raising
    name: str = "buy a share of the CGR from the over-full market"
    rule: str = "cgr.market-excess-purchase"
    kinds: tuple[type[Action], ...] = (BuyShare, SellShares)

    def deciders(self, t: Table) -> tuple[str, ...]:
        """The next holder."""
        players = t.state.pending[-1].players
        return players[:1]

    def candidates(self, t: Table, player: str) -> Iterable[Choice]:
        """The share, and sales to pay for it."""
        yield BuyShare(player, CGR, MARKET)
        for choice in self.raising.candidates(t, self._payment(t)):
            if not isinstance(choice, DeclareBankruptcy):
                yield choice

    def check(self, t: Table, action: Action) -> None:
        """Whose turn it is; only from the market."""
        decision = t.state.pending[-1]
        if action.player != decision.players[0]:
            t.refuse("cgr.market-excess-purchase", "Acting now", f"{decision.players[0]} buys next")
        if isinstance(action, BuyShare):
            if action.source != MARKET:
                t.refuse("cgr.market-excess-purchase", "Buying", "the share must come from the open market")
            _check_share(t, action, "cgr.market-excess-purchase")
        elif isinstance(action, SellShares):
            if action.corp == CGR:
                t.refuse(
                    "cgr.market-excess-purchase", "Selling shares of the CGR", "they are what must be bought"
                )
            self.raising.check_sale(t, self._payment(t), action)

    def apply(self, t: Table, action: Action) -> None:
        """Buy and let the next one buy, or sell first."""
        decision = t.state.pending[-1]
        if isinstance(action, SellShares):
            self.raising.sell(t, self._payment(t), action)
            decision.corps = (*decision.corps, action.corp)
            return
        assert isinstance(action, BuyShare)
        _buy(t, action)
        decision.players = (*decision.players[1:], action.player)
        decision.corps = ()

    def advance(self, t: Table) -> bool:
        """Over when the market is down to its limit; holders who cannot buy are passed over."""
        decision = t.state.pending[-1]
        cgr = t.state.corporations[CGR]
        if cgr.market <= t.title.board.open_market_limit * cgr.total // 100 or not decision.players:
            t.state.pending.pop()
            return True
        player = decision.players[0]
        if self._able(t, player, cgr):
            return False
        decision.players = decision.players[1:]
        decision.corps = ()
        return True

    def _payment(self, t: Table) -> Payment:
        decision = t.state.pending[-1]
        return payment_of(
            decision, decision.players[0], market.price(t, t.state.corporations[CGR]), self.rule
        )

    def _able(self, t: Table, player: str, cgr: Corporation) -> bool:
        weight = t.title.policies.certificate_weight(t, cgr)
        if cgr.shares.get(player, 0) >= shares.share_cap(t, cgr) or not shares.room_for(t, player, weight):
            return False
        raised = sum(
            shares.max_sale(t, player, corp) * market.price(t, corp)
            for corp in t.state.corporations.values()
            if player in corp.shares and corp.id != CGR
        )
        return t.state.players[player].cash + raised >= market.price(t, cgr)


def cheapest(t: Table) -> int:
    """What a second share costs at the least, in dollars."""
    cgr = t.state.corporations[CGR]
    prices = []
    if cgr.offering:
        prices.append(cgr.par)
    if cgr.market:
        prices.append(market.price(t, cgr))
    return min(prices, default=0)


def _check_share(t: Table, action: BuyShare, rule: str) -> None:
    what = f"Buying a share of {action.corp} from the {action.source}"
    cgr = t.state.corporations[CGR]
    if action.corp != CGR:
        t.refuse(rule, what, "it must be a share of the CGR")
    if not {OFFERING: cgr.offering, MARKET: cgr.market}.get(action.source, 0):
        t.refuse("stock.buy.sources", what, "there is none")
    price = stock.price_of(t, cgr, action.source)
    cash = t.state.players[action.player].cash
    if cash < price:
        t.refuse(rule, what, f"it costs ${price} and {action.player} has ${cash}")


def _buy(t: Table, action: BuyShare, *, given: str = "") -> None:
    """Pay for a share and take it, from where it was bought or from where it is ``given``: in recorded
    games the missing half of the president's certificate is given for any share paid for."""
    cgr = t.state.corporations[CGR]
    price = stock.price_of(t, cgr, action.source)
    pay(t, t.state.players[action.player], None, price)
    move_shares(cgr, given or action.source, action.player, 1)
    t.note(f"{action.player} buys a {cgr.percent}% share of the CGR from the {action.source} for ${price}")
    if cgr.president == action.player:
        cgr.double = 2
    shares.settle_presidency(t, cgr)
