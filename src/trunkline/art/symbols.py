"""Everything of a board that is drawn again and again, as one sheet of symbols.

``hex-NAME`` is what is printed on a hex, ``tile-ID`` a tile in rotation 0, ``tile-ID-R`` one in another
rotation (its figures upright), ``token-ID`` a company's marker.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

from trunkline.art import pieces
from trunkline.art.hexes import APOTHEM, CENTRE, RADIUS, Grid, Point, number, polar
from trunkline.kernel.board import Board, Corporation, Hex
from trunkline.kernel.map.tables import STOP, MapTables, Piece, map_tables

GROUNDS = {"gray": "gray", "offboard": "red", "lake": "lake", "impassable": "impassable"}
TERRAIN = {"mountain": "▲", "hill": "▲", "water": "≈", "river": "≈"}
ICONS = {"port": "⚓", "tunnel": "T", "bridge": "B"}
TOKEN = 23.0
"""Radius of a marker."""


def symbols(board: Board) -> str:
    """The sheet: an svg element that draws nothing, to be used by name."""
    tables = map_tables(board)
    grid = Grid(board.layout)
    found = [_symbol(f"hex-{name}", printed_hex(tables, grid, name)) for name in board.hexes]
    found += [
        _symbol(tile_id(tile, rotation), tile_drawing(tables, grid, tile, rotation))
        for tile in board.tiles
        for rotation in range(6)
    ]
    found += [_symbol(f"token-{token_id(corp.id)}", token(corp)) for corp in board.corporations]
    defs = "\n".join(found)
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0"><defs>\n{defs}\n</defs></svg>\n'


def tile_id(tile: str, rotation: int) -> str:
    """The name of a tile's symbol."""
    return f"tile-{tile}-{rotation}"


def token_id(corp: str) -> str:
    """A company's id as part of a symbol's name."""
    return re.sub(r"\W", "_", corp)


def tile_drawing(tables: MapTables, grid: Grid, tile: str, rotation: int) -> str:
    """A tile as it lies."""
    facts = tables.board.tiles[tile]
    piece = tables.piece(tile, rotation)
    parts = [pieces.hexagon(grid, facts.colour), *pieces.rails(grid, piece), *pieces.stops(grid, piece)]
    parts += pieces.values(grid, piece)
    if facts.label:
        parts.append(_label(grid, piece, facts.label))
    parts.append(_corner(grid, tile))
    return "".join(parts)


def printed_hex(tables: MapTables, grid: Grid, name: str) -> str:
    """What is printed on a hex: ground, track, stops, cost, name."""
    spot = tables.board.hexes[name]
    piece = tables.printed[tables.index[name]]
    parts = [pieces.hexagon(grid, _ground(spot))]
    if piece.terminal:
        parts += _exits(grid, spot)
    else:
        parts += [*pieces.rails(grid, piece), *pieces.stops(grid, piece)]
    parts += _writing(grid, spot, piece)
    parts += pieces.blocked(grid, spot)
    return "".join(parts)


def token(corp: Corporation) -> str:
    """A company's station marker, with its letters beside its colour."""
    size = {1: 24, 2: 21, 3: 17, 4: 13}.get(len(corp.id), 11)
    return (
        f'<circle class="token" r="{number(TOKEN)}" fill="{escape(corp.colour)}"/>'
        f'<text class="token-name" dy=".35em" font-size="{size}" fill="{escape(corp.text_colour)}">'
        f"{escape(corp.id)}</text>"
    )


def _symbol(id: str, body: str) -> str:
    return f'<g id="{escape(id)}">{body}</g>'


def _ground(spot: Hex) -> str:
    if spot.kind in GROUNDS:
        return GROUNDS[spot.kind]
    return spot.colour or "plain"


def _exits(grid: Grid, spot: Hex) -> Iterator[str]:
    """Arrows where an off-board place takes trains."""
    for edge in spot.exits:
        tip, foot = grid.edge(edge), grid.edge(edge, 0.78)
        side = polar(grid.direction(edge) + 90, 11)
        a = Point(tip.x + side.x, tip.y + side.y)
        b = Point(tip.x - side.x, tip.y - side.y)
        yield f'<path class="exit" d="M{foot}L{a}L{b}Z"/>'


def _writing(grid: Grid, spot: Hex, piece: Piece) -> Iterator[str]:
    """Names and figures, each where there is room."""
    taken = [grid.direction(edge) for edge in range(STOP) if piece.edges >> edge & 1]
    if piece.terminal:
        figures = "/".join(map(str, dict.fromkeys(spot.values.values())))
        yield pieces.name(Point(0, -20), spot.name)
        yield pieces.pill(Point(0, 12), figures)
        return
    if piece.stops and any(stop.value or stop.values for stop in piece.stops):
        yield from pieces.values(grid, piece)
        taken.append(pieces.roomiest(taken))
    lone = not piece.stops
    if spot.name:
        below = CENTRE if lone and not spot.cost else Point(0, 0.66 * APOTHEM)
        yield pieces.name(below, spot.name)
        taken.append(90.0)
    if spot.cost:
        text = f"{TERRAIN.get(spot.terrain, '')} ${spot.cost}".strip()
        at = CENTRE if lone else Point(0, -0.62 * APOTHEM)
        yield pieces.words(at, text, "cost")
        taken.append(270.0)
    if spot.label:
        yield pieces.words(polar(pieces.roomiest(taken), 0.66 * RADIUS), spot.label, "label")
    marks = "".join(ICONS.get(icon, "") for icon in spot.icons)
    if marks:
        yield pieces.words(Point(-0.52 * RADIUS, -0.5 * APOTHEM), marks, "icon")


def _label(grid: Grid, piece: Piece, label: str) -> str:
    taken = [grid.direction(edge) for edge in range(STOP) if piece.edges >> edge & 1]
    taken.append(pieces.roomiest(taken))  # where the figure stands
    return pieces.words(polar(pieces.roomiest(taken), 0.62 * RADIUS), label, "label")


def _corner(grid: Grid, tile: str) -> str:
    """The number of a tile, small, near its lowest corner."""
    low = max(grid.corners, key=lambda corner: (round(corner.y, 3), -corner.x))
    return pieces.words(low.to(CENTRE, 0.22), tile, "number")
