"""Capital that is paid when a corporation floats, and at each later sale of its shares from the IPO."""

from __future__ import annotations

from dataclasses import dataclass

from trunkline.engine.capital import escrow
from trunkline.engine.capital.schemes import FULL, scheme, split, split_by
from trunkline.engine.capital.state import funds
from trunkline.engine.kernel import chart
from trunkline.engine.kernel.context import Context, Funding
from trunkline.engine.kernel.ledger import pay
from trunkline.engine.kernel.state import Corporation


@dataclass(frozen=True)
class PaidAtFloat:
    """The payments to corporations that get their capital when they float (``floating.Payment``)."""

    def at_float(self, ctx: Context, corp: Corporation) -> int:
        """Return the capital in dollars of a corporation that floats, before the fee."""
        if funds(ctx, corp).way == FULL:
            return _multiple(ctx) * chart.price(ctx, corp)
        return split(ctx, corp, corp.sold, corp.sold * corp.par)[0]

    def floated(self, ctx: Context, corp: Corporation) -> None:
        """Hold the money of the other shares that were sold."""
        escrow.hold(ctx, corp, split(ctx, corp, corp.sold, corp.sold * corp.par)[1])

    def sold_later(self, ctx: Context, corp: Corporation, count: int, price: int) -> None:
        """Pay for shares that are sold from the IPO after the float."""
        paid, held = split(ctx, corp, count, price)
        pay(ctx, None, corp, paid, "shares")
        escrow.hold(ctx, corp, held)


def expected(ctx: Context, corp: Corporation, par: int, sold: int) -> int:
    """Return the capital that a corporation would get if it floated with so many shares sold at a par price.

    The scheme is that of the corporation, or of a start now.
    """
    funding = funds(ctx, corp)
    way = funding.way or scheme(ctx, corp)
    if way == FULL:
        return _multiple(ctx) * par - _fee(ctx)
    here = Funding(way, reached=funding.reached)
    return max(0, split_by(ctx.title.board, here, 0, sold, sold * par)[0] - _fee(ctx)) if sold else 0


def _multiple(ctx: Context) -> int:
    floating = ctx.title.board.floating
    return floating.price_multiple if floating else 0


def _fee(ctx: Context) -> int:
    floating = ctx.title.board.floating
    return floating.fee if floating else 0
