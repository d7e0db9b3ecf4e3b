"""The map of a position and a corporation's routes on it (4.6.2, 4.6.3), by exhaustive search."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

from titles.t18gl.book.printed import BOARD, HEXES, End, Line, Part, neighbour, printed_part, tile_part

LIMIT = 300_000
"""The most steps along track in one search."""

Stop = tuple[str, str]
"""A hex and its stop: s0, s1."""
Side = frozenset[tuple[str, int]]
"""A side between two hexes, by hex and edge on either hand."""


class TooMany(Exception):
    """An error for a position that is too large for an exhaustive search."""


class Node(NamedTuple):
    """The end of a way: a stop, or the edge by which it entered a hex."""

    hex: str
    end: End


class Way(NamedTuple):
    """Unbranched track from a token."""

    node: Node
    sides: frozenset[Side] = frozenset()
    hexes: int = 0
    """The number of hexes entered."""
    simple: bool = True
    """True if it uses no track twice."""

    def on(self, node: Node, side: Side | None) -> Way:
        """Return the way with one more piece of track."""
        if side is None:
            return self._replace(node=node)
        return Way(node, self.sides | {side}, self.hexes + 1, self.simple and side not in self.sides)


Wanted = Callable[[Node, Line], bool]


class Map:
    """Tiles and tokens of a position, from the data of a state."""

    def __init__(self, state: dict[str, Any]) -> None:
        self.tiles: dict[str, tuple[str, int]] = {k: (v[0], v[1]) for k, v in state.get("tiles", {}).items()}
        self.tokens: dict[Stop, list[str]] = {}
        for name, tokens in state.get("tokens", {}).items():
            for stop, corp, _ in tokens:
                self.tokens.setdefault((name, f"s{stop}"), []).append(corp)
        self._lines: dict[str, frozenset[Line]] = {}

    def with_tile(self, name: str, tile: str, turn: int) -> Map:
        """Return the same map with another tile."""
        new = Map({})
        new.tiles = {**self.tiles, name: (tile, turn)}
        new.tokens = self.tokens
        new._lines = {known: lines for known, lines in self._lines.items() if known != name}
        return new

    def part(self, name: str) -> Part:
        """Return the tile or the printed part of a hex."""
        return tile_part(*self.tiles[name]) if name in self.tiles else printed_part(name)

    @cached_property
    def shores(self) -> dict[str, set[int]]:
        """The edges of land hexes with active ferries: those with tiles on all their lake hexes."""
        found: dict[str, set[int]] = {}
        for ferry in BOARD["ferries"]:
            for segment in ferry["segments"]:
                if all(name in self.tiles for name in segment["path"][1:-1]):
                    for name, ends in zip(segment["path"], segment["edges"], strict=True):
                        if len(ends) == 1:
                            found.setdefault(name, set()).add(ends[0])
        return found

    def lines(self, name: str) -> frozenset[Line]:
        """Return the track in a hex, with active ferry lines."""
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
        """Return the stops with a token of a corporation."""
        return [Node(*stop) for stop in sorted(self.tokens) if corp in self.tokens[stop]]

    def through(self, stop: Stop, corp: str) -> bool:
        """Return whether a route may continue beyond a stop.

        It ends at an off-map location and at a city that is filled with other corporations' tokens.
        """
        kind, _, slots = self.part(stop[0]).stops[int(stop[1][1:])]
        here = self.tokens.get(stop, ())
        full = kind == "city" and len(here) >= slots and corp not in here
        return kind != "offboard" and not full

    # -- ways

    def onward(self, way: Way, corp: str, begin: list[Node]) -> Iterator[tuple[Line, Way]]:
        """Yield the lines by which a way may continue, each with the longer way."""
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
        """Return the hexes that routes of the corporation reach, with or without tiles."""
        begin = self.starts(corp)
        queue, seen = deque(Way(node) for node in begin), set(begin)
        while queue:
            for _, further in self.onward(queue.popleft(), corp, begin):
                if further.node not in seen:
                    seen.add(further.node)
                    queue.append(further)
        return frozenset(node.hex for node in seen)

    def on_route(self, corp: str, name: str, wanted: frozenset[Line]) -> bool:
        """Return whether a route of the corporation, of any length, uses one of these lines of a hex."""

        def found(node: Node, line: Line) -> bool:
            return node.hex == name and line in wanted

        return self._search(corp, found, self.starts(corp))

    def at_stop(self, corp: str, stop: Stop) -> bool:
        """Return whether a corporation's route reaches a stop. One stop with a token is a route (4.6.3)."""

        def arrives(node: Node, line: Line) -> bool:
            return node.hex == stop[0] and stop[1] in line and node.end != stop[1]

        begin = self.starts(corp)
        return Node(*stop) in begin or self._search(corp, arrives, begin)

    def _search(self, corp: str, found: Wanted, begin: list[Node]) -> bool:
        """Return whether a way from a token that uses no track twice reaches a wanted line."""
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
                # A way that has used track twice still shows which nodes can be reached at all.
                if further.node not in seen:
                    seen.add(further.node)
                    queue.append(further)
        return walked and any(found(way.node, line) for way, line, _ in self._all_ways(corp, begin))

    def _all_ways(self, corp: str, begin: list[Node], limit: int = 999) -> Iterator[tuple[Way, Line, Way]]:
        """Yield every way within the limit of hexes that uses no track twice.

        Each is given as the way before its last line, that line, and the whole way.
        """
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
        """Return the hexes from the nearest token to each stop on a route, without the first hex."""
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
        """Return the hexes of the shortest way to the end of a walk that uses no track twice, or None."""
        for limit in range(walk.hexes, 40):
            ways = self._all_ways(corp, begin, limit)
            if any(further.node == walk.node for _, _, further in ways):
                return limit
        return None
