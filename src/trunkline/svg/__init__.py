"""Tiles, map, share-price chart and tokens drawn as SVG from the board's facts.

Every drawing is SVG text. The shapes carry class names. `style` sets the look of a standalone drawing. A page
that shows drawings may give the same names other colours.
"""

from trunkline.svg.board_map import board_map, design_map, extent, small_map
from trunkline.svg.chart import chart
from trunkline.svg.hexes import Grid, Point, grid_of
from trunkline.svg.positions import (
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
from trunkline.svg.revenue_labels import era_of
from trunkline.svg.style import STYLE
from trunkline.svg.symbols import ON_MAP, symbols, token_id

__all__ = [
    "ON_MAP",
    "PRIVATE",
    "STYLE",
    "Grid",
    "Point",
    "RunTrack",
    "board_map",
    "chart",
    "design_map",
    "era_of",
    "extent",
    "ferry_lines",
    "grid_of",
    "run_track",
    "sign_spot",
    "slot_spots",
    "small_map",
    "stop_spots",
    "symbols",
    "token_id",
    "token_size",
    "token_spots",
]
