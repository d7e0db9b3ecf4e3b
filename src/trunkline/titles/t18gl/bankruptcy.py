"""The departure of a president who cannot pay. The game continues without that player."""

from __future__ import annotations

from trunkline.engine.steps import elimination
from trunkline.engine.steps.emergency_money import EmergencyMoney

EMERGENCY = EmergencyMoney(bars_buying=False, first_price=True, leaves=elimination.leave)
"""Rules for raising money: all shares of a corporation sell at its price before the first sale."""
