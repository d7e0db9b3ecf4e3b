"""Wald's sequential probability ratio test of a win rate, which ends a match early."""

from __future__ import annotations

from math import log
from typing import Literal

from trunkline.util.errors import UsageError

ERROR = 0.05
"""Probability that either answer is wrong."""

Verdict = Literal["", "low", "high"]


def decide(wins: float, games: int, low: float, high: float) -> Verdict:
    """Return whether the win rate is as low as ``low`` or as high as ``high``; empty if undecided."""
    ratio = wins * log(high / low) + (games - wins) * log((1 - high) / (1 - low))
    bound = log((1 - ERROR) / ERROR)
    return "high" if ratio >= bound else "low" if ratio <= -bound else ""


def check_bounds(low: float, high: float) -> None:
    """Check that both are probabilities and ``low`` is smaller. Raises ``UsageError``."""
    if not 0 < low < high < 1:
        raise UsageError(
            f"A test needs two chances between 0 and 1, the lower first, not {low:g} and {high:g}."
        )
