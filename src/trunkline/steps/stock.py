"""The stock round: players sell and buy in turn until all pass in a row."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from trunkline.kernel import chart, events, shares
from trunkline.kernel.action import (
    Action,
    BuyBond,
    BuyPrivate,
    BuyShare,
    Pass,
    SellBonds,
    SellShares,
    StartCorporation,
)
from trunkline.kernel.choice import Amounts, Choice
from trunkline.kernel.ledger import move_shares, on_sale, pay
from trunkline.kernel.refusal import passes
from trunkline.kernel.state import OFFERING, POOL, TREASURY, Corporation, StockTurn
from trunkline.kernel.table import Table, once
from trunkline.mechanisms import bonds, purchases
from trunkline.steps import bond_trade, offers

PLACES = {OFFERING: "the IPO", POOL: "the pool", TREASURY: "its treasury"}


@dataclass(frozen=True)
class StockRound:
    """A round of turns with sales and a purchase; ``sources`` are the places that sell shares.

    ``trade_privates`` lets players buy privates from each other if the board does. ``sell_after`` allows
    sales after the purchase if none came before it. ``in_lots`` allows several sales of a corporation in a
    turn. ``ended`` runs after the round. ``before_turn`` may add a duty before a player's turn. With
    ``bonds`` players also trade bonds with the pool. Sales come before the purchase, which may be of a bond.
    """

    ended: Callable[[Table], None]
    sources: tuple[str, ...] = (OFFERING, POOL)
    trade_privates: bool = True
    sell_after: bool = True
    in_lots: bool = False
    before_turn: Callable[[Table, str], bool] = lambda t, player: False
    rises: Callable[[Table], list[Corporation]] = chart.order
    """The order in which the tokens of sold-out corporations rise."""
    reduced_by_degrees: bool = False
    """True if a player over a limit may sell in several steps, each less than the excess."""
    bonds: bool = False
    name: str = "buy, sell or pass"
    rule: str = "sr.turn-shape"

    kinds: tuple[type[Action], ...] = field(init=False, compare=False)
    """Purchases, sales and a pass."""

    def __post_init__(self) -> None:
        traded = bond_trade.KINDS if self.bonds else ()
        kinds = (Pass, BuyShare, StartCorporation, SellShares, BuyPrivate, *traded)
        object.__setattr__(self, "kinds", kinds)

    def deciders(self, t: Table) -> tuple[str, ...]:
        """Return the player whose turn it is."""
        return (_turn(t).turn,)

    def candidates(self, t: Table, player: str) -> Iterable[Choice]:
        """Return every share on sale, every holding, other players' privates, and a pass."""
        yield Pass(player)
        turn, banned = _turn(t), purchases.banned(t, player)
        buying = t.wide or passes(self._check_buying, t, turn, "")
        selling = t.wide or passes(self._check_selling, t, turn, "")
        pars = self._pars(t, player) if buying else []
        for corp in t.state.corporations.values():
            if not corp.started:
                if t.wide or (pars and not corp.closed and passes(self._check_startable, t, corp, "")):
                    yield from (StartCorporation(player, corp.id, par) for par in pars)
                continue
            if buying:
                for source in self.sources:
                    if on_sale(t, corp, source) and (
                        t.wide or (corp.id not in banned and _can_pay(t, player, price_of(t, corp, source)))
                    ):
                        yield BuyShare(player, corp.id, source)
                if corp.certificate:
                    yield BuyShare(player, corp.id, corp.certificate, president=True)
            if selling and player in corp.shares:
                most = shares.max_sale(t, player, corp, keep=_kept(turn, corp))
                if most or t.wide:
                    low = self._least_sale(t, turn, corp, most)
                    sale = SellShares(player, corp.id, low)
                    yield Amounts(sale, "count", low, most) if most > low else sale
        if self.bonds:
            yield from bond_trade.candidates(t, player)
        if buying and self._trades_privates(t):
            cash = t.state.players[player].cash
            for private in t.state.privates.values():
                if private.player and private.player != player:
                    offer = BuyPrivate(player, private.id, 0)
                    yield Amounts(offer, "price", 0, cash) if cash > 0 else offer

    def _pars(self, t: Table, player: str) -> list[int]:
        """Return the par prices at which the player could start a corporation, if any is left to start."""
        if all(corp.started for corp in t.state.corporations.values()):
            return []
        pars = t.title.board.par_values
        return [par for par in pars if t.wide or (_is_open(t, par) and _can_pay(t, player, 2 * par))]

    def check(self, t: Table, action: Action) -> None:
        """Check the turn, its order, the limits and the money."""
        turn = _turn(t)
        if action.player != turn.turn:
            t.refuse("sr.turn-order", "Acting now", f"it is {turn.turn}'s turn")
        match action:
            case Pass():
                self._check_pass(t, turn)
            case SellShares():
                self._check_sale(t, turn, action)
            case StartCorporation():
                self._check_start(t, turn, action)
            case BuyShare():
                self._check_purchase(t, turn, action)
            case BuyPrivate():
                self._check_private(t, turn, action)
            case BuyBond():
                self._check_bond(t, turn, action)
            case SellBonds():
                self._check_bonds_sold(t, turn, action)

    def apply(self, t: Table, action: Action) -> None:
        """Carry out one part of a turn."""
        turn = _turn(t)
        match action:
            case Pass():
                if not turn.bought and not turn.sold:
                    turn.passes += 1
                    t.note(events.Passed(action.player))
                self._next(t, turn)
                return
            case SellShares():
                purchases.ban(t, action.player, action.corp, t.state.round.number)
                corp = t.state.corporations[action.corp]
                price = turn.sold.get(corp.id, chart.price(t, corp))
                turn.sold = {**turn.sold, corp.id: price}
                turn.sold_before = turn.sold_before or not turn.bought
                shares.sell(t, action.player, corp, action.count, price)
            case StartCorporation():
                self._start(t, turn, action)
            case BuyShare():
                self._buy(t, turn, action)
            case BuyPrivate():
                offers.propose_private(t, action, offers.buy_private)
            case BuyBond():
                bond_trade.buy(t, turn, action.player)
            case SellBonds():
                bond_trade.sell(t, turn, action.player, action.count)
        if not isinstance(action, BuyPrivate):
            t.state.traded(action.player)

    def advance(self, t: Table) -> bool:
        """End a turn with nothing left to do, and the round after all have passed."""
        turn = t.state.stock
        if turn is None:
            return False
        if turn.passes >= len(t.state.seats):
            t.state.stock = None
            self.rise(t)
            self.ended(t)
            return True
        if not turn.bought and not turn.sold and self.before_turn(t, turn.turn):
            return True
        if turn.bought and not self._may_sell(t, turn):
            self._next(t, turn)
            return True
        return False

    # -- checks

    def _check_pass(self, t: Table, turn: StockTurn) -> None:
        self._check_reduced(t, turn, "Passing")

    def _check_reduced(self, t: Table, turn: StockTurn, what: str) -> None:
        """Refuse the action if the player is over a limit that sales can still reduce."""
        player = turn.turn
        now, tolerated = _excess(t)
        if now <= tolerated or not turn.selling:
            return
        least = _least_excess(t, self.in_lots, None)
        if now <= least:
            return
        over = shares.over_shares(t, player)
        if over:
            why = f"{player} holds more of {', '.join(corp.id for corp in over)} than is allowed"
        else:
            held = shares.certificates(t, player) / 2
            why = f"{player} has {held:g} certificates, the limit is {t.title.policies.certificate_limit(t)}"
        must = f"{why}, and must sell first"
        t.refuse(_reduction_rule(least), what, must)

    def _least_sale(self, t: Table, turn: StockTurn, corp: Corporation, most: int) -> int:
        """Return the fewest shares of a corporation that may be sold: more than one if a limit requires
        it."""
        if most < 2 or self.in_lots or corp.id in turn.sold:
            return 1
        now, tolerated = _excess(t)
        if now <= tolerated:
            return 1
        least = max(tolerated, _least_excess(t, self.in_lots, None))
        sales = (SellShares(turn.turn, corp.id, count) for count in range(1, most))
        return next((s.count for s in sales if _least_excess(t, self.in_lots, s) <= least), most)

    def _check_sale(self, t: Table, turn: StockTurn, action: SellShares) -> None:
        what = f"Selling shares of {action.corp}"
        if action.corp in t.state.privates:
            t.refuse("sell.private", what, "it is a private company, which is not sold here")
        corp = t.corp(action.corp, what)
        self._check_selling(t, turn, what)
        if corp.id in turn.sold and not self.in_lots:
            t.refuse(
                "sell.one-sale", what, "its shares were sold in this turn already; one sale holds them all"
            )
        shares.check_sale(t, action.player, corp, action.count, keep=_kept(turn, corp))
        now, tolerated = _excess(t)
        if self.reduced_by_degrees or now <= tolerated:
            return
        least = _least_excess(t, self.in_lots, None)
        if _least_excess(t, self.in_lots, action) > max(tolerated, least):
            too_few = "one sale holds all of them, and that leaves too many in hand"
            t.refuse(_reduction_rule(least), what, too_few)

    def _check_selling(self, t: Table, turn: StockTurn, what: str) -> None:
        if not turn.selling:
            t.refuse("opening.no-selling", what, "nothing may be sold in the initial stock round")
        if turn.bought and not self.sell_after:
            t.refuse("sr.turn-shape", what, "sales come before the purchase")

    def _check_buying(self, t: Table, turn: StockTurn, what: str) -> None:
        if turn.bought:
            t.refuse("buy.one-certificate", what, f"{turn.bought} was bought in this turn already")

    def _check_start(self, t: Table, turn: StockTurn, action: StartCorporation) -> None:
        what = f"Starting {action.corp} at ${action.par:,}"
        corp = t.corp(action.corp, what)
        self._check_startable(t, corp, what)
        self._check_buying(t, turn, what)
        self._check_start_price(t, action.player, action.par, what)
        self._check_reduced(t, turn, what)
        purchases.check_limits(t, action.player, corp, 2, what)

    def _check_startable(self, t: Table, corp: Corporation, what: str) -> None:
        purchases.check_open(t, corp, what)
        if corp.started:
            t.refuse("buy.president-first", what, f"{corp.id} has been started")
        t.title.policies.may_buy_offering(t, corp)

    def _check_start_price(self, t: Table, player: str, par: int, what: str) -> None:
        check_par(t, par, what)
        self._check_cash(t, player, 2 * par, what)

    def _check_purchase(self, t: Table, turn: StockTurn, action: BuyShare) -> None:
        count, thing = _certificate(action)
        what = f"Buying {thing} of {action.corp} from the {action.source}"
        corp = t.corp(action.corp, what)
        purchases.check_open(t, corp, what)
        self._check_buying(t, turn, what)
        if action.source not in self.sources:
            places = " or ".join(PLACES[source] for source in self.sources)
            t.refuse("buy.only-channels", what, f"shares come from {places}")
        if action.source == OFFERING or not corp.started:
            t.title.policies.may_buy_offering(t, corp)
        if not corp.started:
            t.refuse("buy.president-first", what, "the president's certificate must be bought first")
        there = corp.certificate == action.source if action.president else on_sale(t, corp, action.source)
        if not there:
            t.refuse("buy.sources", what, "there is none")
        purchases.check_ban(t, action.player, corp, what)
        self._check_cash(t, action.player, count * price_of(t, corp, action.source), what)
        self._check_reduced(t, turn, what)
        purchases.check_limits(t, action.player, corp, count, what)

    def _check_cash(self, t: Table, player: str, price: int, what: str) -> None:
        if not _can_pay(t, player, price):
            cash = t.state.players[player].cash
            t.refuse("buy.price", what, f"it costs ${price:,} and {player} has ${cash:,}")

    def _check_private(self, t: Table, turn: StockTurn, action: BuyPrivate) -> None:
        what = f"Buying {t.private_name(action.private)}"
        if not self._trades_privates(t):
            t.refuse("private.trade", what, "privates are not traded between players")
        if not turn.selling:
            t.refuse("opening.no-selling", what, "nothing may be sold in the initial stock round")
        self._check_buying(t, turn, what)
        offers.check_private(t, action)
        if action.corp:
            t.refuse("private.corporation-buys", what, "corporations buy in their operating turns")
        self._check_reduced(t, turn, what)
        if not shares.room_for(t, action.player, t.title.policies.private_weight):
            limit = t.title.policies.certificate_limit(t)
            t.refuse("buy.certificate-limit", what, f"{action.player} is at the certificate limit of {limit}")
        if action.price < 0:
            t.refuse("private.trade", what, "the price must be at least $0")
        self._check_cash(t, action.player, action.price, what)

    def _check_bond(self, t: Table, turn: StockTurn, action: BuyBond) -> None:
        what = "Buying a bond"
        self._check_buying(t, turn, what)
        bond_trade.check_purchase(t, turn, action.player, what)
        self._check_reduced(t, turn, what)

    def _check_bonds_sold(self, t: Table, turn: StockTurn, action: SellBonds) -> None:
        what = f"Selling {shares.plural(action.count, 'bond')}"
        if not turn.selling:
            t.refuse("opening.no-selling", what, "nothing may be sold in the initial stock round")
        if turn.bought:
            t.refuse("sr.turn-shape", what, "sales come before the purchase")
        bonds.check_sale(t, action.player, action.count)
        self._check_reduced(t, turn, what)

    def _trades_privates(self, t: Table) -> bool:
        return self.trade_privates and t.title.board.private_rules.sellable

    # -- effects

    def _start(self, t: Table, turn: StockTurn, action: StartCorporation) -> None:
        corp = t.state.corporations[action.corp]
        corp.president = action.player
        chart.start(t, corp, action.par)
        t.note(events.Started(action.player, corp.id, action.par), "buy.president-first")
        for react in t.title.reactions.started:
            react(t, corp)
        self._take_from_offering(t, corp, action.player, 2)
        turn.bought = corp.id
        turn.bought_shares = 2

    def _buy(self, t: Table, turn: StockTurn, action: BuyShare) -> None:
        corp = t.state.corporations[action.corp]
        count, _ = _certificate(action)
        price = count * price_of(t, corp, action.source)
        t.note(events.ShareBought(action.player, corp.id, count * corp.percent, action.source, price))
        if action.source == OFFERING:
            self._take_from_offering(t, corp, action.player, 1)
        else:
            move_shares(t, corp, self._taken_from(t, corp, action), action.player, count)
            pay(
                t,
                t.state.players[action.player],
                corp if action.source == TREASURY else None,
                price,
                "shares",
            )
        turn.bought = corp.id
        turn.bought_shares = count
        shares.settle_presidency(t, corp)

    def _taken_from(self, t: Table, corp: Corporation, action: BuyShare) -> str:
        """Return the place that gives a paid share. The missing half of a one-share president's certificate
        may go to a player who becomes president by paying for any share."""
        missing = corp.double == 1 and corp.president != action.player and action.player in corp.shares
        given = missing and t.title.policies.half_given and corp.offering
        return OFFERING if given else action.source

    def _take_from_offering(self, t: Table, corp: Corporation, player: str, count: int) -> None:
        price = count * t.title.policies.offering_price(t, corp)
        move_shares(t, corp, OFFERING, player, count)
        pay(t, t.state.players[player], None, price, "shares")
        for react in t.title.reactions.offering_sold:
            react(t, corp, player, count, price)

    def _may_sell(self, t: Table, turn: StockTurn) -> bool:
        if not turn.selling or turn.sold_before or not self.sell_after:
            return False
        return any(
            shares.max_sale(t, turn.turn, corp, keep=_kept(turn, corp))
            for corp in t.state.corporations.values()
            if turn.turn in corp.shares and corp.id not in turn.sold
        )

    def _next(self, t: Table, turn: StockTurn) -> None:
        if turn.bought or turn.sold:
            turn.passes = 0
        t.state.stock = StockTurn(
            t.state.left_of(turn.turn),
            passes=turn.passes,
            selling=turn.selling,
            done=(*turn.done, turn.turn) if turn.turn not in turn.done else turn.done,
        )
        for react in t.title.reactions.stock_turn_ended:
            react(t, turn.turn)

    def rise(self, t: Table) -> None:
        """Move up the tokens of corporations whose shares are all in players' hands."""
        for corp in self.rises(t):
            if sum(corp.shares.values()) == corp.total:
                t.note(events.SoldOut(corp.id), "sr-end.sold-out")
                chart.up(t, corp)


