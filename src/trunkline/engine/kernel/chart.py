"""The share price chart and the moves of tokens on it."""

from __future__ import annotations

from collections.abc import Callable

from trunkline.engine.board import Box
from trunkline.engine.kernel import events
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.state import Cell, Corporation

CLOSED = "closed"


def box(ctx: Context, cell: Cell | None) -> Box | None:
    """Return the box at (row, column), or None if the cell is not on the chart."""
    return None if cell is None else ctx.title.board.boxes.get(cell)


def price(ctx: Context, corp: Corporation) -> int:
    """Return the share price in dollars, or 0 before the corporation starts."""
    here = box(ctx, corp.cell)
    return here.price if here else 0


def zone(ctx: Context, corp: Corporation) -> str:
    """Return the zone of the chart that the token is in. The name of the plain zone is empty."""
    here = None if corp.cell is None else ctx.title.board.boxes.get(corp.cell)
    return "" if here is None else here.zone or ""


def par_cell(ctx: Context, par: int) -> Cell:
    """Return the starting box of a par price. Raises ``KeyError`` if no box has this par."""
    for cell, here in ctx.title.board.boxes.items():
        if here.par and here.price == par:
            return cell
    raise KeyError(par)


def start(ctx: Context, corp: Corporation, par: int) -> None:
    """Put the token of a corporation that starts into the box of its par price."""
    corp.started = True
    corp.par = par
    place(ctx, corp, par_cell(ctx, par))


def place(ctx: Context, corp: Corporation, cell: Cell) -> None:
    """Put the token into a box, under the tokens already there."""
    ctx.state.arrivals += 1
    corp.cell = cell
    corp.arrived = ctx.state.arrivals


def put(ctx: Context, corp: Corporation, cell: Cell) -> None:
    """Put the token into any box outside the closed section, as a correction does."""
    before, here = price(ctx, corp), ctx.title.board.boxes[cell]
    place(ctx, corp, cell)
    ctx.note(events.PriceMoved(corp.id, before, here.price, cell, here.zone))
    _end_at(ctx, corp, here.price)


def order(ctx: Context) -> list[Corporation]:
    """Return the corporations with a price in operating order: price, further right, higher in the stack."""
    live = [corp for corp in ctx.state.corporations.values() if corp.cell is not None]
    offset = ctx.title.board.chart.has_offset_rows
    return sorted(live, key=lambda corp: (-price(ctx, corp), -_across(corp, offset), corp.arrived))


def down(ctx: Context, corp: Corporation, rows: int) -> None:
    """Move down ``rows`` rows, or to the lowest box of the column if it is nearer.

    On a chart of one row, move left as many boxes. On a chart of hexes, each row goes to the lower left.
    """
    _travel(ctx, corp, rows, _onward(ctx, (1, 0), (0, -1)))


def up(ctx: Context, corp: Corporation) -> None:
    """Move up one row. A token on the top row stays. On a chart of one row, move right one box.

    On a chart of hexes, move to the upper right.
    """
    _travel(ctx, corp, 1, _onward(ctx, (-1, 0), (0, 1)))


def right(ctx: Context, corp: Corporation) -> None:
    """Move right one column. In the last box, follow its arrow."""
    _sideways(ctx, corp, 1)


def left(ctx: Context, corp: Corporation) -> None:
    """Move left one column. In the first box, follow its arrow."""
    _sideways(ctx, corp, -1)


def _sideways(ctx: Context, corp: Corporation, step: int) -> None:
    if corp.cell is None:
        return
    row, column = corp.cell
    if box(ctx, (row, column + step)) is not None:
        _move(ctx, corp, (row, column + step))
        return
    here = box(ctx, corp.cell)
    arrow = here.arrow if here else None
    if arrow == "up" and step > 0:
        up(ctx, corp)
    elif arrow == "down" and step < 0:
        down(ctx, corp, 1)


def _onward(ctx: Context, usual: Cell, in_one_row: Cell) -> Callable[[Cell], Cell]:
    """Return the function from a box to the next one. The steps are in rows and columns."""
    chart = ctx.title.board.chart
    if chart.has_offset_rows:
        return lambda cell: _next_hex(ctx, cell, usual[0])
    rows, columns = usual if len(chart.rows) > 1 else in_one_row
    return lambda cell: (cell[0] + rows, cell[1] + columns)


def _next_hex(ctx: Context, cell: Cell, rows: int) -> Cell:
    """Return the lower left or the upper right hex. At the edge, return the other one of its row."""
    row, column = cell
    left = column if row % 2 else column - 1
    near, other = (left, left + 1) if rows > 0 else (left + 1, left)
    return (row + rows, near) if box(ctx, (row + rows, near)) is not None else (row + rows, other)


def _travel(ctx: Context, corp: Corporation, count: int, onward: Callable[[Cell], Cell]) -> None:
    if corp.cell is None:
        return
    cell = corp.cell
    for _ in range(count):
        target = onward(cell)
        if not _enterable(ctx, corp, target):
            break
        cell = target
    if cell != corp.cell:
        _move(ctx, corp, cell)


def _move(ctx: Context, corp: Corporation, cell: Cell) -> None:
    if not ctx.title.policies.token_moves(ctx, corp) or not _enterable(ctx, corp, cell):
        return
    before = price(ctx, corp)
    place(ctx, corp, cell)
    here = box(ctx, cell)
    assert here is not None
    moved = events.PriceMoved(corp.id, before, here.price, cell, here.zone)
    if here.zone == CLOSED:
        ctx.note(moved, "corporation.closed")
        for react in ctx.title.reactions.closed:
            react(ctx, corp)
        return
    ctx.note(moved)
    _end_at(ctx, corp, here.price)


def _end_at(ctx: Context, corp: Corporation, price: int) -> None:
    """Record that a price was reached that ends the game, if the board has such a price."""
    highest = ctx.title.board.ending.share_price
    if highest is not None and price >= highest and not ctx.state.end_price_reached:
        ctx.state.end_price_reached = True
        ctx.note(events.EndPriceReached(corp.id, price), "end.price")


def _enterable(ctx: Context, corp: Corporation, cell: Cell) -> bool:
    here = box(ctx, cell)
    return here is not None and (here.zone != CLOSED or ctx.title.policies.closes(ctx, corp))


def _across(corp: Corporation, offset: bool) -> int:
    """Return the place of a token from the left, in halves of a box if every second row is further right."""
    if corp.cell is None:
        return 0
    row, column = corp.cell
    return 2 * column + row % 2 if offset else column
