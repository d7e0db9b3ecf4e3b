"""A corporation floats when enough of its initial offering is sold."""

from __future__ import annotations

from trunkline.kernel import chart, depot, events, shares
from trunkline.kernel.ledger import move_shares, pay
from trunkline.kernel.state import OFFERING, TREASURY, Corporation
from trunkline.kernel.table import Table
from trunkline.steps.tokens import home_token

SHARES_SOLD = "shares_sold"
"""``Floating.capital``: the par value of each share that has been bought."""


def floated(t: Table, corp: Corporation) -> bool:
    """Whether it has floated: then nothing of it is left in the offering."""
    return corp.started and not corp.offering


def needed(t: Table, corp: Corporation) -> int:
    """Shares that must have left the offering before it operates, by what the board says of floating; 0 where
    that is not what it takes, as of a corporation without a home, which its title begins."""
    board = t.title.board
    if not board.corporation[corp.id].home:
        return 0
    if board.floating is not None:
        return -(-board.floating.percent // corp.percent)
    return board.shares_to_operate.get(depot.next_type(t), 0)


def sold(t: Table, corp: Corporation, player: str, count: int, price: int) -> None:
    """Float where the board's share of the offering is sold: treasury shares, capital, home token, price."""
    facts = t.title.board.floating
    assert facts is not None
    bought = corp.sold
    if not corp.offering or bought * corp.percent < facts.percent:
        return
    shares.settle_presidency(t, corp)
    move_shares(t, corp, OFFERING, TREASURY, corp.offering)
    if facts.capital == SHARES_SOLD:
        capital = bought * corp.par
    else:
        capital = facts.price_multiple * chart.price(t, corp)
    capital -= facts.fee
    pay(t, None, corp, capital, "capital")
    t.note(events.Floated(corp.id, capital, corp.treasury), "float.capital")
    home_token(t, corp)
    if facts.price_move:
        chart.up(t, corp)
