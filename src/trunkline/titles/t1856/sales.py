"""Records of share sales in 1856: the odd 5%, and limits exceeded before the stock round."""

from __future__ import annotations

from trunkline.engine.kernel import shares
from trunkline.engine.kernel.context import Context, Sale
from trunkline.engine.kernel.state import Corporation
from trunkline.engine.steps import round_sequence
from trunkline.titles.t1856.state import state_1856


def odd_percent(ctx: Context, corp: Corporation) -> int:
    """Return the odd percent left over from earlier sales of the operating turn."""
    return state_1856(ctx.state).turn.odd.get(corp.id, 0)


def keep_odd(ctx: Context, sale: Sale) -> None:
    """Keep the odd percent of a sale for the next one of the operating turn."""
    turn = state_1856(ctx.state).turn
    if ctx.state.operating and ctx.state.operating.turn and sale.odd != turn.odd.get(sale.corp.id, 0):
        turn.odd = {**turn.odd, sale.corp.id: sale.odd}


def tolerated(ctx: Context, player: str) -> int:
    """Return how far a player may exceed the limits in this stock round, in halves of a certificate.

    Only excess that arose in the round is tolerated.
    """
    if ctx.state.stock is None:
        return 0
    return max(0, shares.excess(ctx, player) - state_1856(ctx.state).over_limits.get(player, 0))


def stock_round_began(ctx: Context) -> None:
    """Record the players who are over the limits."""
    excess = {player: shares.excess(ctx, player) for player in ctx.state.seats}
    state_1856(ctx.state).over_limits = {player: halves for player, halves in excess.items() if halves}


def stock_round_ended(ctx: Context) -> None:
    """Clear the record, so that tolerated excess counts from now on."""
    state_1856(ctx.state).over_limits = {}
    round_sequence.stock_round_ended(ctx)


def counts_reduction(ctx: Context, player: str) -> bool:
    """Return whether a sale of the player may reduce an excess from the start of the stock round."""
    return ctx.state.stock is not None and player in state_1856(ctx.state).over_limits


def note_reduction(ctx: Context, sale: Sale) -> None:
    """Deduct a sale from the excess that its player had at the start of the round."""
    if sale.excess_reduction > 0:
        over = state_1856(ctx.state).over_limits[sale.player]
        _set_over(ctx, sale.player, max(0, over - sale.excess_reduction))


def stock_turn_ended(ctx: Context, player: str) -> None:
    """Reduce the player's recorded excess to the current one, since other players' sales may have lowered the
    price."""
    over = state_1856(ctx.state).over_limits
    if player in over:
        _set_over(ctx, player, min(over[player], shares.excess(ctx, player)))


def _set_over(ctx: Context, player: str, halves: int) -> None:
    state_1856(ctx.state).over_limits = {**state_1856(ctx.state).over_limits, player: halves}
