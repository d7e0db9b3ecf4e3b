"""The purchase of a private from another player in a stock round."""

from __future__ import annotations

from trunkline.engine.kernel import shares
from trunkline.engine.kernel.action import BuyPrivate
from trunkline.engine.kernel.context import Context
from trunkline.util.messages import Message, gettext_lazy


def check_buyer(ctx: Context, action: BuyPrivate, what: Message) -> None:
    """Refuse a purchase for a corporation."""
    if action.corp:
        why = gettext_lazy("corporations buy in their operating turns")
        ctx.refuse("private.corporation-buys", what, why)


def check_room(ctx: Context, action: BuyPrivate, what: Message) -> None:
    """Refuse a private above the buyer's certificate limit, and a price below zero."""
    if not shares.room_for(ctx, action.player, ctx.title.policies.private_weight):
        limit = ctx.title.policies.certificate_limit(ctx)
        why = gettext_lazy(
            "{player} is at the certificate limit of {limit}", player=action.player, limit=limit
        )
        ctx.refuse("buy.certificate-limit", what, why)
    if action.price < 0:
        ctx.refuse("private.trade", what, gettext_lazy("the price must be at least $0"))
