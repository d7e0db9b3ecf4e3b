"""The formation of the CGR: share exchange, president, price, tokens and trains."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from trunkline.board import BoardCorporation, share_count
from trunkline.kernel import chart, depot, events
from trunkline.kernel.action import Action, DiscardTrain, Pass, RemoveToken
from trunkline.kernel.choice import Choice
from trunkline.kernel.depot import move_train, one_each, train_type
from trunkline.kernel.state import POOL, Cell, Corporation
from trunkline.kernel.table import Funding, Table
from trunkline.mechanisms import merging
from trunkline.titles.t1856 import closing
from trunkline.titles.t1856.decisions import CGR, OverfullPool, TokensToLose, TrainsToKeep
from trunkline.titles.t1856.events import CgrForms, CgrPresident, CgrPriceSet, SharesExchanged
from trunkline.titles.t1856.state import CgrStatus, own
from trunkline.track.tables import Token

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

    def form(self, t: Table) -> None:
        """Form the CGR out of the absorbed corporations."""
        old = [t.state.corporations[id] for id in own(t.state).cgr.absorbed]
        cgr = t.state.corporations[CGR]
        t.note(CgrForms(), "cgr.trigger-after-turn")
        cgr.started = True
        own(t.state).fund(CGR, Funding("none"))
        price_cell(t, cgr, old)
        exchange(t, cgr, old)
        self._exchange_tokens(t, cgr, old)
        if any(train_type(t, train).permanent for train in t.state.trains_at(CGR)):
            own(t.state).cgr.permanent = True
        self._order_turn(t, old)
        for corp in old:
            closing.retire(t, corp)
        own(t.state).cgr.status = CgrStatus.FORMED
        excess = cgr.pool - t.title.board.pool_limit * cgr.total // 100
        if self.buy_down and excess > 0:
            holders = tuple(name for name in t.state.seats_from(t.state.priority) if name in cgr.shares)
            own(t.state).pending.append(OverfullPool(holders))
        if t.state.trains_at(CGR):
            own(t.state).pending.append(TrainsToKeep(cgr.president))
        if self.tokens_to_lose(t)[1]:
            own(t.state).pending.append(TokensToLose(cgr.president))

    def tokens_to_lose(self, t: Table) -> tuple[str, list[tuple[str, Token]]]:
        """Return the rule and the tokens of which the president must give up one.

        The list is empty if all tokens may stay.
        """
        mine = t.state.tokens_of(CGR)
        homes = set(own(t.state).cgr.homes)
        others_on_map = [(hex, token) for hex, token in mine if (hex, token.stop) not in homes]
        count = Counter(hex for hex, _ in mine)
        doubled = [(hex, token) for hex, token in others_on_map if count[hex] > 1]
        if doubled:
            return "cgr.token-one-per-tile", doubled
        too_many = len(mine) > _most_tokens(t)
        if too_many and others_on_map:
            return "cgr.token-home-first", others_on_map
        return "cgr.token-count", mine if too_many and self.ten_tokens else []

    def _exchange_tokens(self, t: Table, cgr: Corporation, old: list[Corporation]) -> None:
        printed = t.title.board.corporation
        replaced = merging.replace_tokens(t, cgr, old)
        homes = tuple((hex, stop) for hex, stop, whose in replaced if hex in printed[whose].home)
        if not self.home_by_hand:
            t.state.tokens = {
                hex: tuple(
                    token
                    for token in tokens
                    if token.corp != CGR or (hex, token.stop) in homes or hex not in dict(homes)
                )
                for hex, tokens in t.state.tokens.items()
            }
        own(t.state).cgr.homes = homes
        cgr.home = True
        cgr.stations = merging.stations(old)
        set_tokens_left(t, cgr)

    def _order_turn(self, t: Table, old: list[Corporation]) -> None:
        operating = t.state.operating
        if operating is None:
            return
        if merging.has_acted(t, old):
            operating.done = (*operating.done, CGR)
        else:
            operating.next = CGR


def set_tokens_left(t: Table, cgr: Corporation) -> None:
    """Set the number and price of the tokens that the CGR can still place."""
    left = _most_tokens(t) - len(t.state.tokens_of(CGR))
    cgr.tokens = (_printed(t).token_cost,) * max(0, left)


def price_cell(t: Table, cgr: Corporation, old: list[Corporation]) -> None:
    """Place the price token at the average of the absorbed prices, but not below the lowest start price."""
    prices = counted([chart.price(t, corp) for corp in old])
    average = sum(prices) // len(prices) // 5 * 5
    cell = _nearest(t, average)
    chart.place(t, cgr, cell)
    cgr.par = chart.price(t, cgr)
    t.note(CgrPriceSet(cgr.par), "cgr.value-box")


def counted(prices: list[int]) -> list[int]:
    """Return the prices that count towards the average: all, or all except the lowest of three or more."""
    return sorted(prices)[1:] if len(prices) > 2 else sorted(prices)


def exchange(t: Table, cgr: Corporation, old: list[Corporation]) -> None:
    """Exchange two old shares for one of the CGR: first for the players in order, then for the pool."""
    order = t.state.seats_from(own(t.state).cgr.six_buyer)
    due = merging.pairs(old, order).due
    printed = _printed(t)
    second = sum(due.values()) > printed.share_count
    cgr.total = share_count(printed.shares_second_issue) if second else printed.share_count
    given = merging.hand_out(due, cgr.total)
    cgr.shares = {name: given[name] for name in order if name in given}
    for name, got in cgr.shares.items():
        t.note(SharesExchanged(name, got), "cgr.exchange-rate")
    cgr.pool = given.get(POOL, 0)
    cgr.offering = cgr.total - sum(given.values())
    choose_president(t, cgr, order)


def choose_president(t: Table, cgr: Corporation, order: list[str]) -> None:
    """Make the player with the most shares president.

    If players tie, it is the first of them from the temporary holder on. If no player has two shares, it is
    the first who received one.
    """
    cgr.president, by_two = merging.president(t, cgr, order)
    cgr.double = 2 if by_two else 1
    if not by_two:
        own(t.state).cgr.duty = cgr.president
    t.note(CgrPresident(cgr.president), "cgr.president-most-shares")


def _nearest(t: Table, average: int) -> Cell:
    least = _printed(t).par_minimum
    if average <= least:
        return chart.par_cell(t, least)
    row = t.title.board.chart.rows[TOP_ROW]
    boxes = [(column, box.price) for column, box in enumerate(row) if box is not None and box.price > least]
    column, _ = min(boxes, key=lambda spot: (abs(spot[1] - average), -spot[1]))
    return TOP_ROW, column


def _printed(t: Table) -> BoardCorporation:
    """Return the printed data of the CGR."""
    return t.title.board.corporation[CGR]


def _most_tokens(t: Table) -> int:
    count = _printed(t).most_tokens
    assert count is not None
    return count


@dataclass(frozen=True)
class LoseTokens:
    """The president's choice of tokens to give up, if there are too many or two on one hex."""

    forming: Forming
    name: str = "give up a station token"
    rule: str = "cgr.token-one-per-tile"
    kinds: tuple[type[Action], ...] = (RemoveToken,)

    def deciders(self, t: Table) -> tuple[str, ...]:
        """Return the president of the CGR."""
        return (t.waiting(TokensToLose).player,)

    def candidates(self, t: Table, player: str) -> Iterable[Choice]:
        """Yield each of the CGR's tokens."""
        return [RemoveToken(player, CGR, hex, token.stop) for hex, token in t.state.tokens_of(CGR)]

    def check(self, t: Table, action: Action) -> None:
        """Refuse a token that need not go. Home tokens stay as long as there are others."""
        assert isinstance(action, RemoveToken)
        what = f"Giving up the token on {action.hex}"
        t.president_only(action, t.waiting(TokensToLose).player, "the CGR", what)
        rule, found = self.forming.tokens_to_lose(t)
        spots = [(hex, token.stop) for hex, token in found]
        if action.corp != CGR or (action.hex, action.stop) not in spots:
            names = ", ".join(dict(spots))
            t.refuse(rule, what, f"one of those on {names} must go")

    def rule_now(self, t: Table) -> str:
        """Return the rule that requires giving up a token: too many in all, or two on one hex."""
        rule, _ = self.forming.tokens_to_lose(t)
        return self.rule if rule == self.rule else "cgr.token-count"

    def apply(self, t: Table, action: Action) -> None:
        """Remove the token from the map."""
        assert isinstance(action, RemoveToken)
        kept = tuple(m for m in t.state.tokens[action.hex] if (m.corp, m.stop) != (CGR, action.stop))
        t.state.tokens = {**t.state.tokens, action.hex: kept}
        t.note(events.TokenRemoved(CGR, action.hex), "cgr.token-count")

    def advance(self, t: Table) -> bool:
        """End the decision once the remaining tokens may stay."""
        if self.forming.tokens_to_lose(t)[1]:
            return False
        t.state.pending.pop()
        set_tokens_left(t, t.state.corporations[CGR])
        return True


