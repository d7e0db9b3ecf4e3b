"""A president who cannot pay leaves the game, which goes on without that player."""

from __future__ import annotations

from trunkline.kernel.state import POOL, Corporation
from trunkline.kernel.table import Table
from trunkline.mechanisms import closing
from trunkline.steps import elimination
from trunkline.steps.emergency_money import EmergencyMoney, Payment


def leaves(t: Table, payment: Payment) -> None:
    """What was raised stays with the corporation that owes the payment."""
    elimination.eliminate(t, payment.player, t.state.corporations[payment.protect], close)


def close(t: Table, corp: Corporation) -> None:
    """A corporation that nobody can preside over: its trains may be bought from the pool."""
    closing.close(t, corp, POOL)
    for react in t.title.reactions.closed:
        react(t, corp)


EMERGENCY = EmergencyMoney(bars_buying=False, first_price=True, leaves=leaves)
"""How presidents raise money: all shares of a corporation bring its price before the first sale."""
