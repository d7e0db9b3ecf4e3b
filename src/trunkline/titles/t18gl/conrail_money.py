"""CONRAIL's price, inherited loans and initial capital."""

from __future__ import annotations

from trunkline.engine.kernel import chart
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.ledger import move_bonds, move_shares, pay
from trunkline.engine.kernel.state import POOL, TREASURY, Corporation
from trunkline.titles.t18gl.conrail_events import ConrailCapital, ConrailPriceSet, LoansInherited
from trunkline.titles.t18gl.decisions import CONRAIL

TOP_ROW = 0
COUNTED = 2
"""Number of merged corporations that count towards the price. The highest prices count."""


def place_price(ctx: Context, conrail: Corporation, old: list[Corporation]) -> None:
    """Place the price token in the top row.

    The price is the average of the highest prices, rounded down to a printed one, but at least the minimum.
    """
    facts = ctx.title.board.corporation[CONRAIL].merger
    assert facts is not None
    highest = counted([chart.price(ctx, corp) for corp in old])
    worth = max(sum(highest) // len(highest), facts.start_price_minimum)
    row = ctx.title.board.chart.rows[TOP_ROW]
    column = max(place for place, box in enumerate(row) if box is not None and box.price <= worth)
    chart.place(ctx, conrail, (TOP_ROW, column))
    conrail.par = chart.price(ctx, conrail)
    ctx.note(ConrailPriceSet(amount=conrail.par), "conrail.price.average")


def counted(prices: list[int]) -> list[int]:
    """Return the prices that count towards the average: the highest ones."""
    return sorted(prices, reverse=True)[:COUNTED]


def settle_loans(ctx: Context, conrail: Corporation, loans: int) -> None:
    """Move the price token left for each inherited loan, and put as many bonds into the pool as remain.

    The loans return to the bank.
    """
    if not loans:
        return
    for _ in range(loans):
        chart.left(ctx, conrail)
    bonds = min(loans, ctx.state.bonds.get(TREASURY, 0))
    move_bonds(ctx, TREASURY, POOL, bonds)
    ctx.note(LoansInherited(count=loans, bonds=bonds), "conrail.loans.price")


def pay_capital(ctx: Context, conrail: Corporation, count: int) -> None:
    """Pay the price of each share that no player received, and move these shares to the pool."""
    if not count:
        return
    amount = count * chart.price(ctx, conrail)
    pay(ctx, None, conrail, amount, "capital")
    move_shares(ctx, conrail, TREASURY, POOL, count)
    ctx.note(ConrailCapital(amount=amount, count=count), "conrail.capital")
