"""Routes picked by hand: some stops are named, the rest is found."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from trunkline.kernel.routes.best import TIE, path_of
from trunkline.kernel.routes.check import earnings, track_bits
from trunkline.kernel.routes.choice import best_route
from trunkline.kernel.routes.diagram import DEAD, Diagram
from trunkline.kernel.routes.graph import Graph, reachable
from trunkline.kernel.routes.run import Earnings, Run
from trunkline.kernel.routes.service import Service


class Completion(Struct, frozen=True):
    """The best legal route through some stops."""

    run: Run
    earned: Earnings
    more: tuple[str, ...]
    """Every further stop that some legal route through the named ones visits, in the order of the map."""


def complete_run(
    service: Service, train: str, stops: Sequence[str], beside: Sequence[Run] = (), *, only: bool = False
) -> Completion | None:
    """The route of one train through all these stops, in any order, that earns the most after tolls beside
    the other runs; of equal ones the shortest. None where no legal route goes through them.

    ``stops`` are named as in a path, ``beside`` are runs whose track is taken; with ``only`` the route visits
    no other stop. Raises ``KeyError`` for an unknown train or stop, ``ValueError`` where a run beside has no
    track under it.
    """
    kind = service.trains[train]
    asked = [_number(service, name) for name in dict.fromkeys(stops)]
    taken = 0
    for run in beside:
        bits = track_bits(service, run)
        # Where two tracks lie side by side, the second run takes the second one.
        taken |= bits & ~taken | (bits & taken) << 1
    purse = service.purse - sum(earnings(service, run).fees for run in beside if run.train in service.trains)
    affordable = {hex_id for toll in service.tolls if toll.fee > purse for hex_id in toll.hexes}
    links = [
        link
        for link in reachable(service)
        if not link.track & taken
        and affordable.isdisjoint(link.via)
        and (not only or (link.a in asked and link.b in asked))
    ]
    graph = Graph(service, links)
    if not graph.layers:
        return None
    diagram = Diagram(graph, kind, must=asked)
    values = diagram.values([layer.link.hexes for layer in graph.layers], TIE)
    found, _, _ = best_route(diagram, values)
    if not found:
        return None
    run = Run(train, path_of(service, [graph.layers[i].link for i in found]))
    return Completion(run, earnings(service, run), _more(service, diagram, asked))


def _number(service: Service, name: str) -> int:
    g = service.stop_number(name)
    if g is None:
        raise KeyError(name)
    return g


def _more(service: Service, diagram: Diagram, asked: Sequence[int]) -> tuple[str, ...]:
    """The stops of all routes of a diagram, without those that were asked for."""
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
    return tuple(service.stop_name(g) for g in sorted(stops.difference(asked)))
