"""The share-price chart with its stacks of tokens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from trunkline.engine.board import Board, Box
from trunkline.engine.kernel.state import Cell
from trunkline.svg.hexes import Point, number
from trunkline.svg.style import STYLE
from trunkline.svg.symbols import token

BOX = 74.0
HEX_HEIGHT = BOX * 2 / 3**0.5
"""Height of a hex that is as wide as a box."""
PITCH = HEX_HEIGHT * 3 / 4
"""Distance between two rows of hexes."""
STEP = 17.0
"""Distance between the tokens of a stack."""
ARROWS = {"up": "↑", "down": "↓"}


def chart(board: Board, stacks: Mapping[Cell, Sequence[str]] | None = None) -> str:
    """Return the chart as a standalone SVG document. ``stacks`` lists the companies by box, top first."""
    rows = board.chart.rows
    width, height = BOX * max(map(len, rows)) + 4, BOX * len(rows) + 4
    if board.chart.has_offset_rows:
        width, height = width + BOX / 2, PITCH * (len(rows) - 1) + HEX_HEIGHT + 4
    body = "\n".join(_boxes(board, stacks or {}))
    name = escape(f"{board.full_title}: the share-price chart")
    size = f"-2 -2 {number(width)} {number(height)}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}" role="img" aria-label="{name}">'
    return f"{head}<style>{STYLE}</style>\n{body}\n</svg>\n"


def _boxes(board: Board, stacks: Mapping[Cell, Sequence[str]]) -> Iterator[str]:
    companies = {corp.id: corp for corp in board.corporations}
    low = 54.0 if board.chart.has_offset_rows else 46.0
    for row, boxes in enumerate(board.chart.rows):
        for column, box in enumerate(boxes):
            if box is None:
                continue
            x, y = corner(board, (row, column))
            drawn = _outline(board, _kind(box)) + _price(box, board.chart.has_offset_rows)
            yield f'<g transform="translate({Point(x, y)})">{drawn}</g>'
            # Draw a stack from the bottom, so that the top token covers the others.
            for level, id in reversed(list(enumerate(stacks.get((row, column), ())))):
                at = Point(x + BOX / 2 + 4 * level, y + low - STEP * level * 0.5)
                yield f'<g transform="translate({at})">{token(companies[id])}</g>'


def corner(board: Board, cell: Cell) -> Point:
    """Return the upper left corner of a box, or of the rectangle around a hex."""
    row, column = cell
    if board.chart.has_offset_rows:
        return Point(BOX * (column + row % 2 / 2), PITCH * row)
    return Point(BOX * column, BOX * row)


def _outline(board: Board, kind: str) -> str:
    """Return the shape of a box of a kind, with its upper left corner at the origin."""
    if not board.chart.has_offset_rows:
        return f'<rect class="{kind}" width="{number(BOX)}" height="{number(BOX)}"/>'
    low, high = HEX_HEIGHT / 4, HEX_HEIGHT * 3 / 4
    points = ((BOX / 2, 0), (BOX, low), (BOX, high), (BOX / 2, HEX_HEIGHT), (0, high), (0, low))
    return f'<polygon class="{kind}" points="{" ".join(str(Point(x, y)) for x, y in points)}"/>'


def _kind(box: Box) -> str:
    if box.zone:
        return f"box zone-{box.zone}"
    return "box par" if box.par else "box"


def _price(box: Box, in_hex: bool) -> str:
    x, y, arrow = (BOX / 2, 23.0, BOX - 18) if in_hex else (22.0, 18.0, BOX - 12)
    text = f'<text class="price" x="{number(x)}" y="{number(y)}">${box.price}</text>'
    return text + (
        f'<text class="arrow" x="{number(arrow)}" y="{number(y)}">{ARROWS[box.arrow]}</text>'
        if box.arrow
        else ""
    )
