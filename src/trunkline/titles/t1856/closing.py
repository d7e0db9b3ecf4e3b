"""A corporation leaves the game: closed by its share price, or absorbed by the CGR."""

from __future__ import annotations

from trunkline.kernel import depot
from trunkline.kernel.ledger import pay
from trunkline.kernel.state import MARKET, OUT, Corporation
from trunkline.kernel.table import Table
from trunkline.titles.t1856.facts import CGR_STATUS, CLOSED_LATE, FORMED, NEVER


def close(trains_to_market: bool, t: Table, corp: Corporation) -> None:
    """Remove a corporation whose token has entered the closed section."""
    for train in t.state.trains_at(corp.id):
        depot.move_train(t, train, MARKET if trains_to_market else OUT)
    pay(t, corp, None, corp.cash)
    for private in t.state.privates.values():
        if private.corp == corp.id:
            private.closed = True
    remove_markers(t, corp)
    t.state.tokens = {name: spot for name, spot in t.state.tokens.items() if spot[1] != corp.id}
    retire(corp)
    if t.state.facts.get(CGR_STATUS) in (FORMED, NEVER):
        t.state.facts[CLOSED_LATE] = "yes"
    t.note(f"{corp.id} closes; its shares are worthless", "market.closed.removal")


def remove_markers(t: Table, corp: Corporation) -> None:
    """Take all its station markers off the map."""
    t.state.markers = {
        hex: kept
        for hex, markers in t.state.markers.items()
        if (kept := tuple(marker for marker in markers if marker.corp != corp.id))
    }


def retire(corp: Corporation) -> None:
    """Take its shares, loans, escrow and token away for good."""
    corp.closed = True
    corp.started = False
    corp.cell = None
    corp.president = ""
    corp.shares = {}
    corp.offering = corp.market = 0
    corp.loans = corp.escrow = 0
    corp.rights = ()
    corp.markers = ()
