"""The share price chart and the moves of tokens on it."""

from __future__ import annotations

from collections.abc import Callable

from trunkline.board import Box
from trunkline.kernel import events
from trunkline.kernel.state import Cell, Corporation
from trunkline.kernel.table import Table

CLOSED = "closed"


def box(t: Table, cell: Cell | None) -> Box | None:
    """Return the box at (row, column), or None if the cell is not on the chart."""
    return None if cell is None else t.title.board.boxes.get(cell)


def price(t: Table, corp: Corporation) -> int:
    """Return the share price in dollars, or 0 before the corporation starts."""
    here = box(t, corp.cell)
    return here.price if here else 0


def zone(t: Table, corp: Corporation) -> str:
    """Return the zone of the chart that the token is in. The name of the plain zone is empty."""
    here = box(t, corp.cell)
    return (here.zone or "") if here else ""


def par_cell(t: Table, par: int) -> Cell:
    """Return the starting box of a par price. Raises ``KeyError`` if no box has this par."""
    for cell, here in t.title.board.boxes.items():
        if here.par and here.price == par:
            return cell
    raise KeyError(par)


def start(t: Table, corp: Corporation, par: int) -> None:
    """Put the token of a corporation that starts into the box of its par price."""
    corp.started = True
    corp.par = par
    place(t, corp, par_cell(t, par))


def place(t: Table, corp: Corporation, cell: Cell) -> None:
    """Put the token into a box, under the tokens already there."""
    t.state.arrivals += 1
    corp.cell = cell
    corp.arrived = t.state.arrivals


def order(t: Table) -> list[Corporation]:
    """Return the corporations with a price in operating order: price, further right, higher in the stack."""
    live = [corp for corp in t.state.corporations.values() if corp.cell is not None]
    return sorted(live, key=lambda corp: (-price(t, corp), -_column(corp), corp.arrived))


def down(t: Table, corp: Corporation, rows: int) -> None:
    """Move down ``rows`` rows, or to the lowest box of the column if it is nearer."""
    _travel(t, corp, rows, lambda cell: (cell[0] + 1, cell[1]))


def up(t: Table, corp: Corporation) -> None:
    """Move up one row. A token on the top row stays."""
    _travel(t, corp, 1, lambda cell: (cell[0] - 1, cell[1]))


def right(t: Table, corp: Corporation) -> None:
    """Move right one column. In the last box, follow its arrow."""
    _sideways(t, corp, 1)


def left(t: Table, corp: Corporation) -> None:
    """Move left one column. In the first box, follow its arrow."""
    _sideways(t, corp, -1)


def _sideways(t: Table, corp: Corporation, step: int) -> None:
    if corp.cell is None:
        return
    row, column = corp.cell
    if box(t, (row, column + step)) is not None:
        _move(t, corp, (row, column + step))
        return
    here = box(t, corp.cell)
    arrow = here.arrow if here else None
    if arrow == "up" and step > 0:
        up(t, corp)
    elif arrow == "down" and step < 0:
        down(t, corp, 1)


def _travel(t: Table, corp: Corporation, count: int, onward: Callable[[Cell], Cell]) -> None:
    if corp.cell is None:
        return
    cell = corp.cell
    for _ in range(count):
        target = onward(cell)
        if not _enterable(t, corp, target):
            break
        cell = target
    if cell != corp.cell:
        _move(t, corp, cell)


def _move(t: Table, corp: Corporation, cell: Cell) -> None:
    if not t.title.policies.token_moves(t, corp) or not _enterable(t, corp, cell):
        return
    before = price(t, corp)
    place(t, corp, cell)
    here = box(t, cell)
    assert here is not None
    moved = events.PriceMoved(corp.id, before, here.price, cell, here.zone)
    if here.zone == CLOSED:
        t.note(moved, "corporation.closed")
        for react in t.title.reactions.closed:
            react(t, corp)
        return
    t.note(moved)
    _end_at(t, corp, here.price)


def _end_at(t: Table, corp: Corporation, price: int) -> None:
    """Record that a price was reached that ends the game, if the board has such a price."""
    highest = t.title.board.ending.share_price
    if highest is not None and price >= highest and not t.state.end_price_reached:
        t.state.end_price_reached = True
        t.note(events.EndPriceReached(corp.id, price), "end.price")


def _enterable(t: Table, corp: Corporation, cell: Cell) -> bool:
    here = box(t, cell)
    return here is not None and (here.zone != CLOSED or t.title.policies.closes(t, corp))


def _column(corp: Corporation) -> int:
    return corp.cell[1] if corp.cell else 0
