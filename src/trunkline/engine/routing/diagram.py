"""All routes of one kind of train as a decision diagram.

The diagram decides on the links one after another: taken or not. A node stores only what matters of the past
decisions. For each half-decided place this is its status: untouched, used up, or the loose end of a piece of
route. A loose end also needs the other end of its piece. The node also stores the train's count so far and
whether the route met a token. Equal sets of decisions share one node. So a few hundred nodes represent all
routes, even hundreds of thousands.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from trunkline.engine.routing.context import CITY, TrainRange
from trunkline.engine.routing.graph import Graph
from trunkline.engine.track.map_index import STOPS_A_HEX
from trunkline.engine.track.track_state import stop_value

DONE: Final = 0
"""The node of a complete route, and of a train that does not run."""
DEAD: Final = 1
"""The node of decisions that lead to no route."""
NEVER: Final = -(10**15)
"""Less than the worth of any route."""

_USED: Final = -1
_FIXED: Final = -2
_OWN: Final = 1
_FAR: Final = 1 << 30

_Key = tuple[tuple[int, ...], int, int]
"""Mates of the slots, count so far, flags. The mate of a slot is the slot of the other loose end of its piece
of route. It is the slot itself if untouched, `_USED` if it can take no more, `_FIXED` if the other end is
final."""
_Cell = tuple[int, int, int, int]
"""Children by skipping and by taking (numbers in the next layer, or `_END` or `_NONE`), dollars, fees."""
_END: Final = -1
_NONE: Final = -2


SHORTER: Final = (8, 6, 4, 3, 2, 1)
"""Reaches to try for a train with too many routes for the budget."""


class DiagramTooLarge(Exception):
    """The diagram has more nodes than the budget allows."""


class Diagram:
    """The routes of one kind of train over a graph. Nodes are numbered so that children come first."""

    def __init__(
        self, graph: Graph, kind: TrainRange, *, must: Collection[int] = (), budget: int = 1 << 40
    ) -> None:
        self.graph = graph
        over = len(graph.layers)
        self.layer: list[int] = [over, over]
        """For each node, the number of the link it decides on."""
        self.skip: list[int] = [DONE, DEAD]
        self.take: list[int] = [DONE, DEAD]
        self.gain: list[int] = [0, 0]
        """Dollars gained by taking the link, after fees unless the context counts gross."""
        self.fee: list[int] = [0, 0]
        """Dollars of tolls for taking the link."""
        self.steps = 0
        """Nodes created during the search."""
        roots = [self._add(_Rules(graph, kind, 0, must), budget)]
        if graph.context.pair_bonus:
            roots.append(self._add(_Rules(graph, kind, graph.context.pair_bonus, must), budget))
        self.roots: tuple[int, ...] = tuple(dict.fromkeys(r for r in roots if r != DEAD)) or (DEAD,)
        """The root nodes. There is more than one if routes are counted in different ways."""
        self._cells: dict[int, list[tuple[int, int, int, int]]] = {}
        """For each scale, the nodes except the first two: layer, children, scaled dollars."""

    def _add(self, rules: _Rules, budget: int) -> int:
        """Add the routes that follow the rules. Return the root."""
        layers: list[list[_Cell]] = []
        front: dict[_Key, int] = {rules.start: 0}
        for i in range(len(self.graph.layers)):
            self.steps += len(front)
            if self.steps > budget:
                raise DiagramTooLarge
            front, cells = rules.expand(i, front)
            layers.append(cells)
        return self._fold(layers)

    def _fold(self, layers: list[list[_Cell]]) -> int:
        """Number the nodes from the last layer on. Nodes with the same children are merged."""
        known: dict[tuple[int, int, int, int, int], int] = {}
        below: list[int] = []
        for i in range(len(layers) - 1, -1, -1):
            numbers: list[int] = []
            for to_skip, to_take, gain, fee in layers[i]:
                skip = below[to_skip] if to_skip >= 0 else DONE if to_skip == _END else DEAD
                take = below[to_take] if to_take >= 0 else DONE if to_take == _END else DEAD
                if take == DEAD:
                    numbers.append(skip)
                    continue
                key = (i, skip, take, gain, fee)
                node = known.get(key)
                if node is None:
                    node = known[key] = len(self.layer)
                    self.layer.append(i)
                    self.skip.append(skip)
                    self.take.append(take)
                    self.gain.append(gain)
                    self.fee.append(fee)
                numbers.append(node)
            below = numbers
        return below[0] if below else DONE

    def values(self, prices: Sequence[int], scale: int = 1) -> list[int]:
        """Return the most that a route can still add after each node: dollars times ``scale``, less the price
        of each link taken. There is one price per layer."""
        cells = self._cells.get(scale)
        if cells is None:
            scaled = (gain * scale for gain in self.gain)
            cells = list(zip(self.layer, self.skip, self.take, scaled, strict=True))[2:]
            self._cells[scale] = cells
        found = [0, NEVER]
        append = found.append
        for layer, skip, take, gain in cells:
            taken = found[take] + gain - prices[layer]
            skipped = found[skip]
            append(taken if taken > skipped else skipped)  # noqa: FURB136  max() takes twice the time
        return found


def widest(
    graph: Graph, kind: TrainRange, *, must: Collection[int] = (), budget: int
) -> tuple[Diagram, bool]:
    """Return all routes of a kind of train and True, or those of a shorter one and False if there are too
    many."""
    steps = 0
    for shorter in dict.fromkeys((kind, *(_shorter(kind, reach) for reach in SHORTER))):
        try:
            diagram = Diagram(graph, shorter, must=must, budget=budget)
        except DiagramTooLarge:
            steps += budget
            continue
        break
    else:
        shorter = _shorter(kind, 0)
        diagram = Diagram(graph, shorter, must=must)
    diagram.steps += steps
    return diagram, shorter == kind


def _shorter(kind: TrainRange, reach: int) -> TrainRange:
    """Return the same train with at most this reach. For a plus train it limits the towns, too."""
    shorter = reach if kind.reach is None else min(kind.reach, reach)
    return TrainRange(shorter, kind.unit, kind.factor, None if kind.plus is None else min(kind.plus, reach))


class _Weight(NamedTuple):
    """The effect of taking a link, for one kind of train."""

    length: int
    """The count for the link itself."""
    count_a: int
    count_b: int
    """The counts for the places at its ends, once each."""
    value_a: int
    value_b: int
    won_a: int
    won_b: int
    """Flags raised at its ends: own tokens, required stops, bonuses."""
    won: int
    """Flags raised by the link: tolls."""
    barred: bool
    """True if no route may use it, or none can because it is too far from any token."""


class _Rules:
    """The effect on a set of decisions of skipping or taking the next link."""

    def __init__(self, graph: Graph, kind: TrainRange, pair: int, must: Collection[int]) -> None:
        self.graph = graph
        self.paired = pair > 0
        self.idle_child = _NONE if must else _END
        context = graph.context
        musts = sorted(must)
        self.due = (2 << len(musts)) - 1
        """Flags that a route must have raised: own token, then the required stops."""
        bonus = len(musts) + 1
        self.paying = [
            *((1 << bonus + n, b.amount, 0) for n, b in enumerate(context.bonuses)),
            *(
                (1 << bonus + len(context.bonuses) + n, 0 if context.gross else -t.fee, t.fee)
                for n, t in enumerate(context.tolls)
            ),
        ]
        """Flags that add dollars once, or a fee."""
        self.tracks = bonus + len(context.bonuses) + len(context.tolls)
        """Number of the first flag that represents a piece of track."""
        self.need = 2 if kind.unit == "cities" else 0
        """Minimum count of a route."""
        self.cap = self.need if kind.reach is None and kind.plus is None else _FAR
        self.reach = _FAR if kind.longest is None else kind.longest
        self.plus = kind.plus
        self.weights = _weights(graph, kind, pair, musts)
        self.start: _Key = ((_USED,) * graph.slots, 0, 0)
        self._set_due()

    def _set_due(self) -> None:
        """Compute for each layer the flags to keep after it, and the required flags that no later layer
        raises."""
        self.keep: list[int] = []
        self.late: list[int] = []
        later = 0
        for layer, weight in zip(reversed(self.graph.layers), reversed(self.weights), strict=True):
            self.late.append(self.due & ~later)
            self.keep.append(self.due | later | layer.live << self.tracks)
            later |= weight.won_a | weight.won_b | weight.won
        self.keep.reverse()
        self.late.reverse()

    def expand(self, i: int, front: dict[_Key, int]) -> tuple[dict[_Key, int], list[_Cell]]:
        """Return the cells of a layer's sets of decisions, and the sets that they lead to."""
        layer, weight = self.graph.layers[i], self.weights[i]
        sa, sb, end_a, end_b = layer.a, layer.b, layer.end_a, layer.end_b
        length, count_a, count_b, value_a, value_b, won_a, won_b, won_link, barred = weight
        conflicts = layer.conflicts << self.tracks
        cap, reach, plus = self.cap, self.reach, self.plus
        after: dict[_Key, int] = {}
        cells: list[_Cell] = []
        for mates, count, flags in front:
            if layer.enter:
                opened = list(mates)
                for s in layer.enter:
                    opened[s] = s
                mates = tuple(opened)
            skip = self._settle(i, mates, count, flags, after)
            ma, mb = mates[sa], mates[sb]
            if barred or ma in (_USED, sb) or mb == _USED or flags & conflicts:
                cells.append((skip, _NONE, 0, 0))
                continue
            total, gain, won = count + length, 0, won_link
            if ma == sa:
                total += count_a
                gain += value_a
                won |= won_a
            if mb == sb:
                total += count_b
                gain += value_b
                won |= won_b
            if total > reach or (plus is not None and total % CITY > plus):
                cells.append((skip, _NONE, 0, 0))
                continue
            fee = 0
            fresh = won & ~flags
            if fresh > self.due:
                for flag, amount, due in self.paying:
                    if fresh & flag:
                        gain += amount
                        fee += due
            joined = list(mates)
            # A place that ends all runs is final immediately; another place stays loose or is used up.
            out_a = _FIXED if end_a else ma
            out_b = _FIXED if end_b else mb
            if end_a or ma != sa:
                joined[sa] = _USED
            if end_b or mb != sb:
                joined[sb] = _USED
            if out_a >= 0:
                joined[out_a] = out_b
            if out_b >= 0:
                joined[out_b] = out_a
            flags_now = flags | won | conflicts
            if out_a == out_b == _FIXED:
                take = self._finish(joined, min(total, cap), flags_now)
            elif joined.count(_FIXED) > 2:
                take = _NONE
            else:
                take = self._settle(i, tuple(joined), min(total, cap), flags_now, after)
            cells.append((skip, take, gain, fee))
        return after, cells

    def _settle(self, i: int, mates: tuple[int, ...], count: int, flags: int, after: dict[_Key, int]) -> int:
        """Drop the places that have no more links. Return the number of the remaining set."""
        leave = self.graph.layers[i].leave
        if leave:
            left = list(mates)
            for s in leave:
                mate = left[s]
                left[s] = _USED
                if mate in (s, _USED):
                    continue
                if self.paired:
                    return _NONE  # an end that is not an off-board area
                if mate == _FIXED:
                    return self._finish(left, count, flags)
                left[mate] = _FIXED
                if left.count(_FIXED) > 2:
                    return _NONE
            mates = tuple(left)
        if self.late[i] & ~flags:
            return self.idle_child if _untouched(mates) else _NONE
        key = (mates, count, flags & self.keep[i])
        return after.setdefault(key, len(after))

    def _finish(self, mates: Sequence[int], count: int, flags: int) -> int:
        """Close a complete route. It counts if no other piece is left and it meets the requirements."""
        whole = count >= self.need and flags & self.due == self.due and _untouched(mates)
        return _END if whole else _NONE


