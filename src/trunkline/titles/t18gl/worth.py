"""The worth of a player of 18GL: cash, bonds, and shares less the debts of their corporations."""

from __future__ import annotations

from trunkline.engine.kernel import chart
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.state import Corporation
from trunkline.engine.mechanisms import bonds


def worth(ctx: Context, player: str) -> int:
    """Return a player's worth in dollars: cash, shares at their final values, and bonds at face value."""
    held = (corp for corp in ctx.state.corporations.values() if player in corp.shares)
    shares = sum(corp.shares[player] * final_value(ctx, corp) for corp in held)
    face = bonds.held(ctx, player) * bonds.terms(ctx)[1].price if ctx.state.bonds else 0
    return ctx.state.players[player].cash + shares + face


def final_value(ctx: Context, corp: Corporation) -> int:
    """Return the final value of a share in dollars.

    It is the price less the corporation's loans and outstanding bonds. It can be negative.
    """
    loans = ctx.title.board.loans
    owed = loans.end_penalty_per_share * corp.loans if loans else 0
    if ctx.state.bonds:
        issuer, facts = bonds.terms(ctx)
        owed += facts.end_penalty_per_share * bonds.outstanding(ctx) if corp.id == issuer else 0
    return chart.price(ctx, corp) - owed
