"""Shares of the CGR that must be bought: an over-full pool, and a one-share president's second."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from trunkline.kernel import chart, events, shares
from trunkline.kernel.action import Action, BuyShare, DeclareBankruptcy, Pass, SellShares
from trunkline.kernel.choice import Amounts, Choice
from trunkline.kernel.ledger import move_shares, pay
from trunkline.kernel.refusal import passes
from trunkline.kernel.state import OFFERING, POOL, Corporation
from trunkline.kernel.table import Table
from trunkline.steps import stock
from trunkline.steps.emergency_money import EmergencyMoney, Payment, PaymentDue, bankrupt
from trunkline.titles.t1856.decisions import CGR, OverfullPool, SecondShareDue
from trunkline.titles.t1856.state import CgrStatus, own


def may_buy_offering(closed_by_excess: bool, t: Table, corp: Corporation) -> None:
    """The CGR is not started by a purchase; its offering may wait for the pool to empty."""
    if corp.id != CGR:
        return
    if own(t.state).cgr.status is not CgrStatus.FORMED:
        t.refuse(
            "cgr.not-startable", "Buying shares of the CGR", "it only forms out of indebted corporations"
        )
    if closed_by_excess and corp.pool > corp.total * t.title.board.pool_limit // 100:
        t.refuse("cgr.market-excess-purchase", "Buying from the CGR's offering", "its pool is over-full")


def rows_to_fall(t: Table, corp: Corporation) -> int | None:
    """The rows below the CGR's token in its column; None for others, while its token does not move, and where
    the column goes on to the foot of the chart."""
    if corp.id != CGR or own(t.state).cgr.frozen or corp.cell is None:
        return None
    boxes = t.title.board.boxes
    row, column = corp.cell
    last = max(row for row, _ in boxes)
    below = (down - row - 1 for down in range(row + 1, last + 1) if (down, column) not in boxes)
    return next(below, None)


def before_turn(t: Table, player: str) -> bool:
    """Put the duty of a one-share president in front of the first turn."""
    cgr = t.state.corporations[CGR]
    if own(t.state).cgr.duty != player:
        return False
    own(t.state).cgr.duty = ""
    if cgr.president != player or cgr.double > 1:
        return False
    own(t.state).pending.append(SecondShareDue(player))
    return True


@dataclass(frozen=True)
class SecondShare:
    """A one-share president buys the second share of the certificate, which is the purchase of the turn.

    Before it shares may be sold as in any turn of ``stock_round``, and beyond that what the share needs.
    """

    emergency: EmergencyMoney
    stock_round: stock.StockRound
    name: str = "buy a second share of the CGR"
    rule: str = "cgr.president-must-buy"
    kinds: tuple[type[Action], ...] = (BuyShare, SellShares, DeclareBankruptcy)

    def deciders(self, t: Table) -> tuple[str, ...]:
        """The president."""
        return (t.waiting(SecondShareDue).player,)

    def candidates(self, t: Table, player: str) -> Iterable[Choice]:
        """The offering, the pool, sales as in any turn or else what the share needs, and bankruptcy."""
        yield BuyShare(player, CGR, OFFERING)
        yield BuyShare(player, CGR, POOL)
        sales: dict[str, Choice] = {}
        for choice in (
            *self.emergency.candidates(t, self._payment(t)),
            *self.stock_round.candidates(t, player),
        ):
            action = choice.action if isinstance(choice, Amounts) else choice
            if isinstance(action, DeclareBankruptcy):
                yield action
            elif isinstance(action, SellShares) and (
                action.corp not in sales or passes(self.stock_round.check, t, action)
            ):
                sales[action.corp] = choice
        yield from sales.values()

    def check(self, t: Table, action: Action) -> None:
        """A share there is and money for it."""
        decision = t.waiting(SecondShareDue)
        if action.player != decision.player:
            t.refuse("glossary.priority-card", "Acting now", f"it is {decision.player}'s turn")
        if isinstance(action, BuyShare):
            _check_share(t, action, "cgr.president-must-buy")
            self.stock_round.check(t, Pass(action.player))  # whoever is over a limit sells before buying
        elif isinstance(action, SellShares):
            if not self._needs_more(t, action):
                self.stock_round.check(t, action)
            else:
                self.emergency.check_sale(t, self._payment(t), action)
        else:
            self.emergency.check_bankruptcy(t, self._payment(t))

    def apply(self, t: Table, action: Action) -> None:
        """Buy, sell, or give up."""
        decision = t.waiting(SecondShareDue)
        turn = t.state.stock
        assert turn is not None
        if isinstance(action, SellShares):
            if self._needs_more(t, action):
                turn.sold = {**self.emergency.sell(t, self._payment(t), action), **turn.sold}
                turn.sold_before = True
                t.state.traded(action.player)
            else:
                self.stock_round.apply(t, action)
            decision.sold = (*decision.sold, action.corp)
        elif isinstance(action, BuyShare):
            t.state.pending.pop()
            buy(t, action)
            turn.bought = CGR
            turn.bought_shares = 1
            t.state.traded(action.player)
        else:
            bankrupt(t, action.player)

    def advance(self, t: Table) -> bool:
        """Where no share is left anywhere the duty lapses."""
        cgr = t.state.corporations[CGR]
        if cgr.offering or cgr.pool:
            return False
        t.state.pending.pop()
        return True

    def _needs_more(self, t: Table, action: SellShares) -> bool:
        """Whether the share cannot be paid for yet by what a turn allows to be sold."""
        return self._payment(t).lacking(t) > 0 and not passes(self.stock_round.check, t, action)

    def payment_due(self, t: Table) -> PaymentDue:
        """What the share costs."""
        payment = self._payment(t)
        return PaymentDue(payment, payment.due, "a second share of the CGR")

    def _payment(self, t: Table) -> Payment:
        decision = t.waiting(SecondShareDue)
        return Payment(decision.player, cheapest(t), CGR, self.rule, dict.fromkeys(decision.sold, 0))


@dataclass(frozen=True)
class BuyDown:
    """Holders buy one share each in turn until the pool holds no more than it may.

    Who lacks the money or the room for it sells other shares first; passed over is who has no legal sales
    that bring enough of both. Nobody can hold all that is allowed while more than half are in the pool.
    """

    emergency: EmergencyMoney
    name: str = "buy a share of the CGR from the over-full pool"
    rule: str = "cgr.market-excess-purchase"
    kinds: tuple[type[Action], ...] = (BuyShare, SellShares)

    def deciders(self, t: Table) -> tuple[str, ...]:
        """The next holder."""
        players = t.waiting(OverfullPool).players
        return players[:1]

    def candidates(self, t: Table, player: str) -> Iterable[Choice]:
        """The share, and sales to pay and make room for it."""
        yield BuyShare(player, CGR, POOL)
        for corp in t.state.corporations.values():
            if player in corp.shares:
                most = self._most(t, player, corp)
                sale = SellShares(player, corp.id, 1)
                yield Amounts(sale, "count", 1, most) if most > 1 else sale

    def check(self, t: Table, action: Action) -> None:
        """Whose turn it is; only from the pool; sales that are needed."""
        decision = t.waiting(OverfullPool)
        if action.player != decision.players[0]:
            t.refuse(self.rule, "Acting now", f"{decision.players[0]} buys next")
        if isinstance(action, BuyShare):
            if action.source != POOL:
                t.refuse(self.rule, "Buying", "the share must come from the pool")
            _check_share(t, action, self.rule)
            self._check_room(t, action)
        elif isinstance(action, SellShares):
            self._check_sale(t, action)

    def apply(self, t: Table, action: Action) -> None:
        """Buy and let the next one buy, or sell first."""
        decision = t.waiting(OverfullPool)
        if isinstance(action, SellShares):
            self.emergency.sell(t, self._payment(t), action)
            return
        assert isinstance(action, BuyShare)
        buy(t, action)
        decision.players = (*decision.players[1:], action.player)

    def advance(self, t: Table) -> bool:
        """Over when the pool is down to its limit; holders who cannot buy are passed over."""
        decision = t.waiting(OverfullPool)
        cgr = t.state.corporations[CGR]
        if cgr.pool <= t.title.board.pool_limit * cgr.total // 100 or not decision.players:
            t.state.pending.pop()
            return True
        if self._able(t, decision.players[0]):
            return False
        decision.players = decision.players[1:]
        return True

    def _check_room(self, t: Table, action: BuyShare) -> None:
        if not _has_room(t, action.player):
            limit = t.title.policies.certificate_limit(t)
            held = shares.certificates(t, action.player) / 2
            why = f"{action.player} has {held:g} certificates and the limit is {limit}; others are sold first"
            rule = t.title.policies.certificate_limit_rule(_halves(t, action.player))
            t.refuse(rule, "Buying a share of the CGR", why)

    def _check_sale(self, t: Table, action: SellShares) -> None:
        what = f"Selling shares of {action.corp}"
        corp = t.corp(action.corp, what)
        if corp.id == CGR:
            t.refuse(self.rule, what, "they are what must be bought")
        shares.check_sale(t, action.player, corp, action.count)
        if not self._helps(t, action.player, corp, action.count):
            t.refuse(self.rule, what, "the money is there, and it makes no room that is lacking")

    def _most(self, t: Table, player: str, corp: Corporation) -> int:
        """The most shares of a corporation that may be sold now."""
        most = shares.max_sale(t, player, corp)
        return next((n for n in range(1, most) if not self._helps(t, player, corp, n + 1)), most)

    def _helps(self, t: Table, player: str, corp: Corporation, count: int) -> bool:
        """Whether the last of so many shares still brings money or room that is lacking."""
        trial = Table(t.title, t.state.copy())
        if count > 1:
            shares.sell(trial, player, trial.state.corporations[corp.id], count - 1)
        counts = chart.zone(trial, trial.state.corporations[corp.id]) not in shares.FREE_ZONES
        return self._payment(trial).lacking(trial) > 0 or (counts and not _has_room(trial, player))

    def _able(self, t: Table, player: str) -> bool:
        """Whether the share can be bought once all is sold of the others that may be."""
        trial = Table(t.title, t.state.copy())
        for corp in trial.state.corporations.values():
            if player in corp.shares and corp.id != CGR and (most := shares.max_sale(trial, player, corp)):
                shares.sell(trial, player, corp, most)
        return self._payment(trial).lacking(trial) <= 0 and _has_room(trial, player)

    def payment_due(self, t: Table) -> PaymentDue:
        """What the share costs."""
        payment = self._payment(t)
        return PaymentDue(payment, payment.due, "a share of the CGR")

    def _payment(self, t: Table) -> Payment:
        decision = t.waiting(OverfullPool)
        price = chart.price(t, t.state.corporations[CGR])
        return Payment(decision.players[0], price, CGR, self.rule)


def _halves(t: Table, player: str) -> int:
    """What one more share of the CGR counts for a player, in halves of a certificate: nothing where it
    completes the president's certificate."""
    cgr = t.state.corporations[CGR]
    completes = cgr.president == player and cgr.double == 1
    return 0 if completes else t.title.policies.certificate_weight(t, cgr)


