"""Choices as text, with a label and a price that a view may show separately."""

from __future__ import annotations

from typing import NamedTuple

from trunkline.engine.kernel.events import (
    RevenueEarned,
    ShareBought,
    SharesIssued,
    SharesRedeemed,
    SharesSold,
    TokenPlaced,
)
from trunkline.engine.kernel.private_events import PrivateBought
from trunkline.game.effects import Effects
from trunkline.game.game import Game
from trunkline.game.wording.places import private_name
from trunkline.util.messages import gettext


class Phrase(NamedTuple):
    """A choice in plain words.

    ``label`` leaves out the hex of a tile and the final price, because a view may show them separately.
    ``price`` is that price in dollars, the lowest of a range, or None if the text does not end in a price.
    """

    text: str
    label: str
    price: int | None = None


def plain(text: str) -> Phrase:
    return Phrase(text, text)


def priced(label: str, priced: str, price: int | None, **values: object) -> Phrase:
    """Return a phrase from two messages: without a price, and with one as ``{price}``."""
    said = gettext(label, **values)
    return plain(said) if price is None else Phrase(gettext(priced, price=price, **values), said, price)


def if_agreed(text: str, led_to: Effects | None) -> str:
    """Return a choice with the condition that a player must agree, if one must."""
    if led_to is None or not led_to.asked:
        return text
    return gettext("{choice}, if {player} agrees", choice=text, player=led_to.asked)


def by_power(game: Game, text: str, power: str) -> str:
    """Return a choice with the private whose power it uses, if any."""
    return (
        gettext("{choice}, by {private}", choice=text, private=private_name(game, power)) if power else text
    )


def amount_of(
    led_to: Effects | None, kind: type[PrivateBought | RevenueEarned | ShareBought | TokenPlaced]
) -> int | None:
    """Return the dollars of the first event of a kind."""
    return next((event.amount for event in led_to.of(kind)), None) if led_to is not None else None


def price_each(led_to: Effects | None) -> int | None:
    """Return the dollars that each share costs or brings."""
    traded = SharesSold | SharesIssued | SharesRedeemed
    done = next((event for event in led_to.events if isinstance(event, traded)), None) if led_to else None
    return done.amount // done.count if done else None
