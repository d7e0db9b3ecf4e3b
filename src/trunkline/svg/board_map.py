"""The whole map with tiles and tokens, drawn layer by layer."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from html import escape

from trunkline.engine.board import Board
from trunkline.engine.track.map_index import PlacedTile, Token, map_tables
from trunkline.engine.track.track_state import Tiles, Tokens
from trunkline.svg import track
from trunkline.svg.hexes import APOTHEM, RADIUS, Grid, Point, number
from trunkline.svg.layers import LAYERS, HexDrawing
from trunkline.svg.positions import PRIVATE, ferry_lines, sign_spot, token_size, token_spots
from trunkline.svg.revenue_labels import era_of
from trunkline.svg.style import STYLE
from trunkline.svg.symbols import ON_MAP, token, token_ground
from trunkline.svg.tiles import HexRenderer, hex_renderer

MARGIN = 8.0
WORDLESS = LAYERS[:3]
"""The layers of a small picture, in which texts are unreadable."""


def board_map(
    board: Board,
    tiles: Tiles | None = None,
    tokens: Tokens | None = None,
    phase: int | None = None,
    private_tokens: Iterable[tuple[str, str]] = (),
    only: Collection[str] = (),
) -> str:
    """Return the map as a standalone SVG document, with these tiles and tokens.

    If ``phase`` is given (a number from 0), the current off-board values stand out. Each private's token is
    given as its hex and the company that uses it. ``only`` names the hexes to draw; empty for all.
    """
    laid: Mapping[str, PlacedTile] = tiles or {}
    artist = hex_renderer(map_tables(board))
    centres = {name: artist.grid.centre(name) for name in board.hexes if not only or name in only}
    on_top = {
        "track": _ferries(artist, laid),
        "circles": _tokens(artist, laid, tokens or {}),
        # Draw these tokens over the signs they are placed on.
        "texts": _power_tokens(artist, laid, private_tokens),
    }
    drawn = {name: _drawn(artist, name, laid.get(name)) for name in centres}
    body = "\n".join(_layer(layer, drawn, centres, on_top.get(layer, {})) for layer in LAYERS)
    era = "" if phase is None else f' data-era="{era_of(board, phase)}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{_view_box(artist.grid, centres)}" role="img" '
        f'aria-label="{escape(board.full_title)}: the map"{era}>'
        f"<style>{STYLE}</style>\n{body}\n{track.blocked(artist.tables, artist.grid, only)}\n</svg>\n"
    )


def design_map(board: Board) -> str:
    """Return the empty map with the home tokens and the coordinate of each hex, for a designer."""
    homes: dict[str, tuple[Token, ...]] = {}
    for corporation in board.corporations:
        for name in corporation.home:
            stop, before = corporation.home_stop or 0, homes.get(name, ())
            slot = sum(token.stop == stop for token in before)
            homes[name] = (*before, Token(stop, corporation.id, slot))
    grid = hex_renderer(map_tables(board)).grid
    corner = Point(0, -0.8 * RADIUS) if grid.orientation == "pointy" else Point(-0.8 * RADIUS, 5)
    labels = "".join(
        f'<g transform="translate({grid.centre(name)})"><text class="price" x="{number(corner.x)}" '
        f'y="{number(corner.y)}">{escape(name)}</text></g>'
        for name in board.hexes
    )
    return board_map(board, tokens=homes).removesuffix("</svg>\n") + f"{labels}</svg>\n"


def small_map(board: Board, tiles: Tiles | None = None, tokens: Tokens | None = None) -> str:
    """Return the map as a small picture for a page that has the styles: without texts, ids and titles.

    It has only the drawings in use, so it is a tenth of the size of all symbols of the board.
    """
    laid: Mapping[str, PlacedTile] = tiles or {}
    artist = hex_renderer(map_tables(board))
    centres = {name: artist.grid.centre(name) for name in board.hexes}
    on_top = {"circles": _tokens(artist, laid, tokens or {}, lettered=False)}
    drawn = {name: artist.tile(*laid[name]) if name in laid else artist.printed(name) for name in board.hexes}
    body = "\n".join(_layer(layer, drawn, centres, on_top.get(layer, {}), titled=False) for layer in WORDLESS)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{_view_box(artist.grid, centres)}">'
        f"{body}\n{track.blocked(artist.tables, artist.grid)}</svg>\n"
    )


def _view_box(grid: Grid, centres: Mapping[str, Point]) -> str:
    return " ".join(number(each) for each in extent(grid, list(centres.values())))


def extent(grid: Grid, centres: list[Point]) -> tuple[float, float, float, float]:
    """Return the left, top, width and height of a map with these hexes."""
    long, short = RADIUS + MARGIN, APOTHEM + MARGIN
    across, down = (long, short) if grid.orientation == "flat" else (short, long)
    left, right = min(c.x for c in centres) - across, max(c.x for c in centres) + across
    top, bottom = min(c.y for c in centres) - down, max(c.y for c in centres) + down
    return left, top, right - left, bottom - top


def _drawn(artist: HexRenderer, name: str, placed: PlacedTile | None) -> HexDrawing:
    """Return a hex with its tile. Its texts are placed together with those of the printed hex that remain."""
    if placed is None:
        return artist.printed(name)
    tile = artist.tile(*placed)
    if not artist.stays(name):
        return tile
    numbers = tuple(box for box in tile.boxes if box.item.kind == LAYERS[-1])
    return tile._replace(boxes=(*artist.over(name, *placed).boxes, *numbers))


def _layer(
    layer: str,
    drawn: Mapping[str, HexDrawing],
    centres: Mapping[str, Point],
    more: Mapping[str, str],
    *,
    titled: bool = True,
) -> str:
    """Return one layer of all hexes that have anything in it."""
    found = []
    for name, drawing in drawn.items():
        inside = drawing.layers.get(layer, "") + more.get(name, "")
        if titled and layer == LAYERS[0]:
            inside = f"<title>{escape(name)}</title>{inside}"
        if inside:
            found.append(f'<g transform="translate({centres[name]})">{inside}</g>')
    return f'<g class="layer-{layer}">' + "\n".join(found) + "</g>"


def _tokens(artist: HexRenderer, tiles: Tiles, tokens: Tokens, *, lettered: bool = True) -> dict[str, str]:
    """Return the station tokens by hex."""
    found: dict[str, str] = {}
    for name in tokens:
        scale = ON_MAP * token_size(artist.tables, tiles, name)
        standing = token_spots(artist.tables, artist.grid, tiles, tokens, name)
        found[name] = "".join(
            _token(artist, station.corp, spot, scale, lettered=lettered) for station, spot in standing
        )
    return found


def _power_tokens(artist: HexRenderer, tiles: Tiles, placed: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return the tokens of privates' powers by hex."""
    found: dict[str, str] = {}
    for name, corp in placed:
        spot = sign_spot(artist.tables, tiles, name)
        found[name] = found.get(name, "") + _token(artist, corp, spot, PRIVATE)
    return found


def _token(artist: HexRenderer, corp: str, spot: Point, scale: float, *, lettered: bool = True) -> str:
    company = artist.tables.board.corporation[corp]
    drawing = token(company) if lettered else token_ground(company)
    return f'<g transform="translate({spot}) scale({scale:.3f})">{drawing}</g>'


def _ferries(artist: HexRenderer, tiles: Tiles) -> dict[str, str]:
    """Return the ferry lines at the shores of open routes, by hex."""
    found: dict[str, str] = {}
    for part in ferry_lines(artist.tables, artist.grid, tiles):
        found[part.hex] = found.get(part.hex, "") + f'<path class="crossing" d="{part.d}"/>'
    return found
