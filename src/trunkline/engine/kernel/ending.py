"""The end of the game."""

from __future__ import annotations

from trunkline.engine.kernel import events
from trunkline.engine.kernel.context import Context


def end(ctx: Context, reason: str) -> None:
    """End the game."""
    ctx.state.over = True
    ctx.state.reason = reason
    ctx.note(events.GameEnded(reason))


def due_at_once(ctx: Context) -> str:
    """Return the reason why the game ends without another decision, or an empty string."""
    ending = ctx.title.board.ending
    if ctx.state.bank_broken and ending.bank_ends_at_once:
        return "bank"
    return "price" if ctx.state.end_price_reached and ending.price_ends_at_once else ""
