"""The catalogue of standard tiles, and what follows from the tiles of a title file.

A file lists a standard tile by its number and count. Its upgrades follow from its track. So do the first
tiles of each hex, if the file does not list them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import permutations
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from trunkline.engine.board import COLOURS, Board, BoardError, End, FirstTiles, Hex, Stop, TileType, Track
from trunkline.engine.track.laying import hex_takes_tiles
from trunkline.util.messages import gettext
from trunkline.util.strict_yaml import read_own

FILE: Final = Path(__file__).with_name("tiles.yaml")


class Derived(NamedTuple):
    """The parts of a board that follow from its tiles."""

    upgrades: frozenset[str]
    """The tiles whose upgrades follow from their track."""
    first_tiles: bool
    """True if the first tiles of the hexes follow from their cities and towns."""


class _Track(NamedTuple):
    """The track of a hex or a tile, as far as it decides what may replace it."""

    colour: str
    label: str
    stops: tuple[Stop, ...]
    track: Track


@lru_cache
def catalogue() -> dict[str, dict[str, Any]]:
    """Return the standard tiles by number, as a board file would give them without count and upgrades."""
    return read_own(FILE, dict[str, dict[str, Any]])


def filled(data: dict[Any, Any]) -> Derived:
    """Put the standard tiles into the data of a title file. Return what must be derived from its board.

    Raises ``BoardError`` for a number that is not in the catalogue.
    """
    upgrades: set[str] = set()
    if isinstance(data.get("tiles"), dict):
        data["tiles"] = {str(name): tile for name, tile in data["tiles"].items()}
        for name, tile in data["tiles"].items():
            if isinstance(tile, dict) and ("colour" in tile or name not in catalogue()):
                continue
            if name not in catalogue():
                text = gettext(
                    "tile {name}: it is no standard tile; give its colour, count and track", name=name
                )
                raise BoardError(text, ("tiles", name))
            given = tile if isinstance(tile, dict) else {"count": tile}
            data["tiles"][name] = {"count": None, **catalogue()[name], **given}
            if "upgrades_to" not in given:
                upgrades.add(name)
    first_tiles = "first_tiles" not in data
    if first_tiles:
        data["first_tiles"] = []
    if "par_values" not in data:
        data["par_values"] = _pars(data.get("chart"))
    return Derived(frozenset(upgrades), first_tiles)


def _pars(chart: Any) -> list[Any]:
    """Return the prices of the par boxes of a chart that has not been checked."""
    rows = chart.get("rows") if isinstance(chart, dict) else None
    boxes = [box for row in rows if isinstance(row, list) for box in row] if isinstance(rows, list) else []
    prices = [box.get("price") for box in boxes if isinstance(box, dict) and box.get("par")]
    return sorted({price for price in prices if isinstance(price, int)})


def derived(board: Board, missing: Derived) -> Board:
    """Return a board with the upgrades and first tiles that its file leaves out. Raises ``BoardError``."""
    tiles = {
        name: msgspec.structs.replace(tile, upgrades_to=tuple(upgrades(board.tiles, tile)))
        if name in missing.upgrades
        else tile
        for name, tile in board.tiles.items()
    }
    first = tuple(_first_tiles(board)) if missing.first_tiles else board.first_tiles
    return msgspec.structs.replace(board, tiles=tiles, first_tiles=first)


def upgrades(tiles: Mapping[str, TileType], tile: TileType) -> Iterator[str]:
    """Yield the tiles of the next colour that keep the track, stops and label of a tile."""
    old = _of_tile(tile)
    return (name for name, new in tiles.items() if _replaces(old, _of_tile(new)))


def _first_tiles(board: Board) -> Iterator[FirstTiles]:
    """Yield an entry for each group of hexes with the same first tiles."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for id, hex in board.hexes.items():
        if hex_takes_tiles(hex):
            found = first_on(board.tiles, hex)
            if not found:
                text = gettext(
                    "hex {id}: no tile of the file fits it; add a tile, or list first_tiles", id=id
                )
                raise BoardError(text, ("hexes", id))
            groups.setdefault(found, []).append(id)
    return (FirstTiles(tiles, hexes=tuple(hexes)) for tiles, hexes in groups.items())


def first_on(tiles: Mapping[str, TileType], hex: Hex) -> tuple[str, ...]:
    """Return the first tiles of a hex: those with its label, or without one if no tile has it."""
    stops = hex.stops or (*[Stop("city")] * hex.cities, *[Stop("town")] * hex.towns)
    for label in dict.fromkeys((hex.label, "")):
        old = _Track(hex.colour, label, stops, hex.track)
        found = tuple(name for name, tile in tiles.items() if _replaces(old, _of_tile(tile)))
        if found:
            return found
    return ()


def _of_tile(tile: TileType) -> _Track:
    return _Track(tile.colour, tile.label, tile.stops, tile.track)


def _replaces(old: _Track, new: _Track) -> bool:
    """Return whether a tile keeps what it replaces, in some rotation."""
    if new.colour not in COLOURS or COLOURS.index(new.colour) != _next(old.colour) or new.label != old.label:
        return False
    if sorted(stop.kind for stop in old.stops) != sorted(stop.kind for stop in new.stops):
        return False
    kept = {frozenset(piece) for piece in new.track}
    return any(
        {frozenset(_moved(end, rotation, order) for end in piece) for piece in old.track} <= kept
        for order in permutations(range(len(old.stops)))
        if all(_grows(old.stops[place], new.stops[other]) for place, other in enumerate(order))
        for rotation in range(6)
    )


def _grows(old: Stop, new: Stop) -> bool:
    """Return whether a stop keeps its kind and its slots."""
    return old.kind == new.kind and old.slots <= new.slots


def _next(colour: str) -> int:
    """Return the place of the colour that replaces a colour; an empty one is the printed hex."""
    return COLOURS.index(colour) + 1 if colour in COLOURS else 0


def _moved(end: End, rotation: int, order: tuple[int, ...]) -> End:
    """Return an end of track after a rotation, with the stops in another order."""
    return (end + rotation) % 6 if isinstance(end, int) else f"s{order[int(end[1:])]}"
