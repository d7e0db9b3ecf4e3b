"""Fast route search from a company's tokens, used by ``quick_routes``.

An arm is a route from a token in one direction; a run joins one or two arms. Results are reused on other
boards if all the stops that the search reached are the same and have the same links.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import islice
from typing import Final

from trunkline.engine.routing.context import CITY, RouteContext, TrainRange
from trunkline.engine.routing.links import LinkChange, TrackLink, links_of
from trunkline.engine.track.map_index import STOPS_A_HEX
from trunkline.engine.track.track_state import Tokens, TrackState, blocked_stops, stop_value

BEAM: Final = 16
"""Maximum number of arms of each length that the search extends."""
LONGEST: Final = 9
"""Maximum number of stops of an arm."""
UNLIMITED: Final = 10**9
"""The range of a train that has no limit."""

_Arm = tuple[int, int, int, int, int, int]
"""An arm: a route from a token.

The items are its earnings in dollars, the part of a train's range it uses, its places as bits, its track as
bits, the stop where it ends, and the bit of its first place.
"""
_Step = tuple[int, int, int, int, int]
"""A link that extends an arm.

The items are the dollars it adds, the range it uses, the bit of the place at its other end, the bits of its
track, and the stop there.
"""
_Ways = Sequence[tuple[int, TrackLink]]
"""Links from a stop, each with the stop at the other end."""


class BoardGraph:
    """A board as the trains of one company see it."""

    def __init__(
        self,
        context: RouteContext,
        pos: TrackState,
        ways: Mapping[int, _Ways],
        stops: tuple[frozenset[int], frozenset[int]],
        before: BoardGraph | None = None,
        changed: AbstractSet[int] = frozenset(),
    ) -> None:
        self._context = context
        self._pos = pos
        self._ways = ways
        self._blocked, self.own = stops
        """The stops that the company may not run through, and those with its tokens."""
        self.before = before
        self.changed = changed
        """Stops that differ from the board before, have other links, or have links to such stops."""
        self._bonus = {pos.tables.index[hex]: each.amount for each in context.bonuses for hex in each.hexes}
        self._onward: dict[TrainRange, _Onward] = {}
        self._arms: dict[tuple[int, str, int | None, int | None], PathsFromToken] = {}

    @classmethod
    def of(cls, context: RouteContext, pos: TrackState) -> BoardGraph:
        """Return the board of a position, with the tokens of a context."""
        stops = blocked_stops(pos, context.tokens, context.company)
        return cls(context, pos, links_of(pos).out, stops)

    def after(self, pos: TrackState, h: int, tokens: Tokens, change: LinkChange) -> BoardGraph:
        """Return the board after a lay on a hex."""
        here = range(STOPS_A_HEX * h, STOPS_A_HEX * (h + 1))
        hex = pos.tables.names[h]
        blocked, own = blocked_stops(pos, {hex: tokens.get(hex, ())}, self._context.company)
        stops = (self._blocked.difference(here) | blocked, self.own.difference(here) | own)
        other = _ways_after(self._ways, change)
        ways = {**self._ways, **other}
        changed = {*other, *here, *(to for g in here for to, _ in ways.get(g, ()))}
        return BoardGraph(self._context, pos, ways, stops, self, changed)

    def arms(self, home: int, kind: TrainRange) -> PathsFromToken:
        """Return the arms from a token that are within a train's range."""
        key = home, kind.unit, kind.reach, kind.plus
        found = self._arms.get(key)
        if found is None:
            if self.before is not None and home not in self.changed:
                found = self.before.arms(home, kind)
            if found is None or not found.reached_stops.isdisjoint(self.changed):
                found = PathsFromToken(self, home, kind)
            self._arms[key] = found
        return found

    def steps(self, g: int, kind: TrainRange) -> list[_Step]:
        """Return the links that extend an arm ending at a stop, for trains that count like this one."""
        return [self._step(to, link, kind) for to, link in self._ways.get(g, ())]

    def onward(self, kind: TrainRange) -> _Onward:
        """Return the cached steps for all stops; empty at stops where a run must end."""
        counted = TrainRange(None, kind.unit, plus=None if kind.plus is None else 0)
        found = self._onward.get(counted)
        if found is None:
            found = self._onward[counted] = _Onward(self, counted)
        return found

    def _step(self, to: int, link: TrackLink, kind: TrainRange) -> _Step:
        value, size = self.worth(to, kind)
        size = link.hexes if kind.unit == "hexes" else size
        return value, size, self.place(to), link.track, to

    def place(self, g: int) -> int:
        """Return the bit of a stop's place."""
        return 1 << self._pos.tables.place[g]

    def ends(self, g: int) -> bool:
        """Return whether runs end at a stop."""
        return g in self._blocked or self._pos.pieces[g // STOPS_A_HEX].terminal

    def worth(self, g: int, kind: TrainRange) -> tuple[int, int]:
        """Return what a stop earns, and how much it uses of a train's range."""
        h = g // STOPS_A_HEX
        stop = self._pos.pieces[h].stops[g % STOPS_A_HEX]
        size = kind.stop_length(stop.kind)
        if kind.unit == "cities" and not size:
            return 0, 0
        return stop_value(stop, self._context.values) + self._bonus.get(h, 0), size


class _Onward(dict[int, list[_Step]]):
    """A lazy mapping from each stop to the links that extend an arm ending there."""

    def __init__(self, graph: BoardGraph, kind: TrainRange) -> None:
        super().__init__()
        self._graph, self._kind = graph, kind
        self._before = graph.before.onward(kind) if graph.before is not None else None

    def __missing__(self, g: int) -> list[_Step]:
        if self._before is not None and g not in self._graph.changed:
            found = self._before[g]
        else:
            found = [] if self._graph.ends(g) else self._graph.steps(g, self._kind)
        self[g] = found
        return found


class PathsFromToken:
    """The arms from one token that are within the range of a kind of train."""

    def __init__(self, graph: BoardGraph, home: int, kind: TrainRange) -> None:
        self.value, self._size = graph.worth(home, kind)
        """The earnings of the token's own stop, in dollars."""
        self._left = (UNLIMITED if kind.longest is None else kind.longest) - self._size
        self._plus = kind.plus
        self.arms = self._search(graph, home, kind)
        """The arms, the most valuable first."""
        self.reached_stops = frozenset((home, *(arm[4] for arm in self.arms)))
        """The stops that the search reached: its result depends only on them and their links."""
        self._track = 0
        for arm in self.arms:
            self._track |= arm[3]
        self._best: dict[int, tuple[int, int]] = {}

    def _search(self, graph: BoardGraph, home: int, kind: TrainRange) -> list[_Arm]:
        """Return the arms, the most valuable first."""
        here, left = graph.place(home), self._left
        plus, at_home = self._plus, self._size
        onward = graph.onward(kind)
        # A run may leave from the company's own token, even if no run may pass through that stop.
        leaving = onward[home] or graph.steps(home, kind)
        wave: list[_Arm] = [(0, 0, 0, 0, home, 0)]
        arms: list[_Arm] = []
        for _ in range(LONGEST):
            then: list[_Arm] = []
            for so_far, so_long, places, track, end, first in wave:
                taken = places | here
                for value, size, place, way, stop in onward[end] if arms else leaving:
                    if so_long + size > left or taken & place or track & way:
                        continue
                    if plus is not None and (at_home + so_long + size) % CITY > plus:
                        continue
                    then.append(
                        (so_far + value, so_long + size, places | place, track | way, stop, first or place)
                    )
            if not then:
                break
            then.sort(reverse=True)
            wave = then[:BEAM]
            arms += wave
        arms.sort(reverse=True)
        return arms

    def best(self, used: int, least: int) -> tuple[int, int] | None:
        """Return the best of one arm or two that avoid the used track, or None if it does not exceed
        ``least``.

        The result is what it earns in addition to the token's stop, in dollars, and its track.
        """
        used &= self._track
        found = self._best.get(used)
        if found is None or (not found[1] and least < found[0]):
            arms = [arm for arm in self.arms if not arm[3] & used] if used else self.arms
            found = self._best[used] = self._joined(arms, least)
        return found if found[1] and found[0] > least else None

    def _joined(self, arms: list[_Arm], least: int) -> tuple[int, int]:
        """Return the best of one arm or two; ``least`` and no track if nothing is better."""
        best, track, left, plus = least, 0, self._left, self._plus
        others: dict[int, list[_Arm]] = {}
        behind: dict[int, int] = {}
        for i, (value, size, places, way, _, first) in enumerate(arms):
            if value * 2 <= best:
                break
            if value > best:
                best, track = value, way
            # Two arms with the same first place are never joined.
            alike = behind[first] = behind.get(first, 0) + 1
            if first not in others:
                others[first] = [arm for arm in arms if arm[5] != first]
            for other in islice(others[first], i + 1 - alike, None):
                both = value + other[0]
                if both <= best:
                    break
                if size + other[1] <= left and not (places & other[2] or way & other[3]):
                    if plus is not None and (self._size + size + other[1]) % CITY > plus:
                        continue
                    best, track = both, way | other[3]
                    break
        return best, track


def _ways_after(ways: Mapping[int, _Ways], change: LinkChange) -> dict[int, _Ways]:
    """Return the links of the stops whose links a change affects."""
    ends = {g for links in (change.gone, change.new) for link in links for g in (link.a, link.b)}
    found = {g: [way for way in ways.get(g, ()) if way[1] not in change.gone] for g in sorted(ends)}
    for link in change.new:
        found[link.a].append((link.b, link))
        found[link.b].append((link.a, link))
    return dict(found)
