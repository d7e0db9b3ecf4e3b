"""Where things stand and run on a map: stops, station tokens, and the track of a run."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from trunkline.art import pieces
from trunkline.art.hexes import CENTRE, Grid, Point
from trunkline.art.tiles import Artist
from trunkline.track.position import Tiles, Tokens, piece_at
from trunkline.track.tables import STOP, MapTables, Token

NO_SIGN = Point(0, -60)
BESIDE = 15.0


class RunTrack(NamedTuple):
    """The part of a run that lies on one hex: the ``d`` of a path around the centre of the hex."""

    hex: str
    d: str


def stop_spots(tables: MapTables, grid: Grid, tiles: Tiles, hex: str) -> tuple[Point, ...]:
    """Where the stops of a hex lie, seen from its centre."""
    return pieces.places(grid, piece_at(tables, tiles, hex))


def token_spots(
    tables: MapTables, grid: Grid, tiles: Tiles, tokens: Tokens, hex: str
) -> Iterator[tuple[Token, Point]]:
    """Each station token on a hex with where it stands, seen from the centre of the hex."""
    here = tokens.get(hex, ())
    if not here:
        return
    piece = piece_at(tables, tiles, hex)
    at, row = pieces.places(grid, piece), pieces.row_of(grid, piece)
    for token in here:
        if token.stop < len(at):
            stop, spot = piece.stops[token.stop], at[token.stop]
            yield token, pieces.slots(stop, spot, token.slot + 1, row=row)[token.slot]


def sign_spot(tables: MapTables, grid: Grid, tiles: Tiles, hex: str) -> Point:
    """Where something is placed on the sign of a hex, such as a port's, which can still be seen."""
    artist, placed = Artist(tables, grid), tiles.get(hex)
    drawn = artist.printed(hex) if placed is None else artist.over(hex, *placed)
    at = next((box.at for box in drawn.boxes if box.item.kind == "icon"), NO_SIGN)
    return at.to(CENTRE, BESIDE / math.hypot(*at))


def run_track(tables: MapTables, grid: Grid, tiles: Tiles, path: Sequence[str]) -> list[RunTrack]:
    """The track that a run's path goes over, hex by hex. Places that are not on the map are left out."""
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


def _part(tables: MapTables, grid: Grid, tiles: Tiles, hex: str, a: int, b: int) -> list[RunTrack]:
    at = stop_spots(tables, grid, tiles, hex)
    low, high = min(a, b), max(a, b)
    if low < 0 or low == high or high - STOP >= len(at):
        return []
    return [RunTrack(hex, pieces.track_line(grid, at, low, high))]


def _border(tables: MapTables, hex: str, beyond: str) -> tuple[int, int]:
    """The edge that leads from one hex to another and the edge it comes in by; -1 where they do not touch."""
    h, h2 = tables.index[hex], tables.index[beyond]
    for edge in range(STOP):
        mate = tables.mate[STOP * h + edge]
        if mate >= 0 and mate // STOP == h2:
            return edge, mate % STOP
    return -1, -1
