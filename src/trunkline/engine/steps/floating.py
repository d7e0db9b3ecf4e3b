"""The float of a corporation when enough of its IPO is sold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

from trunkline.engine.board import BoardCorporation, Floating
from trunkline.engine.kernel import chart, depot, events, shares
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.ledger import move_shares, pay
from trunkline.engine.kernel.state import OFFERING, TREASURY, Corporation
from trunkline.engine.steps.tokens import home_token

OFFERING_STAYS = "ipo"
"""A value of ``Floating.unsold``: players buy the other shares from the IPO later."""
SHARES_SOLD = "shares_sold"
"""A value of ``Floating.capital``: the par value of each share that has been bought."""
INCREMENTAL = "incremental"
"""A value of ``Floating.capital``: the same, and the price of each share that is bought later."""


class Payment(Protocol):
    """The payments of the bank for shares of the IPO."""

    def at_float(self, ctx: Context, corp: Corporation) -> int:
        """Return the capital in dollars of a corporation that floats, before the fee."""

    def floated(self, ctx: Context, corp: Corporation) -> None:
        """Carry out what follows from the payment of the capital."""

    def sold_later(self, ctx: Context, corp: Corporation, count: int, price: int) -> None:
        """Pay for shares that players buy from the IPO after the float, at a total price in dollars."""


@dataclass(frozen=True)
class BoardPayment:
    """The payments that ``Floating.capital`` names, the same for all corporations."""

    def at_float(self, ctx: Context, corp: Corporation) -> int:
        """Return the capital in dollars."""
        facts = ctx.title.board.floating
        assert facts is not None
        if facts.capital in (SHARES_SOLD, INCREMENTAL):
            return corp.sold * corp.par
        return facts.price_multiple * chart.price(ctx, corp)

    def floated(self, ctx: Context, corp: Corporation) -> None:
        """Do nothing: all of the capital is paid."""

    def sold_later(self, ctx: Context, corp: Corporation, count: int, price: int) -> None:
        """Pay the price, if the capital is incremental."""
        facts = ctx.title.board.floating
        assert facts is not None
        if facts.capital == INCREMENTAL:
            pay(ctx, None, corp, price, "shares")


BY_BOARD: Final = BoardPayment()


def floated(ctx: Context, corp: Corporation) -> bool:
    """Return whether the corporation has floated. Where its other shares go to the treasury, this empties its
    IPO."""
    facts = ctx.title.board.floating
    if facts is not None and facts.unsold == OFFERING_STAYS:
        return corp.started and corp.sold * corp.percent >= facts.percent
    return corp.started and not corp.offering


def needed(ctx: Context, corp: Corporation) -> int:
    """Return the shares that must leave the IPO before the corporation operates, by the board's rule for
    floating. Return 0 if another rule applies, as for a corporation without a home, which its title
    starts."""
    board = ctx.title.board
    if not board.corporation[corp.id].home:
        return 0
    if board.floating is not None:
        return -(-board.floating.percent // corp.percent)
    return by_train_on_sale(ctx)


def shares_to_float(floating: Floating, corporation: BoardCorporation) -> int:
    """Return the shares of a corporation that must leave the IPO before it floats."""
    return -(-floating.percent * corporation.share_count // 100)


def by_train_on_sale(ctx: Context) -> int:
    """Return the shares that the board's table requires with the train on sale.

    If the bank has no train left, the last row of the table holds. Without a table, return 0.
    """
    table = ctx.title.board.shares_to_operate
    train = depot.next_type(ctx)
    return table.get(train, 0) if train else next(reversed(table.values()), 0)


def sold(
    ctx: Context, corp: Corporation, player: str, count: int, price: int, payment: Payment = BY_BOARD
) -> None:
    """Float once the board's part of the IPO is sold: treasury shares, capital, home token and price."""
    facts = ctx.title.board.floating
    assert facts is not None
    bought = corp.sold
    if bought * corp.percent < facts.percent:
        return
    if (bought - count) * corp.percent >= facts.percent:
        # It has floated already.
        payment.sold_later(ctx, corp, count, price)
        return
    capital = payment.at_float(ctx, corp) - facts.fee
    shares.settle_presidency(ctx, corp)
    if facts.unsold != OFFERING_STAYS:
        move_shares(ctx, corp, OFFERING, TREASURY, corp.offering)
    pay(ctx, None, corp, capital, "capital")
    ctx.note(events.Floated(corp.id, capital, corp.treasury), "float.capital")
    payment.floated(ctx, corp)
    home_token(ctx, corp)
    if facts.price_move:
        chart.up(ctx, corp)
