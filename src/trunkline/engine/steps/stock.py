"""The stock round: players sell and buy in turn until all pass in a row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from trunkline.engine.kernel import chart, events, shares
from trunkline.engine.kernel.action import (
    Action,
    AssignPower,
    BuyBond,
    BuyPrivate,
    BuyShare,
    Pass,
    SellBonds,
    SellShares,
    StartCorporation,
)
from trunkline.engine.kernel.choice import Amounts, Choice
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.ledger import move_shares, on_sale, pay
from trunkline.engine.kernel.refusal import passes
from trunkline.engine.kernel.refusal_texts import (
    ACTING_NOW,
    PASSING,
    buying_private,
    buying_share,
    costs,
    selling_bonds,
    selling_shares,
    starting,
    turn_of,
)
from trunkline.engine.kernel.state import OFFERING, POOL, TREASURY, Corporation, StockTurn
from trunkline.engine.mechanisms import bonds, purchase_limits
from trunkline.engine.steps import bond_trade, excess_sales, offers, private_trade, share_exchange
from trunkline.engine.steps.excess_sales import stock_turn
from trunkline.util.messages import Message, gettext_lazy, gettext_noop

NO_SELLING = gettext_lazy("nothing may be sold in the initial stock round")
SALES_FIRST = gettext_lazy("sales come before the purchase")


@dataclass(frozen=True)
class StockRound:
    """A round of turns with sales and a purchase; ``sources`` are the places that sell shares.

    ``trade_privates`` lets players buy privates from each other if the board does. ``sell_after`` allows
    sales after the purchase if none came before it; with ``sell_before_and_after`` there may be sales before
    it too. ``in_lots`` allows several sales of a corporation in a turn. ``ended`` runs after the round.
    ``before_turn`` may add a duty before a player's turn. With ``bonds`` players also trade bonds with the
    pool. Sales come before the purchase, which may be of a bond.
    """

    ended: Callable[[Context], None]
    sources: tuple[str, ...] = (OFFERING, POOL)
    trade_privates: bool = True
    sell_after: bool = True
    sell_before_and_after: bool = False
    in_lots: bool = False
    before_turn: Callable[[Context, str], bool] = lambda ctx, player: False
    rises: Callable[[Context], list[Corporation]] = chart.order
    """The order in which the tokens of sold-out corporations rise. Those that are left out stay."""
    reduced_by_degrees: bool = False
    """True if a player over a limit may sell in several steps, each less than the excess."""
    bonds: bool = False
    several_in: tuple[str, ...] = ()
    """Zones of the chart in which a player may buy several certificates of a corporation in a turn."""
    exchanges: share_exchange.Exchanges = ()
    """Privates that players may exchange for shares in their turn. An exchange is no purchase."""
    name: str = gettext_noop("buy, sell or pass")
    rule: str = "sr.turn-shape"

    kinds: tuple[type[Action], ...] = field(init=False, compare=False)
    """Purchases, sales and a pass."""

    def __post_init__(self) -> None:
        traded = (*(bond_trade.KINDS if self.bonds else ()), *((AssignPower,) if self.exchanges else ()))
        kinds = (Pass, BuyShare, StartCorporation, SellShares, BuyPrivate, *traded)
        object.__setattr__(self, "kinds", kinds)

    def deciders(self, ctx: Context) -> tuple[str, ...]:
        """Return the player whose turn it is."""
        return (stock_turn(ctx).turn,)

    def candidates(self, ctx: Context, player: str) -> Iterable[Choice]:
        """Return every share on sale, every holding, other players' privates, and a pass."""
        yield Pass(player)
        turn, banned = stock_turn(ctx), purchase_limits.banned(ctx, player)
        buying = ctx.include_illegal or passes(self._check_buying, ctx, turn, ACTING_NOW)
        selling = ctx.include_illegal or (
            ctx.lists((SellShares,)) and passes(self._check_selling, ctx, turn, ACTING_NOW)
        )
        pars = self._pars(ctx, player) if buying else []
        for corp in ctx.state.corporations.values():
            if not corp.started:
                yield from self._starts(ctx, player, corp, pars)
                continue
            if buying or self._may_buy_another(ctx, turn, corp):
                yield from self._purchases(ctx, player, corp, corp.id in banned)
            if selling and player in corp.shares:
                yield from self._sales(ctx, turn, player, corp)
        if self.bonds:
            yield from bond_trade.candidates(ctx, player)
        yield from share_exchange.candidates(ctx, self.exchanges, player)
        if buying and self._trades_privates(ctx):
            yield from offers.private_offers(ctx, player)

    def _starts(self, ctx: Context, player: str, corp: Corporation, pars: Sequence[int]) -> Iterable[Choice]:
        """Yield a start of a corporation at each par price."""
        if ctx.include_illegal or (
            pars and not corp.closed and passes(self._check_startable, ctx, corp, ACTING_NOW)
        ):
            for par in pars:
                yield StartCorporation(player, corp.id, par)

    def _purchases(self, ctx: Context, player: str, corp: Corporation, banned: bool) -> Iterable[Choice]:
        """Yield a purchase of a corporation's share from each source that the player can pay."""
        for source in self.sources:
            if on_sale(ctx, corp, source) and (
                ctx.include_illegal or (not banned and _can_pay(ctx, player, price_of(ctx, corp, source)))
            ):
                yield BuyShare(player, corp.id, source)
        if corp.certificate:
            yield BuyShare(player, corp.id, corp.certificate, president=True)

    def _sales(self, ctx: Context, turn: StockTurn, player: str, corp: Corporation) -> Iterable[Choice]:
        """Yield the sale of a player's shares in a corporation, with the possible numbers of shares."""
        most = shares.max_sale(ctx, player, corp, keep=excess_sales.bought_and_kept(turn, corp))
        if most or ctx.include_illegal:
            low = excess_sales.least_sale(ctx, turn, corp, most, in_lots=self.in_lots)
            sale = SellShares(player, corp.id, low)
            yield Amounts(sale, "count", low, most) if most > low else sale

    def _pars(self, ctx: Context, player: str) -> list[int]:
        """Return the par prices at which the player could start a corporation, if any is left to start."""
        if all(corp.started for corp in ctx.state.corporations.values()):
            return []
        pars = ctx.title.board.par_values
        return [
            par
            for par in pars
            if ctx.include_illegal or (purchase_limits.is_open(ctx, par) and _can_pay(ctx, player, 2 * par))
        ]

    def check(self, ctx: Context, action: Action) -> None:
        """Check the turn, its order, the limits and the money."""
        turn = stock_turn(ctx)
        if action.player != turn.turn:
            ctx.refuse("sr.turn-order", ACTING_NOW, turn_of(turn.turn))
        match action:
            case Pass():
                self._check_pass(ctx, turn)
            case SellShares():
                self._check_sale(ctx, turn, action)
            case StartCorporation():
                self._check_start(ctx, turn, action)
            case BuyShare():
                self._check_purchase(ctx, turn, action)
            case BuyPrivate():
                self._check_private(ctx, turn, action)
            case AssignPower():
                share_exchange.check(ctx, self.exchanges, action)
            case BuyBond():
                self._check_bond(ctx, turn, action)
            case SellBonds():
                self._check_bonds_sold(ctx, turn, action)

    def apply(self, ctx: Context, action: Action) -> None:
        """Carry out one part of a turn."""
        turn = stock_turn(ctx)
        match action:
            case Pass():
                if not turn.bought and not turn.sold:
                    turn.passes += 1
                    ctx.note(events.Passed(action.player))
                self._next(ctx, turn)
                return
            case SellShares():
                purchase_limits.ban(ctx, action.player, action.corp, ctx.state.round.number)
                corp = ctx.state.corporations[action.corp]
                price = turn.sold.get(corp.id, chart.price(ctx, corp))
                turn.sold = {**turn.sold, corp.id: price}
                # With several purchases, a sale after one ends them.
                turn.sold_before = not turn.bought or (turn.sold_before and not self.several_in)
                shares.sell(ctx, action.player, corp, action.count, price)
            case StartCorporation():
                self._start(ctx, turn, action)
            case BuyShare():
                self._buy(ctx, turn, action)
            case BuyPrivate():
                offers.propose_private(ctx, action, offers.buy_private)
            case AssignPower():
                share_exchange.apply(ctx, self.exchanges, action)
            case BuyBond():
                bond_trade.buy(ctx, turn, action.player)
            case SellBonds():
                bond_trade.sell(ctx, turn, action.player, action.count)
        if not isinstance(action, BuyPrivate):
            ctx.state.traded(action.player)

    def advance(self, ctx: Context) -> bool:
        """End a turn with nothing left to do, and the round after all have passed."""
        turn = ctx.state.stock
        if turn is None:
            return False
        if turn.passes >= len(ctx.state.seats):
            ctx.state.stock = None
            self.rise(ctx)
            self.ended(ctx)
            return True
        if not turn.bought and not turn.sold and self.before_turn(ctx, turn.turn):
            return True
        if turn.bought and not self._may_sell(ctx, turn) and not self._has_another(ctx, turn):
            self._next(ctx, turn)
            return True
        return False

    # -- checks

    def _check_pass(self, ctx: Context, turn: StockTurn) -> None:
        excess_sales.check_reduced(ctx, self.in_lots, PASSING)

    def _check_sale(self, ctx: Context, turn: StockTurn, action: SellShares) -> None:
        what = selling_shares(action.corp)
        if action.corp in ctx.state.privates:
            ctx.refuse("sell.private", what, gettext_lazy("it is a private company, which is not sold here"))
        corp = ctx.corp(action.corp, what)
        self._check_selling(ctx, turn, what)
        if corp.id in turn.sold and not self.in_lots:
            ctx.refuse(
                "sell.one-sale",
                what,
                gettext_lazy("its shares were sold in this turn already; one sale holds them all"),
            )
        shares.check_sale(
            ctx, action.player, corp, action.count, keep=excess_sales.bought_and_kept(turn, corp)
        )
        now, tolerated = excess_sales.current_excess(ctx)
        if self.reduced_by_degrees or now <= tolerated:
            return
        least = excess_sales.least_excess(ctx, self.in_lots, None)
        if excess_sales.least_excess(ctx, self.in_lots, action) > max(tolerated, least):
            too_few = gettext_lazy("one sale holds all of them, and that leaves too many in hand")
            ctx.refuse(excess_sales.reduction_rule(least), what, too_few)

    def _check_selling(self, ctx: Context, turn: StockTurn, what: Message) -> None:
        if not turn.selling:
            ctx.refuse("opening.no-selling", what, NO_SELLING)
        if turn.bought and not self.sell_after:
            ctx.refuse("sr.turn-shape", what, SALES_FIRST)

    def _check_buying(self, ctx: Context, turn: StockTurn, what: Message) -> None:
        if turn.bought:
            why = gettext_lazy("{corp} was bought in this turn already", corp=turn.bought)
            ctx.refuse("buy.one-certificate", what, why)

    def _may_buy_another(self, ctx: Context, turn: StockTurn, corp: Corporation) -> bool:
        """Return whether a player who has bought a certificate of a corporation may buy another one."""
        return (
            turn.bought == corp.id
            and chart.zone(ctx, corp) in self.several_in
            and (turn.sold_before or not turn.sold)
        )

    def _has_another(self, ctx: Context, turn: StockTurn) -> bool:
        """Return whether the player can buy another certificate of the corporation."""
        corp = ctx.state.corporations.get(turn.bought)
        if corp is None or not self._may_buy_another(ctx, turn, corp):
            return False
        offers = self._purchases(ctx, turn.turn, corp, banned=False)
        return any(passes(self.check, ctx, offer) for offer in offers if isinstance(offer, BuyShare))

    def _check_start(self, ctx: Context, turn: StockTurn, action: StartCorporation) -> None:
        what = starting(action.corp, action.par)
        corp = ctx.corp(action.corp, what)
        self._check_startable(ctx, corp, what)
        self._check_buying(ctx, turn, what)
        self._check_start_price(ctx, action.player, action.par, what)
        excess_sales.check_reduced(ctx, self.in_lots, what)
        purchase_limits.check_limits(ctx, action.player, corp, 2, what)

    def _check_startable(self, ctx: Context, corp: Corporation, what: Message) -> None:
        purchase_limits.check_open(ctx, corp, what)
        if corp.started:
            ctx.refuse("buy.president-first", what, gettext_lazy("{corp} has been started", corp=corp.id))
        ctx.title.policies.may_buy_offering(ctx, corp)

    def _check_start_price(self, ctx: Context, player: str, par: int, what: Message) -> None:
        purchase_limits.check_par(ctx, par, what)
        self._check_cash(ctx, player, 2 * par, what)

    def _check_purchase(self, ctx: Context, turn: StockTurn, action: BuyShare) -> None:
        count = _shares_of(action)
        what = buying_share(action)
        corp = ctx.corp(action.corp, what)
        purchase_limits.check_open(ctx, corp, what)
        if not self._may_buy_another(ctx, turn, corp):
            self._check_buying(ctx, turn, what)
        if action.source not in self.sources:
            any_of_three = gettext_lazy("shares come from the IPO or the pool or its treasury")
            either = gettext_lazy("shares come from the IPO or the pool")
            ctx.refuse("buy.only-channels", what, any_of_three if TREASURY in self.sources else either)
        if action.source == OFFERING or not corp.started:
            ctx.title.policies.may_buy_offering(ctx, corp)
        if not corp.started:
            ctx.refuse(
                "buy.president-first", what, gettext_lazy("the president's certificate must be bought first")
            )
        there = corp.certificate == action.source if action.president else on_sale(ctx, corp, action.source)
        if not there:
            ctx.refuse("buy.sources", what, gettext_lazy("there is none"))
        purchase_limits.check_ban(ctx, action.player, corp, what)
        self._check_cash(ctx, action.player, count * price_of(ctx, corp, action.source), what)
        excess_sales.check_reduced(ctx, self.in_lots, what)
        purchase_limits.check_limits(ctx, action.player, corp, count, what)

    def _check_cash(self, ctx: Context, player: str, price: int, what: Message) -> None:
        if not _can_pay(ctx, player, price):
            cash = ctx.state.players[player].cash
            ctx.refuse("buy.price", what, costs(price, player, cash))

    def _check_private(self, ctx: Context, turn: StockTurn, action: BuyPrivate) -> None:
        what = buying_private(ctx.private_name(action.private))
        if not self._trades_privates(ctx):
            ctx.refuse("private.trade", what, gettext_lazy("privates are not traded between players"))
        if not turn.selling:
            ctx.refuse("opening.no-selling", what, NO_SELLING)
        self._check_buying(ctx, turn, what)
        offers.check_private(ctx, action)
        private_trade.check_buyer(ctx, action, what)
        excess_sales.check_reduced(ctx, self.in_lots, what)
        private_trade.check_room(ctx, action, what)
        self._check_cash(ctx, action.player, action.price, what)

    def _check_bond(self, ctx: Context, turn: StockTurn, action: BuyBond) -> None:
        what = gettext_lazy("Buying a bond")
        self._check_buying(ctx, turn, what)
        bond_trade.check_purchase(ctx, turn, action.player, what)
        excess_sales.check_reduced(ctx, self.in_lots, what)

    def _check_bonds_sold(self, ctx: Context, turn: StockTurn, action: SellBonds) -> None:
        self._check_selling(ctx, turn, selling_bonds(action.count))
        bonds.check_sale(ctx, action.player, action.count)
        excess_sales.check_reduced(ctx, self.in_lots, selling_bonds(action.count))

    def _trades_privates(self, ctx: Context) -> bool:
        return self.trade_privates and ctx.title.board.private_rules.sellable

    # -- effects

    def _start(self, ctx: Context, turn: StockTurn, action: StartCorporation) -> None:
        corp = ctx.state.corporations[action.corp]
        corp.president = action.player
        chart.start(ctx, corp, action.par)
        ctx.note(events.Started(action.player, corp.id, action.par), "buy.president-first")
        for react in ctx.title.reactions.started:
            react(ctx, corp)
        self._take_from_offering(ctx, corp, action.player, 2)
        turn.bought = corp.id
        turn.bought_shares = 2

    def _buy(self, ctx: Context, turn: StockTurn, action: BuyShare) -> None:
        corp = ctx.state.corporations[action.corp]
        count = _shares_of(action)
        price = count * price_of(ctx, corp, action.source)
        ctx.note(events.ShareBought(action.player, corp.id, count * corp.percent, action.source, price))
        if action.source == OFFERING:
            self._take_from_offering(ctx, corp, action.player, 1)
        else:
            move_shares(ctx, corp, self._taken_from(ctx, corp, action), action.player, count)
            pay(
                ctx,
                ctx.state.players[action.player],
                corp if action.source == TREASURY else None,
                price,
                "shares",
            )
        turn.bought_shares = count + (turn.bought_shares if turn.bought == corp.id else 0)
        turn.bought = corp.id
        shares.settle_presidency(ctx, corp)

    def _taken_from(self, ctx: Context, corp: Corporation, action: BuyShare) -> str:
        """Return the place that gives a paid share. The missing half of a one-share president's certificate
        may go to a player who becomes president by paying for any share."""
        missing = corp.double == 1 and corp.president != action.player and action.player in corp.shares
        given = missing and ctx.title.policies.one_share_president and corp.offering
        return OFFERING if given else action.source

    def _take_from_offering(self, ctx: Context, corp: Corporation, player: str, count: int) -> None:
        price = count * ctx.title.policies.offering_price(ctx, corp)
        move_shares(ctx, corp, OFFERING, player, count)
        pay(ctx, ctx.state.players[player], None, price, "shares")
        for react in ctx.title.reactions.offering_sold:
            react(ctx, corp, player, count, price)

    def _may_sell(self, ctx: Context, turn: StockTurn) -> bool:
        if not turn.selling or not self.sell_after or (turn.sold_before and not self.sell_before_and_after):
            return False
        return any(
            shares.max_sale(ctx, turn.turn, corp, keep=excess_sales.bought_and_kept(turn, corp))
            for corp in ctx.state.corporations.values()
            if turn.turn in corp.shares and (self.in_lots or corp.id not in turn.sold)
        )

    def _next(self, ctx: Context, turn: StockTurn) -> None:
        if turn.bought or turn.sold:
            turn.passes = 0
        ctx.state.stock = StockTurn(
            ctx.state.left_of(turn.turn),
            passes=turn.passes,
            selling=turn.selling,
            done=(*turn.done, turn.turn) if turn.turn not in turn.done else turn.done,
        )
        for react in ctx.title.reactions.stock_turn_ended:
            react(ctx, turn.turn)

    def rise(self, ctx: Context) -> None:
        """Move up the tokens of corporations whose shares are all in players' hands."""
        for corp in self.rises(ctx):
            if sum(corp.shares.values()) == corp.total:
                ctx.note(events.SoldOut(corp.id), "sr-end.sold-out")
                chart.up(ctx, corp)


def begin(ctx: Context, first: str, *, selling: bool = True) -> None:
    """Start a stock round with this player."""
    ctx.state.stock = StockTurn(first, selling=selling)
    for react in ctx.title.reactions.stock_round_began:
        react(ctx)


def _can_pay(ctx: Context, player: str, price: int) -> bool:
    return ctx.state.players[player].cash >= price


def _shares_of(action: BuyShare) -> int:
    """Return the number of shares of the bought certificate."""
    return 2 if action.president else 1


def price_of(ctx: Context, corp: Corporation, source: str) -> int:
    """Return the price of one share at one of the places that sell it, in dollars."""
    return ctx.title.policies.offering_price(ctx, corp) if source == OFFERING else chart.price(ctx, corp)
