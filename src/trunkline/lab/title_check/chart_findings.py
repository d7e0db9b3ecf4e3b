"""Findings on the share-price chart: falling rows, gaps, and arrows without effect."""

from __future__ import annotations

from collections.abc import Iterator

from trunkline.engine.board import Board, Box
from trunkline.lab.title_check.finding import Finding


def chart_findings(board: Board) -> Iterator[Finding]:
    """Yield the findings on the chart of a board."""
    for (row, column), box in board.boxes.items():
        yield from _neighbours(board, row, column, box)
        yield from _arrow(board, row, column, box)
    yield from _end(board)


def _neighbours(board: Board, row: int, column: int, box: Box) -> Iterator[Finding]:
    """Yield a finding if a price falls with a dividend, or if it cannot come from the box before it."""
    where = ("chart", "rows", row, column)
    left = [at for at in range(column) if (row, at) in board.boxes]
    if not left:
        return
    before = board.boxes[row, left[-1]]
    if left[-1] != column - 1:
        text = f"No price moves between ${before.price} and ${box.price}: there is no box between them."
        yield Finding(where, text)
    elif box.price < before.price:
        text = f"A dividend moves a price from ${before.price} down to ${box.price}, the next box of the row."
        yield Finding(where, text)


def _arrow(board: Board, row: int, column: int, box: Box) -> Iterator[Finding]:
    """Yield a finding if the edge of the chart bars no move that the arrow of a box directs."""
    side, step, words = (1, -1, "right") if box.arrow == "up" else (-1, 1, "left")
    if not box.arrow:
        return
    where = ("chart", "rows", row, column, "arrow")
    if (row, column + side) in board.boxes:
        yield Finding(where, f"It has no effect: the price moves {words} to the next box of its row.")
    elif not 0 <= row + step < len(board.chart.rows):
        yield Finding(where, f"It has no effect: the chart has no row further {box.arrow}.")


def _end(board: Board) -> Iterator[Finding]:
    """Yield a finding if a price that ends the game cannot be reached."""
    highest = max((box.price for box in board.boxes.values()), default=0)
    ends = board.ending.share_price
    if ends is not None and ends > highest:
        text = f"No box has ${ends}: the highest price of the chart is ${highest}."
        yield Finding(("ending", "share_price"), text)