def begin(t: Table, first: str, *, selling: bool = True) -> None:
    """Start a stock round with this player."""
    t.state.stock = StockTurn(first, selling=selling)
    for react in t.title.reactions.stock_round_began:
        react(t)


def check_par(t: Table, par: int, what: str) -> None:
    """Raise ``Refusal`` if no corporation may start at this price, or not in this phase."""
    if par not in t.title.board.par_values:
        values = ", ".join(f"${par:,}" for par in t.title.board.par_values)
        t.refuse("start.par", what, f"par must be one of {values}")
    elif not _is_open(t, par):
        t.refuse("start.par-phase", what, f"no corporation starts so high in phase {t.phase.name}")


def _is_open(t: Table, par: int) -> bool:
    """Return whether corporations may start at this price in the phase."""
    return par in t.title.board.open_pars[t.state.phase]


def _can_pay(t: Table, player: str, price: int) -> bool:
    return t.state.players[player].cash >= price


def _certificate(action: BuyShare) -> tuple[int, str]:
    """Return the number of shares of the bought certificate, and its name."""
    return (2, "the president's certificate") if action.president else (1, "a share")


def price_of(t: Table, corp: Corporation, source: str) -> int:
    """Return the price of one share at one of the places that sell it, in dollars."""
    return t.title.policies.offering_price(t, corp) if source == OFFERING else chart.price(t, corp)


