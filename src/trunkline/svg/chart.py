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
STEP = 17.0
"""Distance between the tokens of a stack."""
ARROWS = {"up": "↑", "down": "↓"}


def chart(board: Board, stacks: Mapping[Cell, Sequence[str]] | None = None) -> str:
    """Return the chart as a standalone SVG document. ``stacks`` lists the companies by box, top first."""
    rows = board.chart.rows
    width, height = BOX * max(map(len, rows)) + 4, BOX * len(rows) + 4
    body = "\n".join(_boxes(board, stacks or {}))
    name = escape(f"{board.full_title}: the share-price chart")
    size = f"-2 -2 {number(width)} {number(height)}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}" role="img" aria-label="{name}">'
    return f"{head}<style>{STYLE}</style>\n{body}\n</svg>\n"


def _boxes(board: Board, stacks: Mapping[Cell, Sequence[str]]) -> Iterator[str]:
    companies = {corp.id: corp for corp in board.corporations}
    for row, boxes in enumerate(board.chart.rows):
        for column, box in enumerate(boxes):
            if box is None:
                continue
            x, y = BOX * column, BOX * row
            square = f'<rect class="{_kind(box)}" width="{number(BOX)}" height="{number(BOX)}"/>'
            yield f'<g transform="translate({Point(x, y)})">{square}{_price(box)}</g>'
            # Draw a stack from the bottom, so that the top token covers the others.
            for level, id in reversed(list(enumerate(stacks.get((row, column), ())))):
                at = Point(x + BOX / 2 + 4 * level, y + 46 - STEP * level * 0.5)
                yield f'<g transform="translate({at})">{token(companies[id])}</g>'


def _kind(box: Box) -> str:
    if box.zone:
        return f"box zone-{box.zone}"
    return "box par" if box.par else "box"


def _price(box: Box) -> str:
    text = f'<text class="price" x="22" y="18">${box.price}</text>'
    return text + (
        f'<text class="arrow" x="{number(BOX - 12)}" y="18">{ARROWS[box.arrow]}</text>' if box.arrow else ""
    )
