"""The formation of the CGR: share exchange, president, price, tokens and trains."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from trunkline.engine.board import BoardCorporation, share_count
from trunkline.engine.kernel import chart, depot, events
from trunkline.engine.kernel.action import Action, DiscardTrain, Pass, RemoveToken
from trunkline.engine.kernel.choice import Choice
from trunkline.engine.kernel.context import Context, Funding
from trunkline.engine.kernel.depot import move_train, one_of_each_type, train_type
from trunkline.engine.kernel.state import POOL, Cell, Corporation
from trunkline.engine.mechanisms import merging
from trunkline.engine.track.map_index import Token
from trunkline.titles.t1856 import closing
from trunkline.titles.t1856.decisions import CGR, OverfullPool, TokensToLose, TrainsToKeep
from trunkline.titles.t1856.events import CgrForms, CgrPresident, CgrPriceSet, SharesExchanged
from trunkline.titles.t1856.state import CgrStatus, state_1856
from trunkline.util.messages import Message, gettext_lazy, gettext_noop

TOP_ROW = 0


@dataclass(frozen=True)
class Forming:
    """The procedure that forms the CGR.

    ``ten_tokens`` limits it to ten tokens even if eleven homes are exchanged. ``buy_down`` makes holders buy
    shares from an over-full pool. With ``home_by_hand`` the president chooses the tokens to give up on a hex
    with a home token; otherwise they are removed automatically.
    """

    ten_tokens: bool
    buy_down: bool
    home_by_hand: bool

    def form(self, ctx: Context) -> None:
        """Form the CGR out of the absorbed corporations."""
        old = [ctx.state.corporations[id] for id in state_1856(ctx.state).cgr.absorbed]
        cgr = ctx.state.corporations[CGR]
        ctx.note(CgrForms(), "cgr.trigger-after-turn")
        cgr.started = True
        state_1856(ctx.state).fund(CGR, Funding("none"))
        price_cell(ctx, cgr, old)
        exchange(ctx, cgr, old)
        self._exchange_tokens(ctx, cgr, old)
        if any(train_type(ctx, train).permanent for train in ctx.state.trains_at(CGR)):
            state_1856(ctx.state).cgr.permanent = True
        self._order_turn(ctx, old)
        for corp in old:
            closing.retire(ctx, corp)
        state_1856(ctx.state).cgr.status = CgrStatus.FORMED
        excess = cgr.pool - ctx.title.board.pool_limit * cgr.total // 100
        if self.buy_down and excess > 0:
            holders = tuple(name for name in ctx.state.seats_from(ctx.state.priority) if name in cgr.shares)
            state_1856(ctx.state).pending.append(OverfullPool(holders))
        if ctx.state.trains_at(CGR):
            state_1856(ctx.state).pending.append(TrainsToKeep(cgr.president))
        if self.tokens_to_lose(ctx)[1]:
            state_1856(ctx.state).pending.append(TokensToLose(cgr.president))

    def tokens_to_lose(self, ctx: Context) -> tuple[str, list[tuple[str, Token]]]:
        """Return the rule and the tokens of which the president must give up one.

        The list is empty if all tokens may stay.
        """
        mine = ctx.state.tokens_of(CGR)
        homes = set(state_1856(ctx.state).cgr.homes)
        others_on_map = [(hex, token) for hex, token in mine if (hex, token.stop) not in homes]
        count = Counter(hex for hex, _ in mine)
        doubled = [(hex, token) for hex, token in others_on_map if count[hex] > 1]
        if doubled:
            return "cgr.token-one-per-tile", doubled
        too_many = len(mine) > _most_tokens(ctx)
        if too_many and others_on_map:
            return "cgr.token-home-first", others_on_map
        return "cgr.token-count", mine if too_many and self.ten_tokens else []

    def _exchange_tokens(self, ctx: Context, cgr: Corporation, old: list[Corporation]) -> None:
        printed = ctx.title.board.corporation
        replaced = merging.replace_tokens(ctx, cgr, old)
        homes = tuple((hex, stop) for hex, stop, whose in replaced if hex in printed[whose].home)
        if not self.home_by_hand:
            ctx.state.tokens = {
                hex: tuple(
                    token
                    for token in tokens
                    if token.corp != CGR or (hex, token.stop) in homes or hex not in dict(homes)
                )
                for hex, tokens in ctx.state.tokens.items()
            }
        state_1856(ctx.state).cgr.homes = homes
        cgr.home = True
        cgr.stations = merging.stations(old)
        set_tokens_left(ctx, cgr)

    def _order_turn(self, ctx: Context, old: list[Corporation]) -> None:
        operating = ctx.state.operating
        if operating is None:
            return
        if merging.has_acted(ctx, old):
            operating.done = (*operating.done, CGR)
        else:
            operating.next = CGR


def set_tokens_left(ctx: Context, cgr: Corporation) -> None:
    """Set the number and price of the tokens that the CGR can still place."""
    left = _most_tokens(ctx) - len(ctx.state.tokens_of(CGR))
    cgr.tokens = (_printed(ctx).token_cost,) * max(0, left)


def price_cell(ctx: Context, cgr: Corporation, old: list[Corporation]) -> None:
    """Place the price token at the average of the absorbed prices, but not below the lowest start price."""
    prices = counted([chart.price(ctx, corp) for corp in old])
    average = sum(prices) // len(prices) // 5 * 5
    cell = _nearest(ctx, average)
    chart.place(ctx, cgr, cell)
    cgr.par = chart.price(ctx, cgr)
    ctx.note(CgrPriceSet(cgr.par), "cgr.value-box")


def counted(prices: list[int]) -> list[int]:
    """Return the prices that count towards the average: all, or all except the lowest of three or more."""
    return sorted(prices)[1:] if len(prices) > 2 else sorted(prices)


def exchange(ctx: Context, cgr: Corporation, old: list[Corporation]) -> None:
    """Exchange two old shares for one of the CGR: first for the players in order, then for the pool."""
    order = ctx.state.seats_from(state_1856(ctx.state).cgr.six_buyer)
    due = merging.pairs(old, order).due
    printed = _printed(ctx)
    second = sum(due.values()) > printed.share_count
    cgr.total = share_count(printed.shares_second_issue) if second else printed.share_count
    given = merging.distribute(due, cgr.total)
    cgr.shares = {name: given[name] for name in order if name in given}
    for name, got in cgr.shares.items():
        ctx.note(SharesExchanged(name, got), "cgr.exchange-rate")
    cgr.pool = given.get(POOL, 0)
    cgr.offering = cgr.total - sum(given.values())
    choose_president(ctx, cgr, order)


def choose_president(ctx: Context, cgr: Corporation, order: list[str]) -> None:
    """Make the player with the most shares president.

    If players tie, it is the first of them from the temporary holder on. If no player has two shares, it is
    the first who received one.
    """
    cgr.president, by_two = merging.president(ctx, cgr, order)
    cgr.double = 2 if by_two else 1
    if not by_two:
        state_1856(ctx.state).cgr.duty = cgr.president
    ctx.note(CgrPresident(cgr.president), "cgr.president-most-shares")


def _nearest(ctx: Context, average: int) -> Cell:
    least = _printed(ctx).par_minimum
    if average <= least:
        return chart.par_cell(ctx, least)
    row = ctx.title.board.chart.rows[TOP_ROW]
    boxes = [(column, box.price) for column, box in enumerate(row) if box is not None and box.price > least]
    column, _ = min(boxes, key=lambda spot: (abs(spot[1] - average), -spot[1]))
    return TOP_ROW, column


def _printed(ctx: Context) -> BoardCorporation:
    """Return the printed data of the CGR."""
    return ctx.title.board.corporation[CGR]


def _most_tokens(ctx: Context) -> int:
    count = _printed(ctx).most_tokens
    assert count is not None
    return count


@dataclass(frozen=True)
class LoseTokens:
    """The president's choice of tokens to give up, if there are too many or two on one hex."""

    forming: Forming
    name: str = gettext_noop("give up a station token")
    rule: str = "cgr.token-one-per-tile"
    kinds: tuple[type[Action], ...] = (RemoveToken,)

    def deciders(self, ctx: Context) -> tuple[str, ...]:
        """Return the president of the CGR."""
        return (ctx.waiting(TokensToLose).player,)

    def candidates(self, ctx: Context, player: str) -> Iterable[Choice]:
        """Yield each of the CGR's tokens."""
        return [RemoveToken(player, CGR, hex, token.stop) for hex, token in ctx.state.tokens_of(CGR)]

    def check(self, ctx: Context, action: Action) -> None:
        """Refuse a token that need not go. Home tokens stay as long as there are others."""
        assert isinstance(action, RemoveToken)
        what = gettext_lazy("Giving up the token on {hex}", hex=action.hex)
        _president_only(ctx, action, ctx.waiting(TokensToLose).player, what)
        rule, found = self.forming.tokens_to_lose(ctx)
        spots = [(hex, token.stop) for hex, token in found]
        if action.corp != CGR or (action.hex, action.stop) not in spots:
            names = ", ".join(dict(spots))
            ctx.refuse(rule, what, gettext_lazy("one of those on {names} must go", names=names))

    def rule_now(self, ctx: Context) -> str:
        """Return the rule that requires giving up a token: too many in all, or two on one hex."""
        rule, _ = self.forming.tokens_to_lose(ctx)
        return self.rule if rule == self.rule else "cgr.token-count"

    def apply(self, ctx: Context, action: Action) -> None:
        """Remove the token from the map."""
        assert isinstance(action, RemoveToken)
        kept = tuple(m for m in ctx.state.tokens[action.hex] if (m.corp, m.stop) != (CGR, action.stop))
        ctx.state.tokens = {**ctx.state.tokens, action.hex: kept}
        ctx.note(events.TokenRemoved(CGR, action.hex), "cgr.token-count")

    def advance(self, ctx: Context) -> bool:
        """End the decision once the remaining tokens may stay."""
        if self.forming.tokens_to_lose(ctx)[1]:
            return False
        ctx.state.pending.pop()
        set_tokens_left(ctx, ctx.state.corporations[CGR])
        return True


