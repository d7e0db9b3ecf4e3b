"""When a match has shown enough: Wald's sequential probability ratio test of a chance of winning."""

from __future__ import annotations

from math import log
from typing import Literal

from trunkline.errors import UsageError

ERROR = 0.05
"""How often either answer may be wrong."""

Verdict = Literal["", "low", "high"]


def verdict(wins: float, games: int, low: float, high: float) -> Verdict:
    """Whether a program wins as rarely as ``low`` or as often as ``high``; empty while nobody knows."""
    ratio = wins * log(high / low) + (games - wins) * log((1 - high) / (1 - low))
    bound = log((1 - ERROR) / ERROR)
    return "high" if ratio >= bound else "low" if ratio <= -bound else ""


def check_bounds(low: float, high: float) -> None:
    """Both are chances, and one is the greater. Raises ``UsageError``."""
    if not 0 < low < high < 1:
        raise UsageError(
            f"A test needs two chances between 0 and 1, the lower first, not {low:g} and {high:g}."
        )
