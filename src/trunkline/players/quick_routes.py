"""Fast estimates of train earnings: good runs, not proven best ones.

A player that compares many lays or trains needs a number that tells them apart. The search extends up to two
arms from one of the company's tokens, the most promising ones first. Trains take their runs one after
another, the longest first.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from trunkline.engine.kernel import depot
from trunkline.engine.kernel.action import LayTile
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.state import OUT, Corporation
from trunkline.engine.routing.context import Bonus, RouteContext, TrainRange, train_range
from trunkline.engine.routing.links import links_of
from trunkline.engine.steps import running
from trunkline.engine.steps.track import board_after
from trunkline.engine.track.laying import BoardAfterLay
from trunkline.engine.track.track_state import TrackState, position, stop_value
from trunkline.players.board_cache import cache_for
from trunkline.players.route_sketch import BoardGraph


def context_with(ctx: Context, corp: Corporation, trains: Sequence[str]) -> RouteContext:
    """Return the routes a corporation could run with trains of these types, in place of its trains.

    Identical trains of a type are interchangeable. Without any trains, there is nothing to run.
    """
    free = {}
    every = tuple(ctx.state.trains)
    for name in trains:
        usable = [train for train in _copies(every, name) if train not in free]
        # Prefer its own trains, which may have special rules. A sold-out type still defines its range.
        usable.sort(key=lambda train: (ctx.state.trains[train] != corp.id, ctx.state.trains[train] == OUT))
        if usable:
            free[usable[0]] = train_range(depot.train_type(ctx, usable[0]))
    offered = RouteContext(
        ctx.title.tables,
        ctx.state.tiles,
        ctx.state.tokens,
        corp.id,
        free,
        depot.phase(ctx).off_board,
        pair_bonus=ctx.title.board.offboard_pair_bonus,
        closed=ctx.closed_hexes(),
    )
    return ctx.title.policies.routes(ctx, corp, offered)


@lru_cache(maxsize=1_000)
def _copies(trains: tuple[str, ...], name: str) -> tuple[str, ...]:
    """Return all trains of a type."""
    return tuple(train for train in trains if depot.train_name(train) == name)


class QuickRoutes:
    """Estimates of what a corporation's trains earn on the current board, and on boards that differ in one
    hex."""

    def __init__(self, ctx: Context, corp: Corporation) -> None:
        self._ctx = ctx
        self._corp = corp
        self._track = position(ctx.title.tables, ctx.state.tiles, ctx.closed_hexes())
        self._cache = cache_for(ctx, corp.id, "runs")
        self._boards: dict[tuple[str, str, int], _Board] = {}
        self._graphs: dict[tuple[tuple[Bonus, ...], _Board | None], BoardGraph] = {}
        self._revenues: dict[tuple[object, ...], int] = {}
        self._contexts: dict[tuple[str, ...], RouteContext] = {}

    def now(self, trains: Sequence[str]) -> int:
        """Return what trains of these types earn in a turn, in dollars."""
        context = self._with(trains)
        key = _cache_key(context)
        earned = self._cache.get(key)
        if earned is None:
            earned = self._cache[key] = self._earned(context)
        return int(earned)

    def own(self) -> int:
        """Return what its own trains earn in a turn, including borrowed ones, in dollars."""
        return self._earned(running.context(self._ctx, self._corp))

    def after(self, lay: LayTile, trains: Sequence[str]) -> int:
        """Return what trains of these types earn after a lay, in dollars."""
        context = self._with(trains)
        key = (lay.hex, lay.tile, lay.rotation, *_cache_key(context))
        earned = self._cache.get(key)
        if earned is None:
            earned = self._cache[key] = self._after(lay, context)
        return int(earned)

    def _after(self, lay: LayTile, context: RouteContext) -> int:
        place = lay.hex, lay.tile, lay.rotation
        board = self._boards.get(place)
        if board is None:
            board = self._boards[place] = _Board(self._track, lay.hex, board_after(self._ctx, lay))
        # Rotations of a tile often join the same stops. Only links and the stops there matter to trains.
        stops = tuple(
            (stop.kind, stop_value(stop, context.values), stop.slots)
            for stop in board.position.pieces[board.h].stops
        )
        key = (board.h, board.change.gone, board.change.new, stops, tuple(context.trains.values()))
        if not context.trains:
            return 0
        if key not in self._revenues:
            self._revenues[key] = estimate_revenue(context, self._graph(context, board))
        return self._revenues[key]

    def _graph(self, context: RouteContext, board: _Board | None = None) -> BoardGraph:
        """Return the board as trains see it, now or after a lay."""
        key = context.bonuses, board
        found = self._graphs.get(key)
        if found is None:
            if board is None:
                found = BoardGraph.of(context, self._track)
            else:
                found = self._graph(context).after(board.position, board.h, board.tokens, board.change)
            self._graphs[key] = found
        return found

    def _with(self, trains: Sequence[str]) -> RouteContext:
        key = tuple(trains)
        found = self._contexts.get(key)
        if found is None:
            found = self._contexts[key] = context_with(self._ctx, self._corp, trains)
        return found

    def _earned(self, context: RouteContext) -> int:
        return estimate_revenue(context, self._graph(context)) if context.trains else 0


class _Board:
    """A board after a lay."""

    def __init__(self, now: TrackState, hex: str, laid: BoardAfterLay) -> None:
        self.h = now.tables.index[hex]
        self.position = now.with_tile(hex, laid.tiles)
        self.tokens = laid.tokens
        self.change = links_of(now).after(self.position, self.h)


def _cache_key(context: RouteContext) -> tuple[object, ...]:
    """Return the inputs of ``_earned`` other than the board and phase, as a cache key."""
    return (*context.trains.values(), *context.bonuses)


def estimate_revenue(context: RouteContext, graph: BoardGraph) -> int:
    """Return the earnings of good runs of all trains together, in dollars."""
    used = total = 0
    homes = sorted(graph.own)
    for kind in sorted(context.trains.values(), key=_size):
        value, track = 0, 0
        for home in homes:
            arms = graph.arms(home, kind)
            best = arms.best(used, value - arms.value)
            if best is not None:
                value, track = arms.value + best[0], best[1]
        used |= track
        total += value * kind.factor
    return total


def _size(kind: TrainRange) -> int:
    """Return a number that sorts trains, the longest first."""
    return -((kind.reach or 99) + (kind.plus or 0)) * kind.factor