def _has_room(t: Table, player: str) -> bool:
    halves = _halves(t, player)
    return not halves or shares.room_for(t, player, halves)


def cheapest(t: Table) -> int:
    """What a second share costs at the least, in dollars."""
    cgr = t.state.corporations[CGR]
    prices = []
    if cgr.offering:
        prices.append(cgr.par)
    if cgr.pool:
        prices.append(chart.price(t, cgr))
    return min(prices, default=0)


def _check_share(t: Table, action: BuyShare, rule: str) -> None:
    what = f"Buying a share of {action.corp} from the {action.source}"
    cgr = t.state.corporations[CGR]
    if action.corp != CGR:
        t.refuse(rule, what, "it must be a share of the CGR")
    if action.president:
        t.refuse("stock.buy.sources", what, "its president's certificate is not for sale")
    if not {OFFERING: cgr.offering, POOL: cgr.pool}.get(action.source, 0):
        t.refuse("stock.buy.sources", what, "there is none")
    price = stock.price_of(t, cgr, action.source)
    cash = t.state.players[action.player].cash
    if cash < price:
        t.refuse(rule, what, f"it costs ${price:,} and {action.player} has ${cash:,}")


def buy(t: Table, action: BuyShare, *, given: str = "") -> None:
    """Pay for a share and take it, from where it was bought or from where it is ``given``: in recorded
    games the missing half of the president's certificate is given for any share paid for."""
    cgr = t.state.corporations[CGR]
    price = stock.price_of(t, cgr, action.source)
    pay(t, t.state.players[action.player], None, price, "shares")
    move_shares(t, cgr, given or action.source, action.player, 1)
    t.note(events.ShareBought(action.player, CGR, cgr.percent, action.source, price))
    if cgr.president == action.player:
        cgr.double = 2
    shares.settle_presidency(t, cgr)
