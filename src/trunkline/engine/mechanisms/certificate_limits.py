"""Certificate limits that depend on the number of corporations."""

from __future__ import annotations

from trunkline.engine.kernel.context import Context, printed_limit


def for_corporations(ctx: Context, count: int) -> int:
    """Return the limit of a player with this many corporations in the game.

    With fewer or more than the board lists, the nearest row applies.
    """
    table = ctx.title.board.certificates_late
    return table[min(max(count, min(table)), max(table))][len(ctx.state.players)]


def after_closings(ctx: Context) -> int:
    """Return the printed limit. Once a corporation has closed, return the one for those that are left."""
    left = sum(not corp.closed for corp in ctx.state.corporations.values())
    if left < len(ctx.state.corporations) and ctx.title.board.certificates_late:
        return for_corporations(ctx, left)
    return printed_limit(ctx)
