"""Compulsory purchases of CGR shares: from an over-full pool, and a one-share president's second share."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from trunkline.engine.kernel import chart, events, shares
from trunkline.engine.kernel.action import Action, BuyShare, DeclareBankruptcy, Pass, SellShares
from trunkline.engine.kernel.choice import Amounts, Choice
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.ledger import move_shares, pay
from trunkline.engine.kernel.refusal import passes
from trunkline.engine.kernel.refusal_texts import (
    ACTING_NOW,
    buying_a_share,
    costs,
    in_halves,
    selling_shares,
    turn_of,
)
from trunkline.engine.kernel.state import OFFERING, POOL, Corporation
from trunkline.engine.steps import stock
from trunkline.engine.steps.emergency_money import EmergencyMoney, EmergencyPayment, PaymentView, bankrupt
from trunkline.titles.t1856.decisions import CGR, OverfullPool, SecondShareDue
from trunkline.titles.t1856.state import CgrStatus, state_1856
from trunkline.util.messages import gettext, gettext_lazy, gettext_noop


def may_buy_offering(closed_by_excess: bool, ctx: Context, corp: Corporation) -> None:
    """Refuse a purchase that would start the CGR.

    With ``closed_by_excess`` also refuse its IPO shares while the pool is over-full.
    """
    if corp.id != CGR:
        return
    if state_1856(ctx.state).cgr.status is not CgrStatus.FORMED:
        ctx.refuse(
            "cgr.not-startable",
            gettext_lazy("Buying shares of the CGR"),
            gettext_lazy("it only forms out of indebted corporations"),
            lasting=True,
        )
    if closed_by_excess and corp.pool > corp.total * ctx.title.board.pool_limit // 100:
        ctx.refuse(
            "cgr.market-excess-purchase",
            gettext_lazy("Buying from the CGR's offering"),
            gettext_lazy("its pool is over-full"),
        )


def rows_to_fall(ctx: Context, corp: Corporation) -> int | None:
    """Return the rows below the CGR's token in its column.

    Return None for other corporations, while the token does not move, and if the column reaches the foot of
    the chart.
    """
    if corp.id != CGR or state_1856(ctx.state).cgr.frozen or corp.cell is None:
        return None
    boxes = ctx.title.board.boxes
    row, column = corp.cell
    last = max(row for row, _ in boxes)
    below = (down - row - 1 for down in range(row + 1, last + 1) if (down, column) not in boxes)
    return next(below, None)


def before_turn(ctx: Context, player: str) -> bool:
    """Ask a one-share president for the second share before the first turn."""
    cgr = ctx.state.corporations[CGR]
    if state_1856(ctx.state).cgr.duty != player:
        return False
    state_1856(ctx.state).cgr.duty = ""
    if cgr.president != player or cgr.double > 1:
        return False
    state_1856(ctx.state).pending.append(SecondShareDue(player))
    return True


@dataclass(frozen=True)
class SecondShare:
    """A one-share president's purchase of the second share of the certificate.

    It is the purchase of the turn. Before it the president may sell shares as in any turn of ``stock_round``,
    and further shares if the money is still missing.
    """

    emergency: EmergencyMoney
    stock_round: stock.StockRound
    name: str = gettext_noop("buy a second share of the CGR")
    rule: str = "cgr.president-must-buy"
    kinds: tuple[type[Action], ...] = (BuyShare, SellShares, DeclareBankruptcy)

    def deciders(self, ctx: Context) -> tuple[str, ...]:
        """Return the president."""
        return (ctx.waiting(SecondShareDue).player,)

    def candidates(self, ctx: Context, player: str) -> Iterable[Choice]:
        """Yield the IPO share, the pool share, sales, and bankruptcy.

        Sales are those of any turn, or those needed to pay for the share.
        """
        yield BuyShare(player, CGR, OFFERING)
        yield BuyShare(player, CGR, POOL)
        sales: dict[str, Choice] = {}
        for choice in (
            *self.emergency.candidates(ctx, self._payment(ctx)),
            *self.stock_round.candidates(ctx, player),
        ):
            action = choice.action if isinstance(choice, Amounts) else choice
            if isinstance(action, DeclareBankruptcy):
                yield action
            elif isinstance(action, SellShares) and (
                action.corp not in sales or passes(self.stock_round.check, ctx, action)
            ):
                sales[action.corp] = choice
        yield from sales.values()

    def check(self, ctx: Context, action: Action) -> None:
        """Refuse a purchase without a share or the money for it, and sales that are not allowed."""
        decision = ctx.waiting(SecondShareDue)
        if action.player != decision.player:
            ctx.refuse(
                "glossary.priority-card",
                ACTING_NOW,
                turn_of(decision.player),
            )
        if isinstance(action, BuyShare):
            _check_share(ctx, action, "cgr.president-must-buy")
            self.stock_round.check(ctx, Pass(action.player))  # a player over a limit sells before buying
        elif isinstance(action, SellShares):
            if not self._needs_more(ctx, action):
                self.stock_round.check(ctx, action)
            else:
                self.emergency.check_sale(ctx, self._payment(ctx), action)
        else:
            self.emergency.check_bankruptcy(ctx, self._payment(ctx))

    def apply(self, ctx: Context, action: Action) -> None:
        """Buy, sell, or declare bankruptcy."""
        decision = ctx.waiting(SecondShareDue)
        turn = ctx.state.stock
        assert turn is not None
        if isinstance(action, SellShares):
            if self._needs_more(ctx, action):
                turn.sold = {**self.emergency.sell(ctx, self._payment(ctx), action), **turn.sold}
                turn.sold_before = True
                ctx.state.traded(action.player)
            else:
                self.stock_round.apply(ctx, action)
            decision.sold = (*decision.sold, action.corp)
        elif isinstance(action, BuyShare):
            ctx.state.pending.pop()
            buy(ctx, action)
            turn.bought = CGR
            turn.bought_shares = 1
            ctx.state.traded(action.player)
        else:
            bankrupt(ctx, action.player)

    def advance(self, ctx: Context) -> bool:
        """End the duty if neither the IPO nor the pool has a share left."""
        cgr = ctx.state.corporations[CGR]
        if cgr.offering or cgr.pool:
            return False
        ctx.state.pending.pop()
        return True

    def _needs_more(self, ctx: Context, action: SellShares) -> bool:
        """Return whether the sale exceeds the sales of a normal turn and the money is still missing."""
        return self._payment(ctx).lacking(ctx) > 0 and not passes(self.stock_round.check, ctx, action)

    def payment_due(self, ctx: Context) -> PaymentView:
        """Return the payment for the share."""
        payment = self._payment(ctx)
        return PaymentView(payment, payment.due, gettext("a second share of the CGR"))

    def _payment(self, ctx: Context) -> EmergencyPayment:
        decision = ctx.waiting(SecondShareDue)
        return EmergencyPayment(
            decision.player, cheapest(ctx), CGR, self.rule, dict.fromkeys(decision.sold, 0)
        )


@dataclass(frozen=True)
class BuyDown:
    """The purchases by which holders reduce an over-full pool, one share each in turn.

    A player without the money or the certificate room first sells other shares. A player whose legal sales
    would not suffice is skipped. While more than half of the shares are in the pool, no player can reach the
    holding limit.
    """

    emergency: EmergencyMoney
    name: str = gettext_noop("buy a share of the CGR from the over-full pool")
    rule: str = "cgr.market-excess-purchase"
    kinds: tuple[type[Action], ...] = (BuyShare, SellShares)

    def deciders(self, ctx: Context) -> tuple[str, ...]:
        """Return the next holder."""
        players = ctx.waiting(OverfullPool).players
        return players[:1]

    def candidates(self, ctx: Context, player: str) -> Iterable[Choice]:
        """Yield the share, and sales that bring money or certificate room for it."""
        yield BuyShare(player, CGR, POOL)
        for corp in ctx.state.corporations.values():
            if player in corp.shares:
                most = self._most(ctx, player, corp)
                sale = SellShares(player, corp.id, 1)
                yield Amounts(sale, "count", 1, most) if most > 1 else sale

    def check(self, ctx: Context, action: Action) -> None:
        """Refuse a player out of turn, a share from elsewhere than the pool, and sales that are not
        needed."""
        decision = ctx.waiting(OverfullPool)
        if action.player != decision.players[0]:
            ctx.refuse(
                self.rule,
                ACTING_NOW,
                gettext_lazy("{player} buys next", player=decision.players[0]),
            )
        if isinstance(action, BuyShare):
            if action.source != POOL:
                ctx.refuse(
                    self.rule, gettext_lazy("Buying"), gettext_lazy("the share must come from the pool")
                )
            _check_share(ctx, action, self.rule)
            self._check_room(ctx, action)
        elif isinstance(action, SellShares):
            self._check_sale(ctx, action)

    def apply(self, ctx: Context, action: Action) -> None:
        """Buy and pass the turn to the next holder, or sell first."""
        decision = ctx.waiting(OverfullPool)
        if isinstance(action, SellShares):
            self.emergency.sell(ctx, self._payment(ctx), action)
            return
        assert isinstance(action, BuyShare)
        buy(ctx, action)
        decision.players = (*decision.players[1:], action.player)

    def advance(self, ctx: Context) -> bool:
        """End the decision when the pool is within its limit. Skip holders who cannot buy."""
        decision = ctx.waiting(OverfullPool)
        cgr = ctx.state.corporations[CGR]
        if cgr.pool <= ctx.title.board.pool_limit * cgr.total // 100 or not decision.players:
            ctx.state.pending.pop()
            return True
        if self._able(ctx, decision.players[0]):
            return False
        decision.players = decision.players[1:]
        return True

    def _check_room(self, ctx: Context, action: BuyShare) -> None:
        if not _has_room(ctx, action.player):
            why = gettext_lazy(
                "{player} has {count} certificates and the limit is {limit}; others are sold first",
                player=action.player,
                count=in_halves(shares.certificates(ctx, action.player)),
                limit=ctx.title.policies.certificate_limit(ctx),
            )
            rule = ctx.title.policies.certificate_limit_rule(_halves(ctx, action.player))
            ctx.refuse(rule, gettext_lazy("Buying a share of the CGR"), why)

    def _check_sale(self, ctx: Context, action: SellShares) -> None:
        what = selling_shares(action.corp)
        corp = ctx.corp(action.corp, what)
        if corp.id == CGR:
            ctx.refuse(self.rule, what, gettext_lazy("they are what must be bought"))
        shares.check_sale(ctx, action.player, corp, action.count)
        if not self._helps(ctx, action.player, corp, action.count):
            ctx.refuse(
                self.rule, what, gettext_lazy("the money is there, and it makes no room that is lacking")
            )

    def _most(self, ctx: Context, player: str, corp: Corporation) -> int:
        """Return the most shares of a corporation that the player may sell now."""
        most = shares.max_sale(ctx, player, corp)
        return next((n for n in range(1, most) if not self._helps(ctx, player, corp, n + 1)), most)

    def _helps(self, ctx: Context, player: str, corp: Corporation, count: int) -> bool:
        """Return whether the last of ``count`` shares still brings money or room that is missing."""
        trial = Context(ctx.title, ctx.state.copy())
        if count > 1:
            shares.sell(trial, player, trial.state.corporations[corp.id], count - 1)
        counts = chart.zone(trial, trial.state.corporations[corp.id]) not in shares.FREE_ZONES
        return self._payment(trial).lacking(trial) > 0 or (counts and not _has_room(trial, player))

    def _able(self, ctx: Context, player: str) -> bool:
        """Return whether the player can buy the share after selling everything else that may be sold."""
        trial = Context(ctx.title, ctx.state.copy())
        for corp in trial.state.corporations.values():
            if player in corp.shares and corp.id != CGR and (most := shares.max_sale(trial, player, corp)):
                shares.sell(trial, player, corp, most)
        return self._payment(trial).lacking(trial) <= 0 and _has_room(trial, player)

    def payment_due(self, ctx: Context) -> PaymentView:
        """Return the payment for the share."""
        payment = self._payment(ctx)
        return PaymentView(payment, payment.due, gettext("a share of the CGR"))

    def _payment(self, ctx: Context) -> EmergencyPayment:
        decision = ctx.waiting(OverfullPool)
        price = chart.price(ctx, ctx.state.corporations[CGR])
        return EmergencyPayment(decision.players[0], price, CGR, self.rule)


def _halves(ctx: Context, player: str) -> int:
    """Return the weight of one more CGR share for a player, in halves of a certificate.

    It is 0 if the share completes the president's certificate.
    """
    cgr = ctx.state.corporations[CGR]
    completes = cgr.president == player and cgr.double == 1
    return 0 if completes else ctx.title.policies.certificate_weight(ctx, cgr)


def _has_room(ctx: Context, player: str) -> bool:
    halves = _halves(ctx, player)
    return not halves or shares.room_for(ctx, player, halves)


def cheapest(ctx: Context) -> int:
    """Return the least price of a second share, in dollars."""
    cgr = ctx.state.corporations[CGR]
    prices = []
    if cgr.offering:
        prices.append(cgr.par)
    if cgr.pool:
        prices.append(chart.price(ctx, cgr))
    return min(prices, default=0)


def _check_share(ctx: Context, action: BuyShare, rule: str) -> None:
    what = buying_a_share(action.corp, action.source)
    cgr = ctx.state.corporations[CGR]
    if action.corp != CGR:
        ctx.refuse(rule, what, gettext_lazy("it must be a share of the CGR"))
    if action.president:
        ctx.refuse("stock.buy.sources", what, gettext_lazy("its president's certificate is not for sale"))
    if not {OFFERING: cgr.offering, POOL: cgr.pool}.get(action.source, 0):
        ctx.refuse("stock.buy.sources", what, gettext_lazy("there is none"))
    price = stock.price_of(ctx, cgr, action.source)
    cash = ctx.state.players[action.player].cash
    if cash < price:
        ctx.refuse(rule, what, costs(price, action.player, cash))


def buy(ctx: Context, action: BuyShare, *, given: str = "") -> None:
    """Pay for a share and transfer it.

    The share comes from the place ``given``, or else from where it was bought. In recorded games any purchase
    receives the missing half of the president's certificate.
    """
    cgr = ctx.state.corporations[CGR]
    price = stock.price_of(ctx, cgr, action.source)
    pay(ctx, ctx.state.players[action.player], None, price, "shares")
    move_shares(ctx, cgr, given or action.source, action.player, 1)
    ctx.note(events.ShareBought(action.player, CGR, cgr.percent, action.source, price))
    if cgr.president == action.player:
        cgr.double = 2
    shares.settle_presidency(ctx, cgr)
