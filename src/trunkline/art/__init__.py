"""Tiles, map, share-price chart and tokens drawn as SVG from the board's facts.

Everything here is a text of SVG. The shapes carry class names; `style` says how a drawing that stands alone
looks, and a page that shows drawings may give the same names other colours.
"""

from trunkline.art.board_map import board_map
from trunkline.art.chart import chart
from trunkline.art.style import STYLE
from trunkline.art.symbols import symbols

__all__ = ["STYLE", "board_map", "chart", "symbols"]
