"""A corporation floats when enough of its initial offering is sold."""

from __future__ import annotations

from trunkline.kernel import chart, events
from trunkline.kernel.ledger import move_shares, pay
from trunkline.kernel.state import OFFERING, TREASURY, Corporation
from trunkline.kernel.table import Table
from trunkline.steps.tokens import home_token


def floated(t: Table, corp: Corporation) -> bool:
    """Whether it has floated: then nothing of it is left in the offering."""
    return corp.started and not corp.offering


def sold(t: Table, corp: Corporation, player: str, count: int, price: int) -> None:
    """Float where the board's share of the offering is sold: treasury shares, capital, home token, price."""
    facts = t.title.board.floating
    assert facts is not None
    if not corp.offering or corp.sold * corp.percent < facts.percent:
        return
    move_shares(t, corp, OFFERING, TREASURY, corp.offering)
    capital = facts.price_multiple * chart.price(t, corp) - facts.fee
    pay(t, None, corp, capital, "capital")
    t.note(events.Floated(corp.id, capital, corp.treasury), "float.capital")
    home_token(t, corp)
    if facts.price_move:
        chart.up(t, corp)
