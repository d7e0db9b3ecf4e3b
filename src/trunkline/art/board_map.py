"""The whole map with what lies on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

from trunkline.art import pieces
from trunkline.art.hexes import APOTHEM, RADIUS, Grid, Point, number
from trunkline.art.spots import token_spots
from trunkline.art.style import STYLE
from trunkline.art.symbols import ON_MAP, token
from trunkline.art.tiles import Artist
from trunkline.art.worth import era_of
from trunkline.board import Board
from trunkline.track.position import Tiles, Tokens
from trunkline.track.tables import Placed, map_tables

MARGIN = 8.0


def board_map(
    board: Board, tiles: Tiles | None = None, tokens: Tokens | None = None, phase: int | None = None
) -> str:
    """The map as an SVG document of its own, with these tiles laid and tokens placed.

    Where a phase is given (by its number from 0), the off-board values that are in force stand out.
    """
    laid: Mapping[str, Placed] = tiles or {}
    standing = tokens or {}
    artist = Artist(map_tables(board), Grid(board.layout))
    centres = {name: artist.grid.centre(name) for name in board.hexes}
    left, top, width, height = extent(artist.grid, list(centres.values()))
    body = "\n".join((*_hexes(artist, centres, laid, standing), pieces.blocked(artist.tables, artist.grid)))
    era = "" if phase is None else f' data-era="{era_of(board, phase)}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{number(left)} {number(top)} {number(width)} '
        f'{number(height)}" role="img" aria-label="{escape(board.full_title)}: the map"{era}>'
        f"<style>{STYLE}</style>\n{body}\n</svg>\n"
    )


def extent(grid: Grid, centres: list[Point]) -> tuple[float, float, float, float]:
    """Left, top, width and height of a map with these hexes."""
    long, short = RADIUS + MARGIN, APOTHEM + MARGIN
    across, down = (long, short) if grid.orientation == "flat" else (short, long)
    left, right = min(c.x for c in centres) - across, max(c.x for c in centres) + across
    top, bottom = min(c.y for c in centres) - down, max(c.y for c in centres) + down
    return left, top, right - left, bottom - top


def _hexes(artist: Artist, centres: Mapping[str, Point], tiles: Tiles, tokens: Tokens) -> Iterator[str]:
    tables = artist.tables
    companies = {corp.id: corp for corp in tables.board.corporations}
    for name, centre in centres.items():
        placed = tiles.get(name)
        drawing = artist.printed(name).svg if placed is None else artist.tile(*placed).svg
        drawn = [
            f'<g transform="translate({spot}) scale({ON_MAP:.3f})">{token(companies[station.corp])}</g>'
            for station, spot in token_spots(tables, artist.grid, tiles, tokens, name)
        ]
        stays = "" if placed is None else artist.over(name, *placed).svg
        inside = f"<title>{escape(name)}</title>{drawing}{stays}{''.join(drawn)}"
        yield f'<g transform="translate({centre})">{inside}</g>'
