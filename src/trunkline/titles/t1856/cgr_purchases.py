"""Compulsory purchases of CGR shares: from an over-full pool, and a one-share president's second share."""

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
    """Refuse a purchase that would start the CGR.

    With ``closed_by_excess`` also refuse its IPO shares while the pool is over-full.
    """
    if corp.id != CGR:
        return
    if own(t.state).cgr.status is not CgrStatus.FORMED:
        t.refuse(
            "cgr.not-startable", "Buying shares of the CGR", "it only forms out of indebted corporations"
        )
    if closed_by_excess and corp.pool > corp.total * t.title.board.pool_limit // 100:
        t.refuse("cgr.market-excess-purchase", "Buying from the CGR's offering", "its pool is over-full")


def rows_to_fall(t: Table, corp: Corporation) -> int | None:
    """Return the rows below the CGR's token in its column.

    Return None for other corporations, while the token does not move, and if the column reaches the foot of
    the chart.
    """
    if corp.id != CGR or own(t.state).cgr.frozen or corp.cell is None:
        return None
    boxes = t.title.board.boxes
    row, column = corp.cell
    last = max(row for row, _ in boxes)
    below = (down - row - 1 for down in range(row + 1, last + 1) if (down, column) not in boxes)
    return next(below, None)


def before_turn(t: Table, player: str) -> bool:
    """Ask a one-share president for the second share before the first turn."""
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
    """A one-share president's purchase of the second share of the certificate.

    It is the purchase of the turn. Before it the president may sell shares as in any turn of ``stock_round``,
    and further shares if the money is still missing.
    """

    emergency: EmergencyMoney
    stock_round: stock.StockRound
    name: str = "buy a second share of the CGR"
    rule: str = "cgr.president-must-buy"
    kinds: tuple[type[Action], ...] = (BuyShare, SellShares, DeclareBankruptcy)

    def deciders(self, t: Table) -> tuple[str, ...]:
        """Return the president."""
        return (t.waiting(SecondShareDue).player,)

    def candidates(self, t: Table, player: str) -> Iterable[Choice]:
        """Yield the IPO share, the pool share, sales, and bankruptcy.

        Sales are those of any turn, or those needed to pay for the share.
        """
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
        """Refuse a purchase without a share or the money for it, and sales that are not allowed."""
        decision = t.waiting(SecondShareDue)
        if action.player != decision.player:
            t.refuse("glossary.priority-card", "Acting now", f"it is {decision.player}'s turn")
        if isinstance(action, BuyShare):
            _check_share(t, action, "cgr.president-must-buy")
            self.stock_round.check(t, Pass(action.player))  # a player over a limit sells before buying
        elif isinstance(action, SellShares):
            if not self._needs_more(t, action):
                self.stock_round.check(t, action)
            else:
                self.emergency.check_sale(t, self._payment(t), action)
        else:
            self.emergency.check_bankruptcy(t, self._payment(t))

    def apply(self, t: Table, action: Action) -> None:
        """Buy, sell, or declare bankruptcy."""
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
        """End the duty if neither the IPO nor the pool has a share left."""
        cgr = t.state.corporations[CGR]
        if cgr.offering or cgr.pool:
            return False
        t.state.pending.pop()
        return True

    def _needs_more(self, t: Table, action: SellShares) -> bool:
        """Return whether the sale exceeds the sales of a normal turn and the money is still missing."""
        return self._payment(t).lacking(t) > 0 and not passes(self.stock_round.check, t, action)

    def payment_due(self, t: Table) -> PaymentDue:
        """Return the payment for the share."""
        payment = self._payment(t)
        return PaymentDue(payment, payment.due, "a second share of the CGR")

    def _payment(self, t: Table) -> Payment:
        decision = t.waiting(SecondShareDue)
        return Payment(decision.player, cheapest(t), CGR, self.rule, dict.fromkeys(decision.sold, 0))


