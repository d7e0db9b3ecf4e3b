"""The removal of a corporation: closed by its share price, or absorbed by the CGR."""

from __future__ import annotations

from trunkline.kernel.state import OUT, POOL, Corporation
from trunkline.kernel.table import Table
from trunkline.mechanisms import closing
from trunkline.titles.t1856.state import own


def close(trains_to_pool: bool, t: Table, corp: Corporation) -> None:
    """Remove a corporation whose token has entered the closed section."""
    closing.close(t, corp, POOL if trains_to_pool else OUT)
    _release_escrow(t, corp)
    cgr = own(t.state).cgr
    cgr.closed_late = cgr.closed_late or cgr.decided


def retire(t: Table, corp: Corporation) -> None:
    """Remove its shares, loans, escrow and token permanently."""
    closing.retire(corp)
    _release_escrow(t, corp)


def _release_escrow(t: Table, corp: Corporation) -> None:
    own(t.state).fund(corp.id, own(t.state).funds(corp.id)._replace(escrow=0))
