"""Invariants of every position: what must hold in any game.

``checks.py`` has the list of the checks. Those of money and shares are in ``holdings.py``, those of the map
in ``board_map.py``, and those of trains in ``rolling_stock.py``.
"""

from trunkline.engine.invariants.checks import CHECKS, wrong

__all__ = ["CHECKS", "wrong"]