@dataclass(frozen=True)
class BuyDown:
    """The purchases by which holders reduce an over-full pool, one share each in turn.

    A player without the money or the certificate room first sells other shares. A player whose legal sales
    would not suffice is skipped. While more than half of the shares are in the pool, no player can reach the
    holding limit.
    """

    emergency: EmergencyMoney
    name: str = "buy a share of the CGR from the over-full pool"
    rule: str = "cgr.market-excess-purchase"
    kinds: tuple[type[Action], ...] = (BuyShare, SellShares)

    def deciders(self, t: Table) -> tuple[str, ...]:
        """Return the next holder."""
        players = t.waiting(OverfullPool).players
        return players[:1]

    def candidates(self, t: Table, player: str) -> Iterable[Choice]:
        """Yield the share, and sales that bring money or certificate room for it."""
        yield BuyShare(player, CGR, POOL)
        for corp in t.state.corporations.values():
            if player in corp.shares:
                most = self._most(t, player, corp)
                sale = SellShares(player, corp.id, 1)
                yield Amounts(sale, "count", 1, most) if most > 1 else sale

    def check(self, t: Table, action: Action) -> None:
        """Refuse a player out of turn, a share from elsewhere than the pool, and sales that are not
        needed."""
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
        """Buy and pass the turn to the next holder, or sell first."""
        decision = t.waiting(OverfullPool)
        if isinstance(action, SellShares):
            self.emergency.sell(t, self._payment(t), action)
            return
        assert isinstance(action, BuyShare)
        buy(t, action)
        decision.players = (*decision.players[1:], action.player)

    def advance(self, t: Table) -> bool:
        """End the decision when the pool is within its limit. Skip holders who cannot buy."""
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
        """Return the most shares of a corporation that the player may sell now."""
        most = shares.max_sale(t, player, corp)
        return next((n for n in range(1, most) if not self._helps(t, player, corp, n + 1)), most)

    def _helps(self, t: Table, player: str, corp: Corporation, count: int) -> bool:
        """Return whether the last of ``count`` shares still brings money or room that is missing."""
        trial = Table(t.title, t.state.copy())
        if count > 1:
            shares.sell(trial, player, trial.state.corporations[corp.id], count - 1)
        counts = chart.zone(trial, trial.state.corporations[corp.id]) not in shares.FREE_ZONES
        return self._payment(trial).lacking(trial) > 0 or (counts and not _has_room(trial, player))

    def _able(self, t: Table, player: str) -> bool:
        """Return whether the player can buy the share after selling everything else that may be sold."""
        trial = Table(t.title, t.state.copy())
        for corp in trial.state.corporations.values():
            if player in corp.shares and corp.id != CGR and (most := shares.max_sale(trial, player, corp)):
                shares.sell(trial, player, corp, most)
        return self._payment(trial).lacking(trial) <= 0 and _has_room(trial, player)

    def payment_due(self, t: Table) -> PaymentDue:
        """Return the payment for the share."""
        payment = self._payment(t)
        return PaymentDue(payment, payment.due, "a share of the CGR")

    def _payment(self, t: Table) -> Payment:
        decision = t.waiting(OverfullPool)
        price = chart.price(t, t.state.corporations[CGR])
        return Payment(decision.players[0], price, CGR, self.rule)


def _halves(t: Table, player: str) -> int:
    """Return the weight of one more CGR share for a player, in halves of a certificate.

    It is 0 if the share completes the president's certificate.
    """
    cgr = t.state.corporations[CGR]
    completes = cgr.president == player and cgr.double == 1
    return 0 if completes else t.title.policies.certificate_weight(t, cgr)


def _has_room(t: Table, player: str) -> bool:
    halves = _halves(t, player)
    return not halves or shares.room_for(t, player, halves)


def cheapest(t: Table) -> int:
    """Return the least price of a second share, in dollars."""
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
    """Pay for a share and transfer it.

    The share comes from the place ``given``, or else from where it was bought. In recorded games any purchase
    receives the missing half of the president's certificate.
    """
    cgr = t.state.corporations[CGR]
    price = stock.price_of(t, cgr, action.source)
    pay(t, t.state.players[action.player], None, price, "shares")
    move_shares(t, cgr, given or action.source, action.player, 1)
    t.note(events.ShareBought(action.player, CGR, cgr.percent, action.source, price))
    if cgr.president == action.player:
        cgr.double = 2
    shares.settle_presidency(t, cgr)
