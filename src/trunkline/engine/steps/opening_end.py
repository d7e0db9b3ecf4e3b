"""The end of the opening: the stock round begins once all privates are sold. Rounds in which all pass."""

from __future__ import annotations

from collections.abc import Callable

from trunkline.engine.kernel import ending
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.events import RoundBegan
from trunkline.engine.kernel.private_events import PrivateCheaper, PrivateGiven
from trunkline.engine.kernel.state import Private, Round
from trunkline.engine.steps import operating, stock
from trunkline.engine.steps.round_sequence import OPENING, OPERATING, STOCK


def sold_out(ctx: Context, turn: str, *, selling: bool = True) -> None:
    """Start the stock round of the same set with this player, who gets the priority deal.

    Without ``selling``, players may not sell shares in this round.
    """
    ctx.state.round = Round(STOCK, ctx.state.round.number)
    ctx.note(RoundBegan(STOCK, ctx.state.round.number))
    ctx.state.priority = turn
    stock.begin(ctx, turn, selling=selling)


def all_passed(ctx: Context) -> None:
    """Pay the sold privates as in an operating round, and start the next set with another sale.

    Bids stay in place. The game ends if the bank is broken.
    """
    opening, now = ctx.state.opening, ctx.state.round
    assert opening is not None
    ctx.note(RoundBegan(OPERATING, now.number, 1, 1), "opening.all-passed")
    operating.pay_privates(ctx)
    if ctx.state.bank_broken:
        ending.end(ctx, "bank")
        return
    ctx.state.round = Round(OPENING, now.number + 1)
    ctx.note(RoundBegan(OPENING, now.number + 1), "opening.all-passed")
    opening.turn = ctx.state.priority


def all_passed_or_cheaper(dollars: int, given: Callable[[Context, Private], None], ctx: Context) -> None:
    """Lower the price of the first private by these dollars if it is unsold, and continue the sale.

    Once it is sold, pay the sold privates instead. ``given`` runs after a player gets it for free.
    """
    first = next(iter(ctx.state.privates))
    if not make_cheaper(ctx, first, dollars, given=given):
        all_passed(ctx)


def make_cheaper(
    ctx: Context,
    private: str,
    dollars: int,
    *,
    moves_priority: bool = True,
    given: Callable[[Context, Private], None] = lambda ctx, private: None,
) -> bool:
    """Lower the price of an unsold private. At $0 the player who has the turn gets it, and the turn ends.

    Args:
        ctx: The game.
        private: Its id.
        dollars: The fall of the price.
        moves_priority: True if the priority deal moves left of a player who gets it.
        given: Called after a player got it.

    Returns:
        True if it was unsold.
    """
    opening, found = ctx.state.opening, ctx.state.privates[private]
    assert opening is not None
    if found.player:
        return False
    found.cost = max(0, found.cost - dollars)
    ctx.note(PrivateCheaper(private, found.cost), "opening.cheaper")
    if found.cost:
        return True
    found.player = opening.turn
    ctx.note(PrivateGiven(found.player, private), "opening.cheaper")
    opening.turn = ctx.state.left_of(found.player)
    if moves_priority:
        ctx.state.priority = opening.turn
    given(ctx, found)
    return True
