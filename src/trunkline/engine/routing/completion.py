"""Completion of routes by hand: the player names some stops, and a search finds the rest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from msgspec import Struct

from trunkline.engine.routing.assignment import best_route
from trunkline.engine.routing.best import BUDGET, TIE, path_of
from trunkline.engine.routing.check import earnings, track_bits
from trunkline.engine.routing.context import RouteContext, Toll
from trunkline.engine.routing.diagram import DEAD, Diagram, widest
from trunkline.engine.routing.graph import Graph, reachable
from trunkline.engine.routing.run import Earnings, Run


class Completion(Struct, frozen=True):
    """The best legal route through some stops."""

    run: Run
    earned: Earnings
    more: tuple[str, ...]
    """Every other stop that some legal route through the named stops visits, in map order."""
    optimal: bool = True
    """False if there were too many routes to search all of them."""


def complete_run(
    context: RouteContext, train: str, stops: Sequence[str], beside: Sequence[Run] = (), *, only: bool = False
) -> Completion | None:
    """Return the route of one train through all these stops, in any order, that earns the most after tolls
    together with the other runs. Ties go to the shortest route. Return None if no legal route exists.

    ``stops`` are named as in a path. ``beside`` are other runs, whose track is taken. With ``only`` the route
    visits no other stop. Raises ``KeyError`` for an unknown train or stop, and ``ValueError`` if another run
    uses track that does not exist.
    """
    kind = context.trains[train]
    asked = [_number(context, name) for name in dict.fromkeys(stops)]
    taken = 0
    for run in beside:
        bits = track_bits(context, run)
        # If two tracks are parallel, the second run takes the second one.
        taken |= bits & ~taken | (bits & taken) << 1
    links = [
        link
        for link in reachable(context)
        if not link.track & taken and (not only or (link.a in asked and link.b in asked))
    ]
    purse = context.purse - sum(earnings(context, run).fees for run in beside if run.train in context.trains)
    best: tuple[int, int, Run] | None = None
    more: set[int] = set()
    optimal = True
    for shut in _unaffordable(context.tolls, purse):
        graph = Graph(context, [link for link in links if shut.isdisjoint(link.via)])
        if not graph.layers:
            continue
        diagram, whole = widest(graph, kind, must=asked, budget=BUDGET)
        optimal = optimal and whole
        sides = [layer.link.hexes for layer in graph.layers]
        found, worth, _ = best_route(diagram, diagram.values(sides, TIE))
        if not found:
            continue
        more |= _stops(diagram)
        track = sum(sides[i] for i in found)
        if best is None or (worth, -track) > best[:2]:
            best = worth, -track, Run(train, path_of(context, [graph.layers[i].link for i in found]))
    if best is None:
        return None
    further = tuple(context.stop_name(g) for g in sorted(more.difference(asked)))
    return Completion(best[2], earnings(context, best[2]), further, optimal)


def _unaffordable(tolls: Sequence[Toll], purse: int) -> Iterator[set[str]]:
    """Yield minimal sets of hexes to close, so that all remaining tolls can be paid."""
    open_ones: list[frozenset[int]] = []
    for count in range(len(tolls), -1, -1):
        for kept in combinations(range(len(tolls)), count):
            fits = sum(tolls[n].fee for n in kept) <= max(purse, 0)
            if fits and not any(known.issuperset(kept) for known in open_ones):
                open_ones.append(frozenset(kept))
                yield {hex_id for n, toll in enumerate(tolls) if n not in kept for hex_id in toll.hexes}


def _number(context: RouteContext, name: str) -> int:
    g = context.stop_number(name)
    if g is None:
        raise KeyError(name)
    return g


def _stops(diagram: Diagram) -> set[int]:
    """Return the stops of all routes of a diagram."""
    seen = set(diagram.roots)
    wave = list(seen)
    stops: set[int] = set()
    while wave:
        node = wave.pop()
        if node <= DEAD:
            continue
        stops.update(diagram.graph.layers[diagram.layer[node]].link[:2])
        for child in (diagram.skip[node], diagram.take[node]):
            if child not in seen:
                seen.add(child)
                wave.append(child)
    return stops
