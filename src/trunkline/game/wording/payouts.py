"""Payouts as text, as presidents choose them."""

from __future__ import annotations

from trunkline.engine.kernel.events import (
    DividendPaid,
    DividendReceived,
    EndPriceReached,
    PriceMoved,
    RevenueWithheld,
)
from trunkline.engine.steps.dividend import HALF, PAY
from trunkline.game import actions
from trunkline.game.effects import Effects
from trunkline.game.game import Game
from trunkline.util.messages import gettext, gettext_noop, translated


def dividend(game: Game, action: actions.Dividend, led_to: Effects | None) -> str:
    """Return a payout with the dollars paid and kept, and the move of the share price."""
    payouts = {PAY: gettext_noop("pay out"), HALF: gettext_noop("half-pay")}
    payout = translated(payouts.get(action.payout, gettext_noop("withhold")))
    if led_to is None:
        return payout
    paid = sum(event.amount for event in led_to.of(DividendPaid))
    own = sum(event.amount for event in led_to.of(DividendReceived) if event.place)
    kept = sum(event.amount for event in led_to.of(RevenueWithheld))
    sums = []
    if paid and own:
        own_part = gettext_noop("${amount} paid (${own} of it to {corp}'s own shares)")
        sums.append(gettext(own_part, amount=paid, own=own, corp=action.corp))
    elif paid:
        sums.append(gettext("${amount} paid", amount=paid))
    if kept:
        sums.append(gettext("${amount} kept", amount=kept))
    old = game.price(action.corp)
    new = _moved_to(led_to, action.corp)
    return gettext(
        "{payout}: {sums}; {price_change}",
        payout=payout,
        sums=", ".join(sums) or gettext("nothing to pay"),
        price_change=(
            gettext("the price stays at ${price}", price=old)
            if new is None
            else gettext("the price goes from ${before} to ${price}", before=old, price=new)
        ),
    )


def _moved_to(led_to: Effects, corp: str) -> int | None:
    """Return the price after a dividend moves the token by one or more boxes, or None if it stays."""
    price = None
    for event in led_to.events:
        if isinstance(event, PriceMoved) and event.corp == corp:
            price = event.price
        elif price is not None and not isinstance(event, EndPriceReached):
            break
    return price