@dataclass(frozen=True)
class KeepTrains:
    """The president's choice of the trains that the CGR keeps.

    Permanent trains stay as far as the limit allows.
    """

    name: str = gettext_noop("choose the trains the CGR keeps")
    rule: str = "cgr.trains-kept"
    kinds: tuple[type[Action], ...] = (DiscardTrain, Pass)

    def deciders(self, ctx: Context) -> tuple[str, ...]:
        """Return the president of the CGR."""
        return (ctx.waiting(TrainsToKeep).player,)

    def candidates(self, ctx: Context, player: str) -> Iterable[Choice]:
        """Return a discard of each train, and a pass to keep the rest."""
        return [
            *(DiscardTrain(player, CGR, train) for train in reversed(one_of_each_type(ctx, CGR))),
            Pass(player),
        ]

    def check(self, ctx: Context, action: Action) -> None:
        """Refuse to discard permanent trains that fit, or to keep more trains than the limit."""
        _president_only(ctx, action, ctx.waiting(TrainsToKeep).player, gettext_lazy("Choosing trains"))
        trains = ctx.state.trains_at(CGR)
        limit = self._limit(ctx)
        if isinstance(action, Pass):
            if len(trains) > limit:
                why = gettext_lazy("the CGR may own {limit}", limit=limit)
                ctx.refuse("cgr.trains-kept", gettext_lazy("Keeping all trains"), why)
            return
        assert isinstance(action, DiscardTrain)
        what = gettext_lazy("Discarding {train}", train=action.train)
        if action.corp != CGR or action.train not in trains:
            ctx.refuse(
                "cgr.trains-kept", what, gettext_lazy("only trains that the CGR owns are discarded now")
            )
        permanent = [train for train in trains if train_type(ctx, train).permanent]
        if action.train in permanent and len(permanent) <= limit:
            ctx.refuse("cgr.trains-kept", what, gettext_lazy("permanent trains are kept"))

    def apply(self, ctx: Context, action: Action) -> None:
        """Discard a train to the pool, or keep the rest."""
        if isinstance(action, Pass):
            ctx.state.pending.pop()
            return
        assert isinstance(action, DiscardTrain)
        move_train(ctx, action.train, POOL)
        ctx.note(events.TrainDiscarded(CGR, action.train), "cgr.trains-kept")

    def advance(self, ctx: Context) -> bool:
        """End the decision once only permanent trains within the limit are left."""
        trains = ctx.state.trains_at(CGR)
        if len(trains) <= self._limit(ctx) and all(train_type(ctx, train).permanent for train in trains):
            ctx.state.pending.pop()
            return True
        return False

    def _limit(self, ctx: Context) -> int:
        phase = depot.phase(ctx)
        return phase.train_limit_of.get(CGR, phase.train_limit)


def _president_only(ctx: Context, action: Action, president: str, what: Message) -> None:
    if action.player != president:
        why = gettext_lazy("{player} is president of the CGR", player=president)
        ctx.refuse("president.decides", what, why)
