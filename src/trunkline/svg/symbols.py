"""Sheet of symbols for everything on a board that is drawn repeatedly.

``hex-NAME`` is the print on a hex. ``tile-ID-R`` is a tile in a rotation, with upright figures. Both are
groups of layers, which can be shown one by one (``hex-NAME-track``; see `layers`). ``over-NAME-ID-R`` is the
text on a hex with that tile, and replaces the tile's texts. ``token-ID`` is a company's token. ``sign-KIND``
is a small picture such as a port's. ``borders`` holds the sides of the map that track may not cross.

Each of these is one line, so a page can parse only those that it uses.
"""

from __future__ import annotations

import re
from html import escape

from trunkline.engine.board import Board, BoardCorporation
from trunkline.engine.track import laying
from trunkline.engine.track.ferries import lake_tiles
from trunkline.engine.track.map_index import PlacedTile, map_tables
from trunkline.svg import track
from trunkline.svg.icons import SIGNS, sign
from trunkline.svg.labels import fitted, line
from trunkline.svg.layers import HexDrawing
from trunkline.svg.tiles import hex_renderer

TOKEN = 23.0
"""Radius of a token as a symbol."""
ON_MAP = (track.SLOT - 0.5) / TOKEN
"""Scale of a token on the map, where it fills its circle."""
DARK, LIGHT = "#14181c", "#ffffff"
READABLE = 4.5
"""Minimum contrast between letters and their ground."""


def symbols(board: Board) -> str:
    """Return the sheet: an svg element that draws nothing. Pages use its symbols by name."""
    tables = map_tables(board)
    artist = hex_renderer(tables)
    found = [_layered(f"hex-{name}", artist.printed(name)) for name in board.hexes]
    found += [
        _layered(tile_id(tile, rotation), artist.tile(tile, rotation))
        for tile in board.tiles
        for rotation in range(6)
    ]
    crossings: dict[str, set[PlacedTile]] = {}
    for ferry in board.ferries:
        for name, placed in lake_tiles(tables, ferry).items():
            crossings.setdefault(name, set()).add(placed)
    for name in board.hexes:
        if artist.stays(name):
            found += [
                _symbol(f"over-{name}-{tile}-{rotation}", artist.over(name, tile, rotation).texts)
                for tile, rotation in (*laying.lays_ever_on(tables, name), *crossings.get(name, ()))
            ]
    found += [_symbol(f"token-{token_id(corp.id)}", token(corp)) for corp in board.corporations]
    found += [_symbol(f"sign-{kind}", sign(kind) or "") for kind in SIGNS]
    found.append(_symbol("borders", track.blocked(tables, artist.grid)))
    defs = "\n".join(drawing.replace("\n", " ") for drawing in found)
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0"><defs>\n{defs}\n</defs></svg>\n'


def tile_id(tile: str, rotation: int) -> str:
    """Return the name of a tile's symbol."""
    return f"tile-{tile}-{rotation}"


def token_id(corp: str) -> str:
    """Return a company's id as part of a symbol's name."""
    return re.sub(r"\W", "_", corp)


def token(corp: BoardCorporation) -> str:
    """Return a company's station token: its letters on its colour, as large as the circle allows."""
    size = fitted(corp.id, 28, TOKEN - 2)
    letters = f'<g class="token-name" fill="{escape(_ink(corp))}">{line(corp.id, size, "letters")}</g>'
    return token_ground(corp) + letters


def token_ground(corp: BoardCorporation) -> str:
    """Return a company's station token without its letters."""
    return f'<circle class="token" r="{TOKEN:g}" fill="{escape(corp.colour)}"/>'


def _layered(id: str, drawn: HexDrawing) -> str:
    return _symbol(id, "".join(_symbol(f"{id}-{name}", svg) for name, svg in drawn.layers.items()))


def _symbol(id: str, body: str) -> str:
    return f'<g id="{escape(id)}">{body}</g>'


def _ink(corp: BoardCorporation) -> str:
    """Return the colour of a token's letters: the printed one if it is readable."""
    ground = luminance(corp.colour)
    inks = [corp.text_colour, DARK, LIGHT]
    found = [contrast(ground, luminance(ink)) for ink in inks]
    return (
        inks[0] if found[0] >= READABLE else max(inks[1:], key=lambda ink: contrast(ground, luminance(ink)))
    )


def luminance(colour: str) -> float:
    """Return the luminance of a colour from 0 to 1, as the accessibility guidelines (WCAG) define it."""
    named = {"black": "#000000", "white": "#ffffff"}.get(colour, colour)
    parts = [int(named[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: float, other: float) -> float:
    """Return the contrast ratio of two luminances."""
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)
