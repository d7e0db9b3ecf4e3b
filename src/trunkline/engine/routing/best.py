"""The best runs of a corporation, exact and proved.

The search counts its steps. If the budget ends it, the plan is the best one found, with a bound on what could
be possible. The same input gives the same plan on any machine. Among plans that earn the same, the search
keeps the first one it finds, which depends only on the position. Then each train in turn, the longest first,
takes the shortest track (fewest sides crossed) that earns as much together with the other runs.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Final

import msgspec

from trunkline.engine.board.map import Stop
from trunkline.engine.routing.assignment import Assignment, Plan, best_route
from trunkline.engine.routing.check import earnings
from trunkline.engine.routing.context import RouteContext, Toll, TrainRange
from trunkline.engine.routing.diagram import NEVER, Diagram, widest
from trunkline.engine.routing.graph import Graph, reachable
from trunkline.engine.routing.links import TrackLink, links_of
from trunkline.engine.routing.run import Run, RunPlan
from trunkline.engine.track.map_index import STOPS_A_HEX
from trunkline.engine.track.track_state import stop_value

BUDGET: Final = 300_000
"""Search steps before the search returns its best plan so far, with a bound. About one second."""
LEAST: Final = 2_000
"""Minimum search steps for the routes of a train, however small the budget."""
TIE: Final = 1 << 20
"""The weight of a dollar if ties go to the shortest track. A crossed side counts 1."""
KEPT: Final = 256
"""Maximum number of cached plans. The latest ones are kept."""


def best_runs(context: RouteContext, *, budget: int = BUDGET) -> RunPlan:
    """Return the best runs of a corporation's trains, or the best found in ``budget`` steps with a bound.

    The best runs earn the most after tolls, or before tolls if the context counts gross. The answer is
    cached.
    """
    position = context.position
    key = (
        context.tables,
        position.lying,
        position.closed,
        frozenset(context.tokens.items()),
        context.company,
        tuple(context.trains.items()),
        context.values,
        context.bonuses,
        context.pair_bonus,
        context.tolls,
        context.purse,
        context.gross,
        budget,
    )
    found = _plans.get(key)
    if found is None:
        found = _plans[key] = _plan_within_reach(_Search(context, budget))
        if len(_plans) > KEPT:
            _plans.popitem(last=False)
    return found


def _plan_within_reach(search: _Search) -> RunPlan:
    """Return the plan of a search. It is cached by its links and their stops, because most lays are out of
    the reach of a corporation."""
    if not search.complete:
        return search.plan()
    context, layers = search.context, search.graph.layers
    pieces, own = context.position.pieces, context.stops[1]
    stops = {g for layer in layers for g in layer.link[:2]}
    via = {hex_id for layer in layers for hex_id in layer.link.via} if context.tolls else set()
    tolls = tuple(toll for toll in context.tolls if not via.isdisjoint(toll.hexes))
    key = (
        context.tables,
        layers,
        frozenset((g, pieces[g // STOPS_A_HEX].uid, g in own) for g in stops),
        tuple(context.trains.items()),
        context.values,
        context.bonuses,
        context.pair_bonus,
        (tolls, context.purse, context.gross) if tolls else None,
        search.budget,
    )
    found = _plans_within_reach.get(key)
    if found is None:
        found = _plans_within_reach[key] = search.plan()
        if len(_plans_within_reach) > KEPT:
            _plans_within_reach.popitem(last=False)
    # Without tolls the best runs are the same before and after them.
    return found if found.gross == context.gross else msgspec.structs.replace(found, gross=context.gross)


def binding_runs(context: RouteContext, fees: int = 0, *, budget: int = BUDGET) -> RunPlan:
    """Return the best runs that the rules require of a corporation that pays ``fees`` dollars of tolls. No
    legal set that pays no more tolls earns more before tolls. With 0 fees the runs must avoid all tolls."""
    return best_runs(replace(context, purse=min(fees, context.purse), gross=True), budget=budget)


def forget() -> None:
    """Clear the cache."""
    _plans.clear()
    _plans_within_reach.clear()


_plans: OrderedDict[tuple[object, ...], RunPlan] = OrderedDict()
# A board is identified by its tiles, because a search reaches the same board in several ways.
_plans_within_reach: OrderedDict[tuple[object, ...], RunPlan] = OrderedDict()


def best_over(
    context: RouteContext, links: Collection[TrackLink], *, budget: int = BUDGET
) -> tuple[RunPlan, frozenset[TrackLink]]:
    """Return the best runs over these links, which need not be those of the board, and the links they use."""
    search = _Search(context, budget, links)
    return search.plan(), frozenset(search.used)


class _Search:
    """One search for the best runs."""

    def __init__(
        self, context: RouteContext, budget: int, links: Collection[TrackLink] | None = None
    ) -> None:
        self.context, self.budget = context, budget
        self.order = sorted(context.trains, key=lambda train: (*_size(context.trains[train]), train))
        """The trains, the longest first, with equal ones next to each other."""
        self.graph = Graph(context, reachable(context) if links is None else links)
        self.used: list[TrackLink] = []
        """The links of the plan."""
        self.complete = links_of(context.position).complete
        self.steps = 0
        self.ceilings: dict[TrainRange, int] = {}
        """An upper limit for the routes of each kind of train with too many routes."""

    def plan(self) -> RunPlan:
        """Return the best plan."""
        if not self.order or (self.complete and not self.graph.layers):
            return RunPlan((), (), 0, gross=self.context.gross)
        kinds: dict[TrainRange, Diagram] = {}
        for train in self.order:
            kind = self.context.trains[train]
            if kind not in kinds:
                kinds[kind] = self._diagram(kind)
        trains = [kinds[self.context.trains[train]] for train in self.order]
        choice = Assignment(self.graph, trains, self.context.purse, max(0, self.budget - self.steps))
        self.steps += choice.steps
        bound = choice.bound
        if self.ceilings or not self.complete:
            free = [0] * len(self.graph.layers)
            alone = {kind: best_route(d, d.values(free))[1] for kind, d in kinds.items()}
            bound = sum(
                self.ceilings.get(kind, alone[kind]) if self.complete else self._ceiling(kind)
                for kind in map(self.context.trains.__getitem__, self.order)
            )
        taken = _shortened(choice, self.context.tolls)
        self.used = [self.graph.layers[i].link for links in taken for i in links]
        runs = self._runs(taken)
        earned = tuple(earnings(self.context, run) for run in runs)
        return RunPlan(runs, earned, bound, self.steps, self.context.gross)

    def _diagram(self, kind: TrainRange) -> Diagram:
        """Return the routes of a kind of train, all of them if the budget allows."""
        diagram, exact = widest(self.graph, kind, budget=max(LEAST, (self.budget - self.steps) // 2))
        self.steps += diagram.steps
        if not exact:
            self.ceilings[kind] = self._ceiling(kind)
        return diagram

    def _ceiling(self, kind: TrainRange) -> int:
        """Return an upper limit for the earnings of any route of a train."""
        context = self.context
        pos = context.position
        if self.complete:
            stops = {g for layer in self.graph.layers for g in layer.link[:2]}
            printed = [pos.pieces[g // STOPS_A_HEX].stops[g % STOPS_A_HEX] for g in sorted(stops)]
        else:
            printed = [stop for piece in pos.pieces for stop in piece.stops if piece.segments]
        towns = [stop for stop in printed if stop.kind == "town"]
        cities = [stop for stop in printed if stop.kind != "town"]
        reach = None if kind.unit == "hexes" else kind.reach
        counted: list[tuple[list[Stop], int | None]] = [(printed, reach)]
        if kind.unit == "cities":
            counted = [(cities, reach)]
        elif kind.plus is not None:
            counted = [(cities, reach), (towns, kind.plus)]
        values = 0
        for stops_of_kind, most in counted:
            found = sorted((stop_value(stop, context.values) for stop in stops_of_kind), reverse=True)
            values += sum(found[:most]) * kind.factor
        stops_on_route = len(printed)
        if kind.unit == "stops" and kind.reach is not None:
            stops_on_route = kind.reach + (kind.plus or 0)
        bonus = sum(bonus.amount for bonus in context.bonuses)
        return values + bonus + context.pair_bonus * stops_on_route

    def _runs(self, plan: Plan) -> tuple[Run, ...]:
        """Return the runs of a plan. Trains of one kind are in the order of their earnings."""
        context = self.context
        paths: dict[TrainRange, list[tuple[int, tuple[str, ...]]]] = {}
        for train, links in zip(self.order, plan, strict=True):
            if links:
                path = path_of(context, [self.graph.layers[i].link for i in links])
                earned = earnings(context, Run(train, path))
                paths.setdefault(context.trains[train], []).append((earned.fees - earned.total, path))
        runs: list[Run] = []
        for kind, found in paths.items():
            alike = [train for train in self.order if context.trains[train] == kind]
            runs += [Run(train, path) for train, (_, path) in zip(alike, sorted(found), strict=False)]
        return tuple(runs)


def _size(train: TrainRange) -> tuple[int, int, str, int]:
    plus = train.plus or 0
    return (-(1 << 30) if train.reach is None else -train.reach - plus, -train.factor, train.unit, -plus)


def _shortened(choice: Assignment, tolls: Sequence[Toll]) -> Plan:
    """Return the plan with each route as short as possible. Each must earn as much with the others, and pay
    no other toll."""
    plan = list(choice.plan)
    layers = choice.graph.layers
    dear = {hex_id for toll in tolls for hex_id in toll.hexes}
    tolled = {i for i, layer in enumerate(layers) if not dear.isdisjoint(layer.link.via)}
    for k, kind in enumerate(choice.trains):
        if not plan[k]:
            continue
        taken = 0
        for other, links in enumerate(plan):
            for link in links if other != k else ():
                taken |= choice.clash[link]
        barred = tolled.difference(plan[k])
        prices = [
            -NEVER if clash & taken or i in barred else layer.link.hexes
            for i, (clash, layer) in enumerate(zip(choice.clash, layers, strict=True))
        ]
        plan[k] = best_route(kind, kind.values(prices, TIE))[0]
    return tuple(plan)


def path_of(context: RouteContext, links: Iterable[TrackLink]) -> tuple[str, ...]:
    """Return the path of a run over these links, from the end that is first in alphabetical order."""
    ways: dict[int, list[TrackLink]] = {}
    for link in links:
        ways.setdefault(link.a, []).append(link)
        ways.setdefault(link.b, []).append(link)
    here = min(g for g, found in ways.items() if len(found) == 1)
    path = [context.stop_name(here)]
    ahead = ways[here]
    while ahead:
        link = ahead[0]
        here, via = link.way(here)
        path += [*via, context.stop_name(here)]
        ahead = [other for other in ways[here] if other is not link]
    return min(tuple(path), tuple(reversed(path)))
