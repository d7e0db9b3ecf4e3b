"""The printed components of 18GL, read from the board file as plain data.

This module uses no other part of the program. It derives tracks, sides and first tiles again from the
rulebook (4.6.1.1) and the notes of the board file.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

FILE = Path(__file__).resolve().parents[4] / "src" / "trunkline" / "titles" / "t18gl" / "board.yaml"
BOARD: dict[str, Any] = yaml.load(FILE.read_text(), getattr(yaml, "CSafeLoader", yaml.SafeLoader))
HEXES: dict[str, Any] = BOARD["hexes"]
TILES: dict[str, Any] = BOARD["tiles"]
PHASES: list[dict[str, Any]] = BOARD["phases"]
WAYS = ((0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1))
"""Columns and rows to the neighbour at each edge: S, SW, NW, N, NE, SE."""

GRAY_SIDES_CLOSED = True
"""If true, new track may not run to a side of the Mine or of Alpena that has no track.

By the letter of 4.6.1.1 only blank sides of off-map locations are prohibited.
"""

End = int | str
"""An edge of a hex, or one of its stops: s0, s1."""
Line = frozenset[End]
"""A piece of track between two ends."""


class Part(NamedTuple):
    """The content of a hex: a tile in its rotation, or the printed part."""

    lines: frozenset[Line]
    ferry: frozenset[Line]
    """Ferry lines from an edge to a stop. They are track only if the route is active."""
    stops: tuple[tuple[str, int, int], ...]
    """Kind, value and circles of each stop, without the value of an off-map location."""
    colour: str
    label: str
    link: int | None
    """The edge towards the other half of Chicago."""


def neighbour(name: str, edge: int) -> tuple[str, int]:
    """Return the hex beyond an edge, and the edge by which a way enters it."""
    right, down = WAYS[edge]
    return f"{chr(ord(name[0]) + right)}{int(name[1:]) + down}", (edge + 3) % 6


def _turned(lines: list[list[End]], turn: int) -> frozenset[Line]:
    return frozenset(frozenset(e if isinstance(e, str) else (e + turn) % 6 for e in line) for line in lines)


@cache
def tile_part(tile: str, turn: int) -> Part:
    """Return a tile in its rotation."""
    return _part(TILES[tile], turn)


@cache
def printed_part(name: str) -> Part:
    """Return the printed part of a hex."""
    printed = HEXES[name]
    if printed["kind"] != "offboard":
        return _part(printed, 0)
    track = [[edge, "s0"] for edge in printed["exits"]]
    ferry = [[edge, "s0"] for edge in printed.get("ferry_edges", ())]
    stops = [{"kind": "offboard", "value": 0, "slots": printed.get("slots", 0)}]
    return _part({"track": track, "ferry": ferry, "stops": stops}, 0)


def _part(data: dict[str, Any], turn: int) -> Part:
    stops = tuple((stop["kind"], stop["value"], stop.get("slots", 0)) for stop in data.get("stops", ()))
    link = data.get("link_edge")
    lake = data.get("kind") == "lake"
    lines = _turned(data.get("track", []), turn)
    if len(stops) == 2 and min(_edges_of(lines, "s1")) < min(_edges_of(lines, "s0")):
        # The two towns of a tile are alike, so their order is not part of the picture.
        other = {"s0": "s1", "s1": "s0"}
        lines = frozenset(frozenset(other.get(str(end), end) for end in line) for line in lines)
    return Part(
        lines,
        frozenset() if lake else _turned(data.get("ferry", []), turn),
        stops,
        data.get("colour", ""),
        data.get("label", ""),
        None if link is None else (link + turn) % 6,
    )


def _edges_of(lines: frozenset[Line], stop: str) -> set[int]:
    """Return the edges that track runs to from a stop."""
    return edges(frozenset(line for line in lines if stop in line))


def edges(lines: frozenset[Line]) -> set[int]:
    """Return the edges that track runs to."""
    return {end for line in lines for end in line if isinstance(end, int)}


@cache
def open_side(name: str, edge: int) -> bool:
    """Return whether new track may run to a side.

    Track may not run to a lake, an impassable hex, a blank side of an off-map location, a dark-blue hexside,
    or off the map.
    """
    beyond, back = neighbour(name, edge)
    if beyond not in HEXES or HEXES[beyond]["kind"] in ("lake", "impassable"):
        return False
    if edge in HEXES[name].get("blocked_edges", ()) or back in HEXES[beyond].get("blocked_edges", ()):
        return False
    if GRAY_SIDES_CLOSED and HEXES[beyond]["kind"] == "gray":
        return back in edges(printed_part(beyond).lines)
    return HEXES[beyond]["kind"] != "offboard" or back in HEXES[beyond]["exits"]


def first_tiles(name: str) -> list[str]:
    """Return the tiles that may be the first on a hex, by its kind."""
    printed = HEXES[name]
    facts = {**printed, "ferries": len(printed.get("ferry_edges", ()))}
    for entry in BOARD["first_tiles"]:
        named = entry.get("hexes")
        if name in named if named else all(facts.get(k) == v for k, v in entry.items() if k != "tiles"):
            return list(entry["tiles"])
    return []


@cache
def fits(name: str, tile: str, turn: int) -> bool:
    """Return whether a tile in this rotation is allowed on a hex, for any earlier tile (4.6.1.1)."""
    printed, part = HEXES[name], tile_part(tile, turn)
    if name not in TILES[tile].get("only_on", [name]):
        return False
    if part.label != printed.get("label", "") and part.label + printed.get("label", "") not in ("TC", "L"):
        return False
    if part.link != printed.get("link_edge"):
        return False
    if edges(part.ferry) != set(printed.get("ferry_edges", ())):
        return False
    return all(open_side(name, edge) for edge in edges(part.lines))


def keeps(new: Part, old: Part) -> bool:
    """Return whether all connections are kept, including ferry lines."""
    return old.lines <= new.lines and old.ferry <= new.ferry


def next_tiles(name: str, tile: str | None) -> list[str]:
    """Return the tiles that may replace the present one, by the upgrade chart or by the kind of hex."""
    return first_tiles(name) if tile is None else list(TILES[tile].get("upgrades_to", ()))


@cache
def layable(name: str, tile: str | None, turn: int, colours: frozenset[str]) -> tuple[tuple[str, int], ...]:
    """Return the tiles with rotation that may be laid next on a hex, each picture once."""
    old = printed_part(name) if tile is None else tile_part(tile, turn)
    found: dict[tuple[str, Part], int] = {}
    for new in next_tiles(name, tile):
        for way in range(6):
            part = tile_part(new, way)
            if part.colour in colours and fits(name, new, way) and keeps(part, old):
                found.setdefault((new, part), way)
    return tuple((new, way) for (new, _), way in found.items())


@cache
def possible(name: str, tile: str | None, turn: int, colours: frozenset[str]) -> frozenset[Part]:
    """Return all parts that could be on a hex in a phase, with unlimited copies and upgrades."""
    found = {printed_part(name) if tile is None else tile_part(tile, turn)}
    for new, way in layable(name, tile, turn, colours):
        found |= possible(name, new, way, colours)
    return frozenset(found)


def homes() -> Iterator[tuple[str, list[str]]]:
    """Yield the corporations with a home, and its hexes."""
    for corp in BOARD["corporations"]:
        if "home" in corp:
            yield corp["id"], list(corp["home"])