def _reduction_rule(least: int) -> str:
    """Return the rule that makes a player sell, given the least excess that can remain."""
    return "limit.excess-in-part" if least else "limit.excess"


def _kept(turn: StockTurn, corp: Corporation) -> int:
    return turn.bought_shares if turn.bought == corp.id else 0


@once
def _excess(t: Table) -> tuple[int, int]:
    """Return the current player's excess over the limits, and the tolerated excess."""
    player = _turn(t).turn
    return shares.excess(t, player), t.title.policies.tolerated(t, player)


@once
def _least_excess(t: Table, in_lots: bool, sale: SellShares | None) -> int:
    """Return the least excess that a player can reach with this sale and all other possible sales."""
    turn = _turn(t)
    trial = Table(t.title, t.state.copy())
    sold = tuple(turn.sold)
    if sale is not None:
        shares.sell(trial, turn.turn, trial.state.corporations[sale.corp], sale.count)
        sold = (*sold, sale.corp)
    for corp in trial.state.corporations.values():
        if turn.turn in corp.shares and (in_lots or corp.id not in sold):
            most = shares.max_sale(trial, turn.turn, corp, keep=_kept(turn, corp))
            if most:
                shares.sell(trial, turn.turn, corp, most)
    return shares.excess(trial, turn.turn)


def _turn(t: Table) -> StockTurn:
    assert t.state.stock is not None
    return t.state.stock