def _untouched(mates: Sequence[int]) -> bool:
    """Return whether no piece of route has a loose end."""
    for s, mate in enumerate(mates):  # noqa: SIM110  a generator takes twice the time
        if mate not in (s, _USED):
            return False
    return True


def _weights(graph: Graph, kind: TrainRange, pair: int, musts: Sequence[int]) -> list[_Weight]:
    context = graph.context
    pos = context.position
    blocked, own = context.stops
    names, place = pos.tables.names, pos.tables.place
    bonus = len(musts) + 1
    toll = bonus + len(context.bonuses)
    per_hex = kind.unit == "hexes"
    bonuses = [(1 << bonus + n, b.hexes) for n, b in enumerate(context.bonuses)]
    tolls = [(1 << toll + n, frozenset(t.hexes)) for n, t in enumerate(context.tolls)]

    def stop(g: int) -> tuple[int, int, int, bool]:
        """Return the count of a stop, its value, its flags, and whether it is a wrong end for a route between
        off-board areas."""
        h, s = divmod(g, STOPS_A_HEX)
        printed = pos.pieces[h].stops[s]
        flags = _OWN if g in own else 0
        if musts:
            flags |= sum(2 << n for n, asked in enumerate(musts) if asked == g)
        wrong = bool(pair) and g in blocked and not pos.pieces[h].terminal
        length = kind.stop_length(printed.kind)
        if kind.unit == "cities" and printed.kind == "town":
            return length, pair, flags, wrong
        if bonuses:
            flags |= sum(flag for flag, hexes in bonuses if names[h] in hexes)
        return length, stop_value(printed, context.values) * kind.factor + pair, flags, wrong

    stops = {g: stop(g) for layer in graph.layers for g in layer.link[:2]}
    asked = {place[g]: g for g in musts}
    weights: list[_Weight] = []
    for layer, far in zip(
        graph.layers, _too_far(graph, kind, {g: found[0] for g, found in stops.items()}), strict=True
    ):
        a, b, _, hexes, via = layer.link
        count_a, value_a, won_a, wrong_a = stops[a]
        count_b, value_b, won_b, wrong_b = stops[b]
        length = hexes if per_hex else 0
        # Of a place with several hexes only the requested stop is valid.
        elsewhere = bool(asked) and any(asked.get(place[g], g) != g for g in (a, b))
        won = sum(flag for flag, dear in tolls if not dear.isdisjoint(via)) if tolls else 0
        barred = far or wrong_a or wrong_b or elsewhere
        weights.append(_Weight(length, count_a, count_b, value_a, value_b, won_a, won_b, won, barred))
    return weights


