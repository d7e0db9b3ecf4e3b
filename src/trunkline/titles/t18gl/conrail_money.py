"""CONRAIL's price, inherited loans and initial capital."""

from __future__ import annotations

from trunkline.kernel import chart
from trunkline.kernel.ledger import move_bonds, move_shares, pay
from trunkline.kernel.state import POOL, TREASURY, Corporation
from trunkline.kernel.table import Table
from trunkline.titles.t18gl.conrail_events import ConrailCapital, ConrailPriceSet, LoansInherited
from trunkline.titles.t18gl.decisions import CONRAIL

TOP_ROW = 0
COUNTED = 2
"""Number of merged corporations that count towards the price. The highest prices count."""


def place_price(t: Table, conrail: Corporation, old: list[Corporation]) -> None:
    """Place the price token in the top row.

    The price is the average of the highest prices, rounded down to a printed one, but at least the minimum.
    """
    facts = t.title.board.corporation[CONRAIL].merger
    assert facts is not None
    highest = counted([chart.price(t, corp) for corp in old])
    worth = max(sum(highest) // len(highest), facts.start_price_minimum)
    row = t.title.board.chart.rows[TOP_ROW]
    column = max(place for place, box in enumerate(row) if box is not None and box.price <= worth)
    chart.place(t, conrail, (TOP_ROW, column))
    conrail.par = chart.price(t, conrail)
    t.note(ConrailPriceSet(amount=conrail.par), "conrail.price.average")


def counted(prices: list[int]) -> list[int]:
    """Return the prices that count towards the average: the highest ones."""
    return sorted(prices, reverse=True)[:COUNTED]


def settle_loans(t: Table, conrail: Corporation, loans: int) -> None:
    """Move the price token left for each inherited loan, and put as many bonds into the pool as remain.

    The loans return to the bank.
    """
    if not loans:
        return
    for _ in range(loans):
        chart.left(t, conrail)
    bonds = min(loans, t.state.bonds.get(TREASURY, 0))
    move_bonds(t, TREASURY, POOL, bonds)
    t.note(LoansInherited(count=loans, bonds=bonds), "conrail.loans.price")


def pay_capital(t: Table, conrail: Corporation, count: int) -> None:
    """Pay the price of each share that no player received, and move these shares to the pool."""
    if not count:
        return
    amount = count * chart.price(t, conrail)
    pay(t, None, conrail, amount, "capital")
    move_shares(t, conrail, TREASURY, POOL, count)
    t.note(ConrailCapital(amount=amount, count=count), "conrail.capital")
