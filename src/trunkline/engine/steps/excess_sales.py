"""Sales that a player owes: the excess over the limits, and the least that sales can leave of it."""

from __future__ import annotations

from trunkline.engine.kernel import shares
from trunkline.engine.kernel.action import SellShares
from trunkline.engine.kernel.context import Context, cached
from trunkline.engine.kernel.refusal_texts import in_halves
from trunkline.engine.kernel.state import Corporation, StockTurn
from trunkline.util.messages import Message, gettext_lazy


def stock_turn(ctx: Context) -> StockTurn:
    """Return the turn of the stock round."""
    assert ctx.state.stock is not None
    return ctx.state.stock


def reduction_rule(least: int) -> str:
    """Return the rule that makes a player sell, given the least excess that can remain."""
    return "limit.excess-in-part" if least else "limit.excess"


def bought_and_kept(turn: StockTurn, corp: Corporation) -> int:
    """Return the shares of a corporation bought in this turn, which the player keeps."""
    return turn.bought_shares if turn.bought == corp.id else 0


@cached
def current_excess(ctx: Context) -> tuple[int, int]:
    """Return the current player's excess over the limits, and the tolerated excess."""
    player = stock_turn(ctx).turn
    return shares.excess(ctx, player), ctx.title.policies.tolerated(ctx, player)


def check_reduced(ctx: Context, in_lots: bool, what: Message) -> None:
    """Refuse ``what`` if the player is over a limit that sales can still reduce."""
    turn = stock_turn(ctx)
    player = turn.turn
    now, tolerated = current_excess(ctx)
    if now <= tolerated or not turn.selling:
        return
    least = least_excess(ctx, in_lots, None)
    if now <= least:
        return
    over = shares.over_shares(ctx, player)
    if over:
        why = gettext_lazy(
            "{player} holds more of {corps} than is allowed, and must sell first",
            player=player,
            corps=", ".join(corp.id for corp in over),
        )
    else:
        why = gettext_lazy(
            "{player} has {count} certificates, the limit is {limit}, and must sell first",
            player=player,
            count=in_halves(shares.certificates(ctx, player)),
            limit=ctx.title.policies.certificate_limit(ctx),
        )
    ctx.refuse(reduction_rule(least), what, why)


@cached
def least_excess(ctx: Context, in_lots: bool, sale: SellShares | None) -> int:
    """Return the least excess that a player can reach with this sale and all other possible sales."""
    turn = stock_turn(ctx)
    trial = Context(ctx.title, ctx.state.copy())
    sold = tuple(turn.sold)
    if sale is not None:
        shares.sell(trial, turn.turn, trial.state.corporations[sale.corp], sale.count, trial=True)
        sold = (*sold, sale.corp)
    for corp in trial.state.corporations.values():
        if turn.turn in corp.shares and (in_lots or corp.id not in sold):
            most = shares.max_sale(trial, turn.turn, corp, keep=bought_and_kept(turn, corp))
            if most:
                shares.sell(trial, turn.turn, corp, most, trial=True)
    return shares.excess(trial, turn.turn)


def least_sale(ctx: Context, turn: StockTurn, corp: Corporation, most: int, *, in_lots: bool) -> int:
    """Return the fewest shares of a corporation that may be sold: more than one if a limit requires it."""
    if most < 2 or in_lots or corp.id in turn.sold:
        return 1
    now, tolerated = current_excess(ctx)
    if now <= tolerated:
        return 1
    least = max(tolerated, least_excess(ctx, in_lots, None))
    sales = (SellShares(turn.turn, corp.id, count) for count in range(1, most))
    return next((s.count for s in sales if least_excess(ctx, in_lots, s) <= least), most)
