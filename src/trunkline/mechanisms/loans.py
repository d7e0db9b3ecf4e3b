"""Loans from the bank to corporations: the money and the count.

A title says when they are taken and paid back, how many a corporation may have, what follows for its price,
and who pays what neither treasury nor earnings cover.
"""

from __future__ import annotations

from trunkline.board import Loans
from trunkline.kernel import events
from trunkline.kernel.ledger import pay
from trunkline.kernel.state import Corporation, OperatingTurn
from trunkline.kernel.table import Table

INTEREST = "interest"
LOANS = "the loans"
"""What money is paid for, as the ledger notes it."""


def terms(t: Table) -> Loans:
    """The terms of the loans, from the board."""
    loans = t.title.board.loans
    assert loans is not None
    return loans


def take(t: Table, corp: Corporation, each: int, rule: str, count: int = 1) -> None:
    """The corporation takes ``count`` loans by this rule, each of which brings ``each`` dollars."""
    corp.loans += count
    pay(t, None, corp, count * each, "loan")
    t.note(events.LoanTaken(corp.id, count * each), rule)


def pay_interest(t: Table, corp: Corporation, turn: OperatingTurn, count: int, rule: str) -> int:
    """Pay the interest of ``count`` loans by this rule out of the treasury, which pays for whole loans only,
    and what is left out of the earnings of the turn. Returns the dollars that are still due.
    """
    each = terms(t).interest
    from_treasury = min(count, corp.cash // each)
    pay(t, corp, None, from_treasury * each, INTEREST)
    left = (count - from_treasury) * each
    from_earnings = min(left, turn.revenue)
    turn.revenue -= from_earnings
    t.note(events.InterestPaid(corp.id, from_treasury * each + from_earnings), rule)
    return left - from_earnings


def withhold(t: Table, corp: Corporation, turn: OperatingTurn, due: int, rule: str) -> None:
    """Where the treasury cannot pay all of so many dollars, keep as many of the earnings of the turn for
    them, as far as these go."""
    kept = 0 if corp.cash >= due else min(due, turn.revenue)
    if kept:
        turn.revenue -= kept
        pay(t, None, corp, kept, "revenue")
        t.note(events.RevenueWithheld(corp.id, kept), rule)


def repay_from_treasury(t: Table, corp: Corporation, count: int) -> int:
    """The corporation has ``count`` loans less; its treasury pays for them as far as it can. Returns the
    dollars it lacks."""
    price = count * terms(t).value
    corp.loans -= count
    from_treasury = min(price, corp.cash)
    pay(t, corp, None, from_treasury, LOANS)
    return price - from_treasury
