"""All runs of 18GL by its rulebook, on a position as `trunkline routes` reads it.

This module uses only the board file of the program. It names 18GL on purpose: the rulebook's text (4.3 notes
6, 8, 9, 10 and 11; 4.6.2, 4.6.3, 4.9, 4.10) and the rulings on ferries and parallel tracks are written out
here. The titles' shared search has them as parameters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import yaml

FILE = Path(__file__).resolve().parents[3] / "src" / "trunkline" / "titles" / "t18gl" / "board.yaml"
BOARD: dict[str, Any] = yaml.load(FILE.read_text(), getattr(yaml, "CSafeLoader", yaml.SafeLoader))
WAYS = ((0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1))
"""Columns and rows to the neighbour at each edge: S, SW, NW, N, NE, SE."""
LIMIT = 20_000
"""The most paths walked, and the most choices tried, in one position."""

Stop = tuple[str, int]
"""A hex and the number of its stop."""
Side = frozenset[tuple[str, int]]
"""A side between two hexes, by the hex and edge on each side."""


class TooMany(Exception):
    """The position is too large for this search."""


class Way(NamedTuple):
    """Unbranched track from one stop to another."""

    stops: tuple[Stop, ...]
    sides: tuple[Side, ...]
    ferry: bool
    path: tuple[str, ...]
    """Its elements as in a run: HEX.s for a stop, HEX for a hex on plain track."""


class Route(NamedTuple):
    """A legal route of a train, and its revenue."""

    dollars: int
    way: Way


def neighbour(name: str, edge: int) -> tuple[str, int]:
    """Return the hex beyond an edge, and the edge by which a train enters it."""
    right, down = WAYS[edge]
    return f"{chr(ord(name[0]) + right)}{int(name[1:]) + down}", (edge + 3) % 6


class Position:
    """One company on the board: an entry of `trunkline routes` of the title 18GL."""

    def __init__(self, entry: dict[str, Any]) -> None:
        self.entry = entry
        self.steps = 0
        self.stops: dict[Stop, dict[str, Any]] = {}
        self.track: dict[str, set[tuple[Any, Any]]] = {}
        self.lakes: set[str] = set()
        shores = self._ferries()
        for name, printed in BOARD["hexes"].items():
            self._hex(name, printed, shores)

    def _ferries(self) -> set[tuple[str, int]]:
        """Lay the active ferries over the lakes. Return the places where they meet the shore."""
        shores = set()
        for ferry in BOARD["ferries"]:
            for segment in ferry["segments"] if ferry["id"] in self.entry["ferries"] else ():
                for name, edges in zip(segment["path"], segment["edges"], strict=True):
                    if len(edges) == 1:
                        shores.add((name, edges[0]))
                    else:
                        self.track.setdefault(name, set()).update((tuple(edges), tuple(edges[::-1])))
                        self.lakes.add(name)
        return shores

    def _hex(self, name: str, printed: dict[str, Any], shores: set[tuple[str, int]]) -> None:
        tile, turn = self.entry["tiles"].get(name, (None, 0))
        part = printed if tile is None else BOARD["tiles"][tile]
        lines = [*part.get("track", ()), *([edge, "s0"] for edge in part.get("exits", ()))]
        stops = list(part.get("stops", ()))
        ferry = part.get("ferry", ())
        if part.get("kind") == "offboard":
            stops = [{"kind": "offboard", "slots": part.get("slots", 0)}]
            ferry = [[edge, "s0"] for edge in part.get("ferry_edges", ())]
        for number, stop in enumerate(stops):
            self.stops[name, number] = stop
        found = self.track.setdefault(name, set())
        for line in [*lines, *ferry]:
            a, b = (end if isinstance(end, str) else (end + turn) % 6 for end in line)
            # A ferry line is track only if its route is active.
            if "s0" in (a, b) or line not in ferry:
                shore = [(name, end) for end in (a, b) if not isinstance(end, str)]
                if line not in ferry or shore[0] in shores:
                    found.update(((a, b), (b, a)))

    # -- stops

    def value(self, stop: Stop) -> int:
        """Return the value of a stop in the phase."""
        if self.stops[stop]["kind"] == "offboard":
            (column,) = (p["off_board"] for p in BOARD["phases"] if p["name"] == self.entry["phase"])
            return int(BOARD["hexes"][stop[0]]["values"][column])
        return int(self.stops[stop]["value"])

    def place(self, stop: Stop) -> object:
        """Return the location of a hex. Off-map locations of several hexes are one location."""
        return BOARD["hexes"][stop[0]].get("group", stop)

    def corps(self, stop: Stop) -> list[str]:
        """Return the companies with a token at a stop."""
        here = self.entry["markers"].get(stop[0], {}).get(stop[1], ())
        return [corp for corp in here if corp is not None]

    def ends_here(self, stop: Stop) -> bool:
        """Return whether routes must end here: off-map, or in a city full of other companies' tokens."""
        corps, slots = self.corps(stop), self.stops[stop].get("slots", 0)
        full = 0 < slots <= len(corps) and self.entry["company"] not in corps
        return full or self.stops[stop]["kind"] == "offboard"

    @cached_property
    def own(self) -> list[Stop]:
        """Return the stops with the company's tokens."""
        return [stop for stop in self.stops if self.entry["company"] in self.corps(stop)]

    def room(self, side: Side) -> int:
        """Return the capacity of a side: two trains if both halves of Chicago are brown or gray."""
        names = sorted(name for name, _ in side)
        tiles = [self.entry["tiles"].get(name, ("8",))[0] for name in names]
        brown = all(BOARD["tiles"][tile]["colour"] in ("brown", "gray") for tile in tiles)
        return 2 if names == ["D12", "D14"] and brown else 1

    # -- paths

    def ways(self, start: Stop, hexes: int, cities: int) -> Iterator[Way]:
        """Yield all unbranched track from a stop.

        A path never uses track or visits a place twice. The limits are the hexes after the first, and the
        cities and off-map locations.
        """
        name, number = start

        def scores(stop: Stop) -> bool:
            return bool(self.stops[stop]["kind"] != "town")

        def go(name: str, end: Any, way: Way) -> Iterator[Way]:
            """Leave a hex by each track from one of its ends."""
            self.steps += 1
            if self.steps > LIMIT:
                raise TooMany
            for _, out in (line for line in sorted(self.track[name], key=str) if line[0] == end):
                if isinstance(out, str):
                    yield from stop_at((name, int(out[1:])), way)
                    continue
                beyond, back = neighbour(name, out)
                side = frozenset({(name, out), (beyond, back)})
                if beyond not in self.track or side in way.sides or len(way.sides) == hexes:
                    continue
                ferry = way.ferry or beyond in self.lakes
                path = way.path if isinstance(end, str) else (*way.path, name)
                yield from go(beyond, back, Way(way.stops, (*way.sides, side), ferry, path))

        def stop_at(stop: Stop, way: Way) -> Iterator[Way]:
            if self.place(stop) in map(self.place, way.stops):
                return
            way = way._replace(stops=(*way.stops, stop), path=(*way.path, f"{stop[0]}.{stop[1]}"))
            if sum(map(scores, way.stops)) > cities:
                return
            yield way
            if not self.ends_here(stop):
                yield from go(stop[0], f"s{stop[1]}", way)

        yield from go(name, f"s{number}", Way((start,), (), False, (f"{name}.{number}",)))

    def distances(self) -> dict[Stop, int]:
        """Return the hexes from the nearest own token to each stop, without the first hex (4.6.2)."""
        found = dict.fromkeys(self.own, 0)
        for start in self.own:
            for way in self.ways(start, 999, 999):
                last = way.stops[-1]
                found[last] = min(found.get(last, 999), len(way.sides))
        return found

    # -- trains

    def reach(self, train: str, longer: bool) -> tuple[int, int, int]:
        """Return the hexes and cities that a train reaches, and the factor of its revenue."""
        if train == "D":
            return 999, 999, 1
        if train == "E":
            if self.entry["phase"] == "D":
                return 999, 5, 1
            count = max(self.entry["trains"].count("E"), self.entry["owned"].get("E", 0))
            return 999, {1: 2, 2: 3, 3: 3, 4: 4}[count], 2
        return int(train[:-1]) + (2 if longer else 0), 999, 1

    def earns(self, train: str, way: Way, factor: int) -> int:
        """Return the value of a route, with the company's power tokens."""
        scoring = [s for s in way.stops if train != "E" or self.stops[s]["kind"] != "town"]
        hexes = {name for name, _ in scoring}
        tokens = {"terminal": 10, "port": 20}
        extra = sum(tokens[token] for token, name in self.entry["tokens"].items() if name in hexes)
        extra += 50 if "mine" in self.entry["rights"] and "E1" in hexes else 0
        return factor * sum(map(self.value, scoring)) + extra

    def routes(self, train: str, *, longer: bool = False) -> list[Route]:
        """Return every legal route of a train with revenue, once."""
        hexes, cities, factor = self.reach(train, longer)
        found: dict[frozenset[Side], Route] = {}
        for start in self.stops:
            for way in self.ways(start, hexes, cities):
                scoring = [s for s in way.stops if train != "E" or self.stops[s]["kind"] != "town"]
                if len(scoring) >= 2 and not set(self.own).isdisjoint(way.stops):
                    found[frozenset(way.sides)] = Route(self.earns(train, way, factor), way)
        return list(found.values())

    @cached_property
    def all_routes(self) -> list[list[Route]]:
        """Return the routes of each train."""
        longer = dict(self.entry["longer"])
        return [self.routes(train, longer=bool(longer.pop(train, 0))) for train in self.entry["trains"]]

    def best(self, fees: int) -> int:
        """Return the most that all trains can earn if the given number of them may pay a ferry."""
        trains = [sorted(routes, key=lambda r: -r.dollars) for routes in self.all_routes]
        free = not any(self.entry["ferries"].values())
        found = 0

        def choose(rest: Sequence[list[Route]], used: tuple[Side, ...], paid: int, dollars: int) -> None:
            nonlocal found
            found = max(found, dollars)
            self.steps += 1
            if self.steps > 20 * LIMIT:
                raise TooMany
            hope = sum(routes[0].dollars for routes in rest[1:] if routes)
            for route in rest[0] if rest else ():
                if dollars + route.dollars + hope <= found:
                    break
                due = 0 if free or not route.way.ferry else 1
                if paid + due <= fees and all(used.count(s) < self.room(s) for s in route.way.sides):
                    choose(rest[1:], (*used, *route.way.sides), paid + due, dollars + route.dollars)
            if rest:
                choose(rest[1:], used, paid, dollars)

        choose(trains, (), 0, 0)
        return found
