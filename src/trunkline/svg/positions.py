"""Map positions of stops, station tokens and the track of a run."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from trunkline.engine.track.ferries import lake_tiles
from trunkline.engine.track.map_index import STOP, MapIndex, PlacedTile, Token
from trunkline.engine.track.track_state import Tiles, Tokens, piece_at
from trunkline.svg import track
from trunkline.svg.hexes import CENTRE, Grid, Point
from trunkline.svg.tiles import hex_renderer

NO_SIGN = Point(0, -60)
BESIDE = 12.0
PRIVATE = 0.8
"""Scale of a private's token on the map."""


class RunTrack(NamedTuple):
    """The part of a run on one hex: the ``d`` of a path around the centre of the hex."""

    hex: str
    d: str


def stop_spots(tables: MapIndex, grid: Grid, tiles: Tiles, hex: str) -> tuple[Point, ...]:
    """Return the positions of a hex's stops, relative to its centre."""
    return track.places(grid, piece_at(tables, tiles, hex))


def slot_spots(
    tables: MapIndex, grid: Grid, tiles: Tiles, hex: str, stop: int, slots: int = 0
) -> tuple[list[Point], float]:
    """Return the positions of a stop's circles, relative to the centre of the hex, and their radius.

    ``slots`` is the number of circles, if it exceeds the printed number.
    """
    piece = piece_at(tables, tiles, hex)
    at, large = track.places(grid, piece), track.radius(piece)
    row = track.row_of(grid, piece)
    return track.slots(piece.stops[stop], at[stop], slots, row=row, radius=large), large


def token_spots(
    tables: MapIndex, grid: Grid, tiles: Tiles, tokens: Tokens, hex: str
) -> Iterator[tuple[Token, Point]]:
    """Yield each station token on a hex with its position, relative to the centre of the hex."""
    here = tokens.get(hex, ())
    if not here:
        return
    piece = piece_at(tables, tiles, hex)
    at, row = track.places(grid, piece), track.row_of(grid, piece)
    for token in here:
        if token.stop < len(at):
            stop, spot = piece.stops[token.stop], at[token.stop]
            yield (
                token,
                track.slots(stop, spot, token.slot + 1, row=row, radius=track.radius(piece))[token.slot],
            )


def token_size(tables: MapIndex, tiles: Tiles, hex: str) -> float:
    """Return the scale of tokens on a hex. It is 1 on most hexes."""
    return track.radius(piece_at(tables, tiles, hex)) / track.SLOT


def sign_spot(tables: MapIndex, tiles: Tiles, hex: str) -> Point:
    """Return a position on the sign of a hex, such as a port's, that leaves the sign visible."""
    return _sign_spot(tables, hex, tiles.get(hex))


@lru_cache(maxsize=1024)
def _sign_spot(tables: MapIndex, hex: str, placed: PlacedTile | None) -> Point:
    artist = hex_renderer(tables)
    drawn = artist.printed(hex) if placed is None else artist.over(hex, *placed)
    at = next((box.at for box in drawn.boxes if box.item.kind == "icon"), NO_SIGN)
    return at.to(CENTRE, BESIDE / math.hypot(*at))


def ferry_lines(tables: MapIndex, grid: Grid, tiles: Tiles) -> Iterator[RunTrack]:
    """Yield the lines at the shores of open ferry routes. Printed ones are dashed, used ones are solid."""
    told = set()
    for ferry in tables.board.ferries:
        if any(tiles.get(hex) != placed for hex, placed in lake_tiles(tables, ferry).items()):
            continue
        for segment in ferry.segments:
            for hex, (edge, *_) in (
                (segment.path[0], segment.edges[0]),
                (segment.path[-1], segment.edges[-1]),
            ):
                if (hex, edge) not in told:
                    told.add((hex, edge))
                    yield from _landing(tables, grid, tiles, hex, edge)


def _landing(tables: MapIndex, grid: Grid, tiles: Tiles, hex: str, edge: int) -> Iterator[RunTrack]:
    """Yield the lines of one hex that lead to a shore."""
    piece = piece_at(tables, tiles, hex)
    lines = [] if piece.terminal else [line for line in piece.ferry if edge in line]
    for a, b in lines:
        yield RunTrack(hex, track.track_line(grid, track.places(grid, piece), a, b))
    if not lines and hex not in tiles:
        yield RunTrack(hex, track.path(track.landing(grid, edge)))


def run_track(tables: MapIndex, grid: Grid, tiles: Tiles, path: Sequence[str]) -> list[RunTrack]:
    """Return the track of a run's path, hex by hex, without places that are not on the map."""
    names = [element.partition(".") for element in path]
    places = [(hex, STOP + int(stop) if dot else -1) for hex, dot, stop in names if hex in tables.index]
    found: list[RunTrack] = []
    into = -1
    for (hex, stop), (beyond, other) in itertools.pairwise(places):
        if hex == beyond:
            found += _part(tables, grid, tiles, hex, stop, other)
            into = stop
            continue
        out, back = _border(tables, hex, beyond)
        if out >= 0:
            found += _part(tables, grid, tiles, hex, stop if stop >= 0 else into, out)
        into = back
        if other >= 0 and back >= 0:
            found += _part(tables, grid, tiles, beyond, back, other)
    return found


def _part(tables: MapIndex, grid: Grid, tiles: Tiles, hex: str, a: int, b: int) -> list[RunTrack]:
    at = stop_spots(tables, grid, tiles, hex)
    low, high = min(a, b), max(a, b)
    if low < 0 or low == high or high - STOP >= len(at):
        return []
    return [RunTrack(hex, track.track_line(grid, at, low, high))]


def _border(tables: MapIndex, hex: str, beyond: str) -> tuple[int, int]:
    """Return the edge from one hex to another and the edge on the other side, or -1 if they do not touch."""
    h, h2 = tables.index[hex], tables.index[beyond]
    for edge in range(STOP):
        mate = tables.mate[STOP * h + edge]
        if mate >= 0 and mate // STOP == h2:
            return edge, mate % STOP
    return -1, -1
