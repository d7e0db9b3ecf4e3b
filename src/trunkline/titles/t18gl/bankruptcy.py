"""The departure of a president who cannot pay. The game continues without that player."""

from __future__ import annotations

from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.state import POOL, Corporation
from trunkline.engine.mechanisms import closing
from trunkline.engine.steps import elimination
from trunkline.engine.steps.emergency_money import EmergencyMoney, EmergencyPayment


def leaves(ctx: Context, payment: EmergencyPayment) -> None:
    """Leave the money that was raised with the corporation that owes the payment."""
    elimination.eliminate(ctx, payment.player, ctx.state.corporations[payment.protect], close)


def close(ctx: Context, corp: Corporation) -> None:
    """Close a corporation that no player can preside over. Its trains go to the pool for sale."""
    closing.close(ctx, corp, POOL)
    for react in ctx.title.reactions.closed:
        react(ctx, corp)


EMERGENCY = EmergencyMoney(bars_buying=False, first_price=True, leaves=leaves)
"""Rules for raising money: all shares of a corporation sell at its price before the first sale."""
