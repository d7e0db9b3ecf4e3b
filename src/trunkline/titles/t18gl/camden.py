"""The private that brings a presidency. It closes with that corporation's first train."""

from __future__ import annotations

from trunkline.kernel import private_events
from trunkline.kernel.state import Corporation
from trunkline.kernel.table import Table


def train_bought(t: Table, corp: Corporation, train: str) -> None:
    """Close the private that brought the presidency of the corporation that bought a train."""
    for private in t.state.privates.values():
        gift = t.title.board.private[private.id].gives
        if gift is not None and gift.corporation == corp.id and not private.closed:
            private.closed = True
            t.note(private_events.PrivateClosed(private.id), "privates.ca.closes")
