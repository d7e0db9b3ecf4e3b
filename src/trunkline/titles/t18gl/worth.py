"""The worth of a player of 18GL: cash, bonds, and shares less the debts of their corporations."""

from __future__ import annotations

from trunkline.kernel import chart
from trunkline.kernel.state import Corporation
from trunkline.kernel.table import Table
from trunkline.mechanisms import bonds


def worth(t: Table, player: str) -> int:
    """Return a player's worth in dollars: cash, shares at their final values, and bonds at face value."""
    held = (corp for corp in t.state.corporations.values() if player in corp.shares)
    shares = sum(corp.shares[player] * final_value(t, corp) for corp in held)
    face = bonds.held(t, player) * bonds.terms(t)[1].price if t.state.bonds else 0
    return t.state.players[player].cash + shares + face


def final_value(t: Table, corp: Corporation) -> int:
    """Return the final value of a share in dollars.

    It is the price less the corporation's loans and outstanding bonds. It can be negative.
    """
    loans = t.title.board.loans
    owed = loans.end_penalty_per_share * corp.loans if loans else 0
    if t.state.bonds:
        issuer, facts = bonds.terms(t)
        owed += facts.end_penalty_per_share * bonds.outstanding(t) if corp.id == issuer else 0
    return chart.price(t, corp) - owed
