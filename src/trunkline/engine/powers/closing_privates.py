"""Closing of single privates, by the events that a board or a title names."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.state import Corporation, Private
from trunkline.engine.mechanisms.closing import close_private


def with_gift(ctx: Context, corp: Corporation) -> Iterator[Private]:
    """Yield the privates that brought a certificate of the corporation."""
    for private in ctx.state.privates.values():
        gift = ctx.title.board.private[private.id].gives
        if gift is not None and gift.corporation == corp.id:
            yield private


def with_first_train(rule: str) -> Callable[[Context, Corporation, str], None]:
    """Return the reaction to a purchase of a train that closes the privates with a certificate of its
    buyer."""

    def bought(ctx: Context, corp: Corporation, train: str) -> None:
        for private in with_gift(ctx, corp):
            close_private(ctx, private.id, rule)

    return bought
