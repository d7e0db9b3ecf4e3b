"""The map as it lies: where a corporation's routes can go (4.6.2, 4.6.3), found by trying every way."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

from titles.t18gl.book.printed import BOARD, HEXES, End, Line, Part, neighbour, printed_part, tile_part

LIMIT = 300_000
"""Steps along track in one search at the most."""

Stop = tuple[str, str]
"""A hex and its stop: s0, s1."""
Side = frozenset[tuple[str, int]]
"""A side between two hexes, by hex and edge on either hand."""


class TooMany(Exception):
    """The position is too large for this."""


class Node(NamedTuple):
    """Where a way stands: at a stop, or at the edge by which it has come into a hex."""

    hex: str
    end: End


class Way(NamedTuple):
    """Unbranched track from a token."""

    node: Node
    sides: frozenset[Side] = frozenset()
    hexes: int = 0
    """Hexes entered."""
    simple: bool = True
    """Whether it uses no track twice."""

    def on(self, node: Node, side: Side | None) -> Way:
        """One piece of track more."""
        if side is None:
            return self._replace(node=node)
        return Way(node, self.sides | {side}, self.hexes + 1, self.simple and side not in self.sides)


Wanted = Callable[[Node, Line], bool]


class Map:
    """Tiles and tokens of a position, as the data of a state give them."""

    def __init__(self, state: dict[str, Any]) -> None:
        self.tiles: dict[str, tuple[str, int]] = {k: (v[0], v[1]) for k, v in state.get("tiles", {}).items()}
        self.tokens: dict[Stop, list[str]] = {}
        for name, tokens in state.get("tokens", {}).items():
            for stop, corp, _ in tokens:
                self.tokens.setdefault((name, f"s{stop}"), []).append(corp)
        self._lines: dict[str, frozenset[Line]] = {}

    def with_tile(self, name: str, tile: str, turn: int) -> Map:
        """The same map with another tile."""
        new = Map({})
        new.tiles = {**self.tiles, name: (tile, turn)}
        new.tokens = self.tokens
        new._lines = {known: lines for known, lines in self._lines.items() if known != name}
        return new

    def part(self, name: str) -> Part:
        """What lies in a hex."""
        return tile_part(*self.tiles[name]) if name in self.tiles else printed_part(name)

    @cached_property
    def shores(self) -> dict[str, set[int]]:
        """Where active ferries meet the land: those whose tiles lie on the lake."""
        found: dict[str, set[int]] = {}
        for ferry in BOARD["ferries"]:
            for segment in ferry["segments"]:
                if all(name in self.tiles for name in segment["path"][1:-1]):
                    for name, ends in zip(segment["path"], segment["edges"], strict=True):
                        if len(ends) == 1:
                            found.setdefault(name, set()).add(ends[0])
        return found

    def lines(self, name: str) -> frozenset[Line]:
        """The track in a hex, with active ferry lines."""
        if name not in self._lines:
            self._lines[name] = self._lines_of(name)
        return self._lines[name]

    def _lines_of(self, name: str) -> frozenset[Line]:
        if name not in HEXES:
            return frozenset()
        if HEXES[name]["kind"] == "lake":
            crossing: list[Line] = [frozenset(pair) for pair in HEXES[name].get("ferry", ())]
            return frozenset(crossing) if name in self.tiles else frozenset()
        part = self.part(name)
        active = self.shores.get(name, set())
        return part.lines | {line for line in part.ferry if not active.isdisjoint(line)}

    def starts(self, corp: str) -> list[Node]:
        """The stops with a token of a corporation."""
        return [Node(*stop) for stop in sorted(self.tokens) if corp in self.tokens[stop]]

    def through(self, stop: Stop, corp: str) -> bool:
        """Whether a route may go on beyond a stop: not off the map, not through a city that is completely
        filled with others' tokens."""
        kind, _, slots = self.part(stop[0]).stops[int(stop[1][1:])]
        here = self.tokens.get(stop, ())
        full = kind == "city" and len(here) >= slots and corp not in here
        return kind != "offboard" and not full

    # -- ways

    def onward(self, way: Way, corp: str, begin: list[Node]) -> Iterator[tuple[Line, Way]]:
        """The lines by which a way may go on, and the way then."""
        name, end = way.node
        if isinstance(end, str) and way.node not in begin and not self.through((name, end), corp):
            return
        for line in self.lines(name):
            if end in line:
                (out,) = line - {end}
                if isinstance(out, str):
                    yield line, way.on(Node(name, out), None)
                else:
                    beyond, back = neighbour(name, out)
                    yield line, way.on(Node(beyond, back), frozenset({(name, out), (beyond, back)}))

    def reached(self, corp: str) -> frozenset[str]:
        """The hexes that routes of the corporation come to, whatever lies there."""
        begin = self.starts(corp)
        queue, seen = deque(Way(node) for node in begin), set(begin)
        while queue:
            for _, further in self.onward(queue.popleft(), corp, begin):
                if further.node not in seen:
                    seen.add(further.node)
                    queue.append(further)
        return frozenset(node.hex for node in seen)

    def on_route(self, corp: str, name: str, wanted: frozenset[Line]) -> bool:
        """Whether a route of the corporation, of any length, lies on one of these lines of a hex."""

        def found(node: Node, line: Line) -> bool:
            return node.hex == name and line in wanted

        return self._search(corp, found, self.starts(corp))

    def at_stop(self, corp: str, stop: Stop) -> bool:
        """Whether a route of the corporation comes to a stop; one stop with a token makes a route (4.6.3)."""

        def arrives(node: Node, line: Line) -> bool:
            return node.hex == stop[0] and stop[1] in line and node.end != stop[1]

        begin = self.starts(corp)
        return Node(*stop) in begin or self._search(corp, arrives, begin)

    def _search(self, corp: str, found: Wanted, begin: list[Node]) -> bool:
        """Whether a way from a token that uses no track twice comes to a line that is looked for."""
        queue = deque(Way(node) for node in begin)
        seen = set(begin)
        walked = False
        while queue:
            way = queue.popleft()
            for line, further in self.onward(way, corp, begin):
                if found(way.node, line):
                    if further.simple:
                        return True
                    walked = True
                # A way that has used track twice still tells what can be reached at all.
                if further.node not in seen:
                    seen.add(further.node)
                    queue.append(further)
        return walked and any(found(way.node, line) for way, line, _ in self._all_ways(corp, begin))

    def _all_ways(self, corp: str, begin: list[Node], limit: int = 999) -> Iterator[tuple[Way, Line, Way]]:
        """Every way over no more hexes that uses no track twice: before its last line, that line, then."""
        steps = 0
        stack = [Way(node) for node in begin]
        while stack:
            way = stack.pop()
            for line, further in self.onward(way, corp, begin):
                steps += 1
                if steps > LIMIT:
                    raise TooMany
                if further.simple and further.hexes <= limit and further.node not in begin:
                    yield way, line, further
                    stack.append(further)

    def distances(self, corp: str) -> dict[Stop, int]:
        """Hexes to each stop on a route from the nearest token, the first not counted."""
        begin = self.starts(corp)
        walks = {node: Way(node) for node in begin}
        queue = deque(begin)
        while queue:
            way = walks[queue.popleft()]
            for _, further in self.onward(way, corp, begin):
                known = walks.get(further.node)
                if known is None or further.hexes < known.hexes:
                    walks[further.node] = further
                    queue.append(further.node)
        found = {}
        for (name, end), walk in walks.items():
            if isinstance(end, str):
                far = walk.hexes if walk.simple else self._by_trying(corp, walk, begin)
                if far is not None:
                    found[name, end] = far
        return found

    def _by_trying(self, corp: str, walk: Way, begin: list[Node]) -> int | None:
        """The hexes of the shortest way to where a walk leads that uses no track twice, if there is one."""
        for limit in range(walk.hexes, 40):
            ways = self._all_ways(corp, begin, limit)
            if any(further.node == walk.node for _, _, further in ways):
                return limit
        return None
