"""The scheme of capital of a corporation, and the split of the money for its shares."""

from __future__ import annotations

from typing import Final

from trunkline.engine.board import Board, Capitalisation
from trunkline.engine.capital.state import funds
from trunkline.engine.kernel import depot
from trunkline.engine.kernel.context import Context, Funding
from trunkline.engine.kernel.state import Corporation

ESCROW: Final = "escrow"
INCREMENTAL: Final = "incremental"
FULL: Final = "full"


def scheme(ctx: Context, corp: Corporation) -> str:
    """Return the scheme of a corporation that starts now, by the train on sale or the phase.

    If the bank has no train left, the last row of the board's table holds. Without a destination a
    corporation needs no escrow, so it gets the money of each share.
    """
    way = _by_board(ctx)
    without = way == ESCROW and ctx.title.policies.destination(ctx, corp) is None
    return INCREMENTAL if without else way


def _by_board(ctx: Context) -> str:
    rows = ctx.title.board.capitalisation
    on_sale, phase = depot.next_type(ctx), depot.phase(ctx).name
    for row in rows:
        if row.holds_always or on_sale in row.train_on_sale or phase in row.phases:
            return row.kind
    return rows[-1].kind if rows and not on_sale else ""


def row_of(board: Board, way: str) -> Capitalisation | None:
    """Return the row of the board's table for a scheme."""
    return next((row for row in board.capitalisation if row.kind == way), None)


def paid_at_once(board: Board) -> int:
    """Return the shares whose money a corporation with escrow gets at once."""
    row = row_of(board, ESCROW)
    return row.shares_at_once if row else 0


def split(ctx: Context, corp: Corporation, count: int, price: int) -> tuple[int, int]:
    """Return the dollars for the treasury and for escrow, of the last ``count`` shares sold from the IPO.

    ``price`` is the total price in dollars. Full capital is not paid for single shares.
    """
    return split_by(ctx.title.board, funds(ctx, corp), corp.sold - count, count, price)


def split_by(board: Board, funding: Funding, before: int, count: int, price: int) -> tuple[int, int]:
    """Return the same split for ``count`` shares that are sold after ``before`` others."""
    if funding.way == ESCROW and not funding.reached:
        at_once = max(0, min(count, paid_at_once(board) - before))
        each = price // count
        return at_once * each, (count - at_once) * each
    return (price if funding.way in (ESCROW, INCREMENTAL) else 0), 0
