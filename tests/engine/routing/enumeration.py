"""The best runs by plain enumeration: every route of a company, and branch and bound over one a train.

This is a readable oracle: it walks the track of the tiles and keeps every route in a list. It works for small
and middling positions. Beyond its limits it raises `TooMany`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.routing.checker import elements, track_of, worth
from trunkline.engine.routing import RouteContext, Run, TrainRange
from trunkline.engine.track.map_index import STOP, STOPS_A_HEX
from trunkline.engine.track.track_state import stop_value

LIMIT = 40_000
"""The most steps of a walk over the routes of one kind of train."""
CHOICES = 400_000
"""The most routes tried while choosing one for each train."""


class TooMany(Exception):
    """The position is too large for the limits."""


class Chain(NamedTuple):
    """Plain track from one stop to the next."""

    to: int
    track: int
    """A bit for each side crossed, or for the track between two stops of a hex."""
    sides: int
    via: tuple[str, ...]
    tolls: int
    """A bit for each toll on the track."""


Arm = tuple["Arm", Chain] | None
"""The chains of an arm from the root outwards, the last one first."""


class Route(NamedTuple):
    """A legal route of a kind of train."""

    value: int
    """Dollars after tolls, or before tolls if the context counts gross."""
    fees: int
    track: int
    sides: int
    stops: int
    """A bit for each stop."""
    root: int
    first: Arm
    second: Arm


class Grown(NamedTuple):
    """The totals of a route in construction."""

    track: int
    seen: int
    """A bit for each place."""
    stops: int
    length: int
    """Length in the unit of the train."""
    scored: int
    """Number of stops that count and earn."""
    value: int
    bonuses: int
    tolls: int


class Network:
    """The chains of plain track on a context's board."""

    def __init__(self, context: RouteContext) -> None:
        self.context = context
        self.pos = context.position
        self.doubled = 0
        """Bits of the sides that two trains may cross."""
        self.steps = 0
        mate, pieces = self.pos.tables.mate, self.pos.pieces
        for face, other in enumerate(mate):
            if 0 <= face < other:
                both = (
                    pieces[face // STOP].doubles >> face % STOP
                    & pieces[other // STOP].doubles >> other % STOP
                )
                self.doubled |= (both & 1) << face
        self.ways: dict[int, list[Chain]] = {}
        for h, piece in enumerate(pieces):
            for s in range(len(piece.stops)):
                self.ways[STOPS_A_HEX * h + s] = []
                self._walk(self.ways[STOPS_A_HEX * h + s], h, STOP + s, 0, ())

    def _walk(self, found: list[Chain], h: int, end: int, track: int, via: tuple[str, ...]) -> None:
        """Follow the track from an end in a hex."""
        self.steps += 1
        if self.steps > LIMIT:
            raise TooMany
        tables, pieces = self.pos.tables, self.pos.pieces
        for onward in pieces[h].at[end]:
            if onward >= STOP:
                used = stub_bit(self.context, h, end - STOP, onward - STOP) if end >= STOP else track
                tolls = sum(1 << n for n, t in enumerate(self.context.tolls) if set(t.hexes) & set(via))
                sides = used.bit_count() if end < STOP else 0
                found.append(Chain(STOPS_A_HEX * h + onward - STOP, used, sides, via, tolls))
                continue
            face = STOP * h + onward
            other = tables.mate[face]
            side = 1 << min(face, other) if other >= 0 else 0
            if side and not track & side:
                here = via if end >= STOP else (*via, tables.names[h])
                self._walk(found, other // STOP, other % STOP, track | side, here)


def stub_bit(context: RouteContext, h: int, s: int, t: int) -> int:
    """Return the bit of the track between two stops of a hex, above those of the sides."""
    return 1 << STOP * len(context.tables.names) + 16 * h + 4 * min(s, t) + max(s, t)


class Routes:
    """All legal routes of a kind of train. Tolls must be within the whole purse."""

    def __init__(self, network: Network, kind: TrainRange) -> None:
        self.network, self.kind = network, kind
        self.context = context = network.context
        self.found: list[Route] = []
        self.steps = 0
        self.reach = 1 << 30 if kind.reach is None else kind.reach
        self.plus = 1 << 30 if kind.plus is None else kind.plus
        self.blocked, own = context.stops
        self.worth: dict[int, tuple[int, int, int]] = {g: self._worth(g) for g in network.ways}
        """By stop: its dollars, 1 if it counts, and bits of its bonuses."""
        self.towns = {g for g in network.ways if kind.plus is not None and self._is_town(g)}
        """Stops that count for the towns of a plus train and not for its range."""
        shut = 0
        for root in sorted(own & set(network.ways)):
            self._from(root, shut)
            shut |= 1 << root  # all routes over this token are known

    def _is_town(self, g: int) -> bool:
        h, s = divmod(g, STOPS_A_HEX)
        return self.context.position.pieces[h].stops[s].kind == "town"

    def _worth(self, g: int) -> tuple[int, int, int]:
        context = self.context
        h, s = divmod(g, STOPS_A_HEX)
        stop = context.position.pieces[h].stops[s]
        if self.kind.unit == "cities" and stop.kind == "town":
            return 0, 0, 0
        name = context.tables.names[h]
        won = sum(1 << n for n, bonus in enumerate(context.bonuses) if name in bonus.hexes)
        return self.kind.factor * stop_value(stop, context.values), 1, won

    def _from(self, root: int, shut: int) -> None:
        """Find all routes over one token.

        A route has two arms. The first chain of the second arm comes after that of the first arm in order.
        """
        ways, worth = self.network.ways, self.worth
        place, pieces = self.context.tables.place, self.context.position.pieces
        per_hex = self.kind.unit == "hexes"
        reach, plus, towns = self.reach, self.plus, self.towns

        def ends_runs(g: int) -> bool:
            return g in self.blocked or pieces[g // STOPS_A_HEX].terminal

        def go(
            chain: Chain,
            start: int,
            arms: tuple[Arm, Arm],
            done: Grown,
        ) -> None:
            """Add a chain to the current arm.

            It is the first arm if ``start`` is the number of its first chain, and the second arm if it is -1.
            """
            track, seen, stops, length, scored, value, won, tolls = done
            head = chain.to
            if chain.track & track or seen >> place[head] & 1 or shut >> head & 1:
                return
            dollars, counts, bonuses = worth[head]
            length += chain.sides if per_hex else counts * (head not in towns)
            if length > reach or (towns and scored + counts - length > plus):
                return
            self.steps += 1
            if self.steps > LIMIT:
                raise TooMany
            first, second = arms
            if start >= 0:
                first = (first, chain)
            else:
                second = (second, chain)
            now = Grown(
                track | chain.track,
                seen | 1 << place[head],
                stops | 1 << head,
                length,
                scored + counts,
                value + dollars,
                won | bonuses,
                tolls | chain.tolls,
            )
            if scored + counts > 1:
                self._keep(root, first, second, now)
            if not ends_runs(head):
                for onward in ways[head]:
                    go(onward, start, (first, second), now)
            if start >= 0 and not ends_runs(root):
                for other in ways[root][start + 1 :]:
                    go(other, -1, (first, None), now)

        dollars, counts, bonuses = worth[root]
        length = 0 if per_hex else counts * (root not in towns)
        begun = Grown(0, 1 << place[root], 1 << root, length, counts, dollars, bonuses, 0)
        for i, way in enumerate(ways[root]):
            go(way, i, (None, None), begun)

    def _keep(
        self,
        root: int,
        first: Arm,
        second: Arm,
        done: Grown,
    ) -> None:
        """Store a route if the purse can pay its tolls."""
        context = self.context
        track, stops, value = done.track, done.stops, done.value
        fees = sum(toll.fee for n, toll in enumerate(context.tolls) if done.tolls >> n & 1)
        if fees > context.purse:
            return
        value += sum(bonus.amount for n, bonus in enumerate(context.bonuses) if done.bonuses >> n & 1)
        ends = [arm[1].to if arm else root for arm in (first, second)]
        if all(context.position.pieces[g // STOPS_A_HEX].terminal for g in ends):
            value += context.pair_bonus * stops.bit_count()
        sides = (track & (1 << STOP * len(context.tables.names)) - 1).bit_count()
        self.found.append(
            Route(value - (0 if context.gross else fees), fees, track, sides, stops, root, first, second)
        )


def best_total(context: RouteContext) -> int:
    """Return the most that a company's trains can earn, after tolls unless it counts gross.

    Raises:
        TooMany: The position is beyond the limits.
    """
    network = Network(context)
    known = {
        kind: [route for route in Routes(network, kind).found if route.value > 0]
        for kind in set(context.trains.values())
    }
    order = sorted(context.trains.values(), key=lambda k: (-len(known[k]), str(k)))
    for found in known.values():
        found.sort(key=lambda route: -route.value)
    return _Choice([known[kind] for kind in order], network.doubled, context.purse).best


class _Choice:
    """The choice of a route for each train with the highest total and no shared track."""

    def __init__(self, options: list[list[Route]], doubled: int, purse: int) -> None:
        self.options, self.doubled = options, doubled
        self.steps = 0
        self.best = 0
        self._place(0, 0, 0, 0, purse, 0)

    def _rest(self, train: int, full: int) -> int:
        """Return the most that the trains from this one on could add, if each ran alone."""
        total = 0
        for routes in self.options[train:]:
            for route in routes:
                self.steps += 1
                if not route.track & full:
                    total += max(0, route.value)
                    break
        return total

    def _place(self, train: int, full: int, half: int, total: int, purse: int, start: int) -> None:
        """Try the routes of a train that could lead to a better total.

        Args:
            full: Track that no further train can use.
            half: Doubled sides that one train crosses.
        """
        self.best = max(self.best, total)
        if train == len(self.options):
            return
        routes = self.options[train]
        after = self._rest(train + 1, full)
        alike = train + 1 < len(self.options) and self.options[train + 1] is routes
        for i in range(start, len(routes)):
            value, fees, track = routes[i][:3]
            if total + value + after <= self.best:
                return
            self.steps += 1
            if self.steps > CHOICES:
                raise TooMany
            if track & full or fees > purse:
                continue
            now = full | track & ~self.doubled | track & self.doubled & half
            # Of equal trains the first has the best route.
            self._place(
                train + 1, now, half | track & self.doubled, total + value, purse - fees, i if alike else 0
            )
        self._place(train + 1, full, half, total, purse, len(routes) if alike else 0)


def path_of(context: RouteContext, route: Route) -> tuple[str, ...]:
    """Return a route as the path of a run."""

    def arm(top: Arm) -> list[str]:
        words: list[str] = []
        while top is not None:
            top, chain = top
            words = [*chain.via, context.stop_name(chain.to), *words]
        return words

    def back(top: Arm) -> list[str]:
        return arm(top)[::-1]

    return (*back(route.first), context.stop_name(route.root), *arm(route.second))


def legal_routes(context: RouteContext, train: str, beside: Sequence[Run] = ()) -> list[Route]:
    """Return all routes of one train that the track and the purse allow with other runs.

    Raises:
        TooMany: The position is beyond the limits.
    """
    network = Network(context)
    full = half = 0
    purse = context.purse
    for run in beside:
        track, _ = track_of(context, elements(context, run))
        bits = sum(1 << t[0] if len(t) == 2 else stub_bit(context, *t) for t in track)
        full |= bits & ~network.doubled | bits & half
        half |= bits & network.doubled
        purse -= worth(context, run)[1]
    found = Routes(network, context.trains[train]).found
    return [route for route in found if not route.track & full and route.fees <= purse]
