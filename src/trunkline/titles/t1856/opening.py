"""Special rules of 1856 around the sale of the privates."""

from __future__ import annotations

from trunkline.engine.kernel.context import Context
from trunkline.engine.steps import opening_end, operating
from trunkline.titles.t1856.events import AllPassed, PrivatesSold

FLOS = "flos"
REDUCTION = 5


def all_passed(gift_moves_priority: bool, ctx: Context) -> None:
    """Pay the privates as in an operating round, and lower the price of an unsold Flos, down to free.

    Play continues to the left of the last player to pass.
    """
    ctx.note(AllPassed(), "initial.all-pass-operating-round")
    operating.pay_privates(ctx)
    opening_end.make_cheaper(ctx, FLOS, REDUCTION, moves_priority=gift_moves_priority)


def sold_out(ctx: Context, turn: str) -> None:
    """Open share purchases in the same round. Sales are not yet allowed."""
    ctx.note(PrivatesSold())
    opening_end.sold_out(ctx, turn, selling=False)
