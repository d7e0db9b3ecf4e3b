"""The private that brings a presidency. It closes with that corporation's first train."""

from __future__ import annotations

from trunkline.engine.kernel import private_events
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.state import Corporation


def train_bought(ctx: Context, corp: Corporation, train: str) -> None:
    """Close the private that brought the presidency of the corporation that bought a train."""
    for private in ctx.state.privates.values():
        gift = ctx.title.board.private[private.id].gives
        if gift is not None and gift.corporation == corp.id and not private.closed:
            private.closed = True
            ctx.note(private_events.PrivateClosed(private.id), "privates.ca.closes")
