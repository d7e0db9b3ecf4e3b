"""Tiles, map, share-price chart and tokens drawn as SVG from the board's facts.

Every drawing is SVG text. The shapes carry class names. `style` sets the look of a standalone drawing. A page
that shows drawings may give the same names other colours.
"""

from trunkline.art.board_map import board_map, extent
from trunkline.art.chart import chart
from trunkline.art.hexes import Grid, Point
from trunkline.art.spots import (
    PRIVATE,
    RunTrack,
    ferry_lines,
    run_track,
    sign_spot,
    slot_spots,
    stop_spots,
    token_size,
    token_spots,
)
from trunkline.art.style import STYLE
from trunkline.art.symbols import ON_MAP, symbols, token_id
from trunkline.art.worth import era_of

__all__ = [
    "ON_MAP",
    "PRIVATE",
    "STYLE",
    "Grid",
    "Point",
    "RunTrack",
    "board_map",
    "chart",
    "era_of",
    "extent",
    "ferry_lines",
    "run_track",
    "sign_spot",
    "slot_spots",
    "stop_spots",
    "symbols",
    "token_id",
    "token_size",
    "token_spots",
]
