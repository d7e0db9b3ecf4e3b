"""The best runs of a company on many boards, each of which differs from the present one on one hex.

What a change does not touch is kept: a company whose routes cannot meet the hex has the plan that it has
now, and boards on which it may run over the same track with the same values share one search. Where the
budget ends a search the answer is what `best_runs` says of that board alone.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection
from dataclasses import replace
from typing import Final

from trunkline.track.position import Position, Tiles, Tokens, blocked_stops, stop_value
from trunkline.track.routes.best import BUDGET, best_runs
from trunkline.track.routes.context import RouteContext
from trunkline.track.routes.graph import RANKS, ranks_of, reachable
from trunkline.track.routes.links import LINKS, Link, LinkChange, links_of
from trunkline.track.routes.run import RunPlan
from trunkline.track.tables import STOPS_A_HEX, MapTables

KEPT: Final = 4_096
"""Plans kept, the latest ones."""

_Key = tuple[object, ...]
_Stop = tuple[int, str, bool, bool, bool]
"""What matters of a stop to one company: its value, its kind, whether it is shut, own, or ends all runs."""


class Board:
    """A board that differs from another one on one hex: by its tile, its tokens, or both."""

    def __init__(self, now: Position, hex_id: str, tiles: Tiles, tokens: Tokens) -> None:
        self.hex = hex_id
        self.h = now.tables.index[hex_id]
        self.tokens = tokens
        self.change: LinkChange | None = None
        """What becomes of the links; None where no tile is laid."""
        self.position = now
        if tiles is not now.tiles:
            self.position = now.with_tile(hex_id, tiles)
            self.change = links_of(now).after(self.position, self.h)
            self.position.kept[LINKS] = self.change.links
            self.position.kept[RANKS] = ranks_of(now, self.change.new)


class Outlook:
    """What one company can run now, and what it could run on other boards."""

    def __init__(self, context: RouteContext, *, budget: int = BUDGET) -> None:
        self.context = context
        self.budget = budget
        self.steps = 0
        """Search steps taken so far."""
        links = reachable(context)
        self._links = frozenset(links)
        self._stops = context.stops[1].union(*(link[:2] for link in links))
        self._open = {g for g in self._stops if g in context.stops[1] or not self._ends(g)}
        """Stops that it reaches, and of these where its routes may go on."""
        self._hexes = {g // STOPS_A_HEX for g in self._stops}
        self.plan = self._searched(context, self._links)
        """Its best runs now."""

    def after(self, board: Board, purse: int | None = None) -> RunPlan:
        """Its best runs on another board, and with so much for tolls."""
        context = self.context
        if not context.trains:
            return self.plan
        money = context.purse if purse is None or not context.tolls else purse
        if money == context.purse and not self._met(board):
            return self.plan
        then = context.on(board.position, board.tokens, money)
        return self._searched(then, frozenset(reachable(then)))

    def _ends(self, g: int) -> bool:
        context = self.context
        return g in context.stops[0] or context.position.pieces[g // STOPS_A_HEX].terminal

    def _met(self, board: Board) -> bool:
        """Whether the change could matter to its routes."""
        change = board.change
        if change is not None:
            if not change.gone.isdisjoint(self._links):
                return True
            if any(link.a in self._open or link.b in self._open for link in change.new):
                return True
        company = self.context.company
        here = board.tokens.get(board.hex, ())
        if board.h not in self._hexes and not any(token.corp == company for token in here):
            return False
        return self._seen(self.context.position, self.context.tokens, board.hex) != self._seen(
            board.position, board.tokens, board.hex
        )

    def _seen(self, pos: Position, tokens: Tokens, hex_id: str) -> list[_Stop]:
        """The stops of one hex."""
        blocked, own = blocked_stops(pos, {hex_id: tokens.get(hex_id, ())}, self.context.company)
        h = pos.tables.index[hex_id]
        first = STOPS_A_HEX * h
        return [
            _stop(self.context, pos, g, blocked, own) for g in range(first, first + len(pos.pieces[h].stops))
        ]

    def _searched(self, context: RouteContext, links: frozenset[Link]) -> RunPlan:
        blocked, own = context.stops
        pos = context.position
        stops = sorted({g for link in links for g in link[:2]})
        key = (
            id(context.tables),
            context.company if context.tolls else "",
            links,
            tuple((g, _stop(context, pos, g, blocked, own)) for g in stops),
            tuple(context.trains.items()),
            context.values,
            context.bonuses,
            context.pair_bonus,
            context.tolls,
            context.purse if context.tolls else 0,
            context.gross,
            self.budget,
        )
        found = _plans.get(key)
        if found is None or found[0] is not context.tables:
            plan = best_runs(context, budget=self.budget)
            if not plan.optimal:
                # The order of the search was another board's, which only what is not proved depends on.
                plan = best_runs(replace(context), budget=self.budget)
            self.steps += plan.steps
            found = _plans[key] = (context.tables, plan)
            if len(_plans) > KEPT:
                _plans.popitem(last=False)
        return found[1]


_plans: OrderedDict[_Key, tuple[MapTables, RunPlan]] = OrderedDict()


def _stop(
    context: RouteContext, pos: Position, g: int, blocked: Collection[int], own: Collection[int]
) -> _Stop:
    piece = pos.pieces[g // STOPS_A_HEX]
    stop = piece.stops[g % STOPS_A_HEX]
    return stop_value(stop, context.values), stop.kind, g in blocked, g in own, piece.terminal
