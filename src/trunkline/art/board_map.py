"""The whole map with what lies on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

from trunkline.art.hexes import RADIUS, Grid, Point, number
from trunkline.art.spots import marker_spots
from trunkline.art.style import STYLE
from trunkline.art.symbols import printed_hex, tile_drawing, token
from trunkline.kernel.board import Board
from trunkline.kernel.map.position import Markers, Tiles
from trunkline.kernel.map.tables import Placed, map_tables

MARGIN = 30.0


def board_map(board: Board, tiles: Tiles | None = None, markers: Markers | None = None) -> str:
    """The map as an SVG document of its own, with these tiles laid and markers placed."""
    laid: Mapping[str, Placed] = tiles or {}
    standing = markers or {}
    grid = Grid(board.layout)
    centres = {name: grid.centre(name) for name in board.hexes}
    left, top, width, height = extent(list(centres.values()))
    body = "\n".join(_hexes(board, grid, centres, laid, standing))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{number(left)} {number(top)} {number(width)} '
        f'{number(height)}" role="img" aria-label="{escape(board.full_title)}: the map">'
        f"<style>{STYLE}</style>\n{body}\n</svg>\n"
    )


def extent(centres: list[Point]) -> tuple[float, float, float, float]:
    """Left, top, width and height of a map with these hexes."""
    edge = RADIUS + MARGIN
    left, right = min(c.x for c in centres) - edge, max(c.x for c in centres) + edge
    top, bottom = min(c.y for c in centres) - edge, max(c.y for c in centres) + edge
    return left, top, right - left, bottom - top


def _hexes(
    board: Board, grid: Grid, centres: Mapping[str, Point], tiles: Tiles, markers: Markers
) -> Iterator[str]:
    tables = map_tables(board)
    colours = {corp.id: corp for corp in board.corporations}
    for name, centre in centres.items():
        placed = tiles.get(name)
        drawing = (
            printed_hex(tables, grid, name)
            if placed is None
            else tile_drawing(tables, grid, placed.tile, placed.rotation)
        )
        tokens = [
            f'<g transform="translate({spot})">{token(colours[marker.corp])}</g>'
            for marker, spot in marker_spots(tables, grid, tiles, markers, name)
        ]
        inside = f"<title>{escape(name)}</title>{drawing}{''.join(tokens)}"
        yield f'<g transform="translate({centre})">{inside}</g>'
