"""The end of the opening: the stock round begins once all privates are sold."""

from __future__ import annotations

from trunkline.engine.kernel import ending
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.events import RoundBegan
from trunkline.engine.kernel.state import Round
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
