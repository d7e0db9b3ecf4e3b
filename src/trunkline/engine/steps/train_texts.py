"""Reasons that refuse the purchase of a train."""

from __future__ import annotations

from trunkline.engine.kernel import depot
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.refusal_texts import all_of
from trunkline.engine.kernel.state import Corporation, Player
from trunkline.util.messages import Message, gettext_lazy


def bank_sells(ctx: Context) -> Message:
    """Return the types of train that the bank sells now."""
    types = (gettext_lazy("{type}-trains", type=depot.train_name(train)) for train in depot.on_sale(ctx))
    return gettext_lazy("the bank sells {trains} now", trains=all_of(types))


def too_little(corp: Corporation, credit: int, president: Player) -> Message:
    """Return the reason that a corporation and its president cannot pay, given the dollars of its credit."""
    if credit:
        return gettext_lazy(
            "{corp} has ${cash}, can raise ${credit} and {player} has ${own}",
            corp=corp.id,
            cash=corp.cash,
            credit=credit,
            player=president.name,
            own=president.cash,
        )
    return gettext_lazy(
        "{corp} has ${cash} and {player} has ${own}",
        corp=corp.id,
        cash=corp.cash,
        player=president.name,
        own=president.cash,
    )