def _too_far(graph: Graph, kind: TrainRange, counts: dict[int, int]) -> list[bool]:
    """Return for each layer whether its link is too far from any token for this train."""
    if kind.plus is None:
        return _beyond(graph, kind.reach, counts, per_hex=kind.unit == "hexes")
    cities = _beyond(graph, kind.reach, {g: count // CITY for g, count in counts.items()})
    towns = _beyond(graph, kind.plus, {g: count % CITY for g, count in counts.items()})
    return [far or farther for far, farther in zip(cities, towns, strict=True)]


def _beyond(graph: Graph, reach: int | None, counts: dict[int, int], *, per_hex: bool = False) -> list[bool]:
    """Return for each layer whether a route from a token over its link has a count beyond a reach."""
    if reach is None:
        return [False] * len(graph.layers)
    near = _distances(graph, counts, per_hex=per_hex)
    found: list[bool] = []
    for layer in graph.layers:
        a, b, _, hexes, _ = layer.link
        nearest = min(near.get(a, _FAR) + counts[b], near.get(b, _FAR) + counts[a])
        found.append(nearest + (hexes if per_hex else 0) > reach)
    return found


def _distances(graph: Graph, counts: dict[int, int], *, per_hex: bool) -> dict[int, int]:
    """Return for each stop the minimum count from a token of the corporation to it, both included."""
    own = graph.context.stops[1]
    near = {g: counts[g] for g in counts if g in own}
    changed = bool(near)
    while changed:
        changed = False
        for layer in graph.layers:
            a, b, _, hexes, _ = layer.link
            step = hexes if per_hex else 0
            for g, to in ((a, b), (b, a)):
                found = near.get(g, _FAR) + step + counts[to]
                if found < near.get(to, _FAR):
                    near[to] = found
                    changed = True
    return near