@dataclass(frozen=True)
class KeepTrains:
    """The president's choice of the trains that the CGR keeps.

    Permanent trains stay as far as the limit allows.
    """

    name: str = "choose the trains the CGR keeps"
    rule: str = "cgr.trains-kept"
    kinds: tuple[type[Action], ...] = (DiscardTrain, Pass)

    def deciders(self, t: Table) -> tuple[str, ...]:
        """Return the president of the CGR."""
        return (t.waiting(TrainsToKeep).player,)

    def candidates(self, t: Table, player: str) -> Iterable[Choice]:
        """Return a discard of each train, and a pass to keep the rest."""
        return [*(DiscardTrain(player, CGR, train) for train in reversed(one_each(t, CGR))), Pass(player)]

    def check(self, t: Table, action: Action) -> None:
        """Refuse to discard permanent trains that fit, or to keep more trains than the limit."""
        t.president_only(action, t.waiting(TrainsToKeep).player, "the CGR", "Choosing trains")
        trains = t.state.trains_at(CGR)
        limit = self._limit(t)
        if isinstance(action, Pass):
            if len(trains) > limit:
                t.refuse("cgr.trains-kept", "Keeping all trains", f"the CGR may own {limit}")
            return
        assert isinstance(action, DiscardTrain)
        what = f"Discarding {action.train}"
        if action.corp != CGR or action.train not in trains:
            t.refuse("cgr.trains-kept", what, "only trains that the CGR owns are discarded now")
        permanent = [train for train in trains if train_type(t, train).permanent]
        if action.train in permanent and len(permanent) <= limit:
            t.refuse("cgr.trains-kept", what, "permanent trains are kept")

    def apply(self, t: Table, action: Action) -> None:
        """Discard a train to the pool, or keep the rest."""
        if isinstance(action, Pass):
            t.state.pending.pop()
            return
        assert isinstance(action, DiscardTrain)
        move_train(t, action.train, POOL)
        t.note(events.TrainDiscarded(CGR, action.train), "cgr.trains-kept")

    def advance(self, t: Table) -> bool:
        """End the decision once only permanent trains within the limit are left."""
        trains = t.state.trains_at(CGR)
        if len(trains) <= self._limit(t) and all(train_type(t, train).permanent for train in trains):
            t.state.pending.pop()
            return True
        return False

    def _limit(self, t: Table) -> int:
        phase = depot.phase(t)
        return phase.train_limit_of.get(CGR, phase.train_limit)
