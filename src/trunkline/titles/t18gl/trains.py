"""Buying trains: what binds corporations between each other, and how many 10H-trains there are."""

from __future__ import annotations

from trunkline.kernel import depot
from trunkline.kernel.action import BuyTrain
from trunkline.kernel.state import Corporation
from trunkline.kernel.table import Table, once
from trunkline.titles.t18gl.decisions import CONRAIL
from trunkline.titles.t18gl.state import own

BETWEEN = "trains_between_corporations"
"""The event of the phase from which corporations buy trains of each other."""


def terms(t: Table, corp: Corporation, action: BuyTrain) -> None:
    """Between corporations: from a phase on, with loans at face or on its good side, CONRAIL at face."""
    seller = t.state.corporations.get(action.source)
    if seller is None:
        return
    what = f"Buying {action.train} from {seller.id} for ${action.price:,}"
    if not _trade_with_each_other(t):
        t.refuse("phase.6h.inter-corporate-trains", what, "corporations do not trade trains yet")
    face = depot.train_type(t, action.train).price
    if CONRAIL in (corp.id, seller.id) and action.price != face:
        t.refuse("conrail.trains-at-face", what, f"CONRAIL trades trains at their price of ${face:,}")
    if corp.loans and action.price > face:
        t.refuse("buy-train.loan-restriction", what, f"{corp.id} has loans and pays no more than ${face:,}")
    if seller.loans and action.price < face:
        t.refuse(
            "buy-train.loan-restriction", what, f"{seller.id} has loans and takes no less than ${face:,}"
        )


@once
def _trade_with_each_other(t: Table) -> bool:
    """Whether the phase has come from which corporations do."""
    return depot.has_come(t, BETWEEN)


def phase_began(t: Table) -> None:
    """The first train of a type whose number depends on the corporations available settles how many there
    are, that one included."""
    for name in t.phase.on_train:
        table = t.title.board.train[name].count_by_corporations
        if table:
            depot.limit_supply(t, name, table[min(max(available(t), min(table)), max(table))])


def available(t: Table) -> int:
    """Corporations that are open or can still be started, CONRAIL only once it has formed."""
    return sum(
        not corp.closed and (corp.id != CONRAIL or own(t.state).conrail.formed)
        for corp in t.state.corporations.values()
    )
