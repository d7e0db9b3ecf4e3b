"""A corporation leaves the game: closed by its share price, or absorbed by the CGR."""

from __future__ import annotations

from trunkline.kernel import depot, events
from trunkline.kernel.ledger import pay
from trunkline.kernel.state import OUT, POOL, Corporation
from trunkline.kernel.table import Table
from trunkline.titles.t1856.state import own


def close(trains_to_pool: bool, t: Table, corp: Corporation) -> None:
    """Remove a corporation whose token has entered the closed section."""
    for train in t.state.trains_at(corp.id):
        depot.move_train(t, train, POOL if trains_to_pool else OUT)
    pay(t, corp, None, corp.cash, "closing")
    for private in t.state.privates.values():
        if private.corp == corp.id:
            private.closed = True
    remove_tokens(t, corp)
    t.state.private_tokens = {
        name: spot for name, spot in t.state.private_tokens.items() if spot[1] != corp.id
    }
    retire(t, corp)
    cgr = own(t.state).cgr
    cgr.closed_late = cgr.closed_late or cgr.decided
    t.note(events.Closed(corp.id), "market.closed.removal")


def remove_tokens(t: Table, corp: Corporation) -> None:
    """Take all its station tokens off the map."""
    t.state.tokens = {
        hex: kept
        for hex, tokens in t.state.tokens.items()
        if (kept := tuple(token for token in tokens if token.corp != corp.id))
    }


def retire(t: Table, corp: Corporation) -> None:
    """Take its shares, loans, escrow and token away for good."""
    corp.closed = True
    corp.started = False
    corp.cell = None
    corp.president = ""
    corp.shares = {}
    corp.offering = corp.pool = 0
    corp.loans = 0
    own(t.state).fund(corp.id, own(t.state).funds(corp.id)._replace(escrow=0))
    corp.rights = ()
    corp.tokens = ()
