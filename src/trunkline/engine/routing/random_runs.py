"""Random legal runs."""

from __future__ import annotations

from collections.abc import Callable

from trunkline.engine.routing.check import tolls_of
from trunkline.engine.routing.context import RouteContext, TrainRange
from trunkline.engine.routing.links import TrackLink, links_of
from trunkline.engine.routing.run import Run
from trunkline.engine.track.map_index import STOPS_A_HEX

TRIES = 8
"""Number of walks to try for each train before it is left without a run."""

Pick = Callable[[int], int]
"""A function that returns a random number from 0 to n - 1."""


def random_runs(context: RouteContext, pick: Pick) -> tuple[Run, ...]:
    """Return a random legal set of runs. It may leave trains without a run, and sometimes pays tolls."""
    out = links_of(context.position).out
    roots = [g for g in sorted(context.stops[1]) if out.get(g)]
    runs: list[Run] = []
    used = 0
    purse, fees = context.purse, sum(toll.fee for toll in context.tolls)
    for train in sorted(context.trains):
        for _ in range(TRIES if roots else 0):
            pays = len(context.tolls) > 0 and fees <= purse and pick(2) == 0
            walk = _Walk(context, context.trains[train], roots[pick(len(roots))], used, pays=pays)
            walk.go(pick)
            if walk.scored >= 2:
                runs.append(Run(train, walk.path()))
                used = walk.track
                purse -= sum(toll.fee for toll in tolls_of(context, runs[-1]))
                break
    return tuple(runs)


class _Walk:
    """A route that grows at both ends from a token of the corporation."""

    def __init__(self, context: RouteContext, train: TrainRange, root: int, used: int, *, pays: bool) -> None:
        self.context, self.train, self.root = context, train, root
        self.out = links_of(context.position).out
        self.heads = [root, root]
        self.arms: list[list[str]] = [[], []]
        self.track = used
        self.seen = {context.tables.place[root]}
        self.scored = 1 if self._scores(root) else 0
        self.length = self._stop_length(root)
        self.longest = train.longest
        self.dear = set() if pays else {hex_id for toll in context.tolls for hex_id in toll.hexes}

    def go(self, pick: Pick) -> None:
        """Extend the route until there is no way to continue, or chance stops it."""
        while True:
            ways = [(arm, to, link) for arm in self._open_arms() for to, link in self._ways(self.heads[arm])]
            if not ways or (self.arms[0] and pick(6) == 0):
                return
            arm, to, link = ways[pick(len(ways))]
            _, via = link.way(self.heads[arm])
            self.arms[arm] += [*via, self.context.stop_name(to)]
            self.heads[arm] = to
            self.seen.add(self.context.tables.place[to])
            self.track |= link.track
            self.length += self._counts(to, link)
            self.scored += self._scores(to)

    def path(self) -> tuple[str, ...]:
        """Return the route as the path of a run."""
        return (*reversed(self.arms[0]), self.context.stop_name(self.root), *self.arms[1])

    def _open_arms(self) -> list[int]:
        """Return the ends at which the route can continue. At a place that ends runs there is only one."""
        if not self.arms[0]:
            return [0]
        return [arm for arm in (0, 1) if not self._closed(self.heads[arm])]

    def _ways(self, head: int) -> list[tuple[int, TrackLink]]:
        place, track, seen = self.context.tables.place, self.track, self.seen
        ways = [
            (to, link)
            for to, link in self.out[head]
            if not link.track & track and place[to] not in seen and self.dear.isdisjoint(link.via)
        ]
        if self.train.plus is not None:
            ways = [way for way in ways if self.train.towns_fit(self.length + self._counts(*way))]
        if self.longest is None:
            return ways
        room = self.longest - self.length
        if self.train.unit == "stops" and self.train.plus is None:
            return ways if room > 0 else []
        return [(to, link) for to, link in ways if self._counts(to, link) <= room]

    def _counts(self, to: int, link: TrackLink) -> int:
        return link.hexes if self.train.unit == "hexes" else self._stop_length(to)

    def _stop_length(self, g: int) -> int:
        return self.train.stop_length(self._kind(g))

    def _scores(self, g: int) -> bool:
        return self.train.unit != "cities" or self._kind(g) != "town"

    def _kind(self, g: int) -> str:
        return self.context.position.pieces[g // STOPS_A_HEX].stops[g % STOPS_A_HEX].kind

    def _closed(self, g: int) -> bool:
        return g in self.context.stops[0] or self.context.position.pieces[g // STOPS_A_HEX].terminal
