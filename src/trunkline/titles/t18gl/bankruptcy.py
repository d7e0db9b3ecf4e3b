"""The departure of a president who cannot pay. The game continues without that player."""

from __future__ import annotations

from trunkline.kernel.state import POOL, Corporation
from trunkline.kernel.table import Table
from trunkline.mechanisms import closing
from trunkline.steps import elimination
from trunkline.steps.emergency_money import EmergencyMoney, Payment


def leaves(t: Table, payment: Payment) -> None:
    """Leave the money that was raised with the corporation that owes the payment."""
    elimination.eliminate(t, payment.player, t.state.corporations[payment.protect], close)


def close(t: Table, corp: Corporation) -> None:
    """Close a corporation that no player can preside over. Its trains go to the pool for sale."""
    closing.close(t, corp, POOL)
    for react in t.title.reactions.closed:
        react(t, corp)


EMERGENCY = EmergencyMoney(bars_buying=False, first_price=True, leaves=leaves)
"""Rules for raising money: all shares of a corporation sell at its price before the first sale."""
