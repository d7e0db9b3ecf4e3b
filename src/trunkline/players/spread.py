"""Means of a few lines of play, and their 95% intervals."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from statistics import fmean, variance
from typing import Final, NamedTuple

PRIOR: Final = 2
"""Weight of the variance of all gains together against the gains of one move, in lines."""
T95: Final = (
    *(12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.20, 2.18, 2.16, 2.14, 2.13),
    *(2.12, 2.11, 2.10, 2.09, 2.09, 2.08, 2.07, 2.07, 2.06, 2.06, 2.06, 2.05, 2.05, 2.05, 2.04),
)
"""Half-width of a 95% interval in standard errors, by Student's t; by degrees of freedom from 1."""
NORMAL95: Final = 1.96


class MeanInterval(NamedTuple):
    """A mean and the limits of its 95% interval."""

    mean: float
    low: float
    high: float


def pooled_variance(samples: Iterable[Sequence[float]], usual: float) -> float:
    """Return the pooled variance of the samples, or ``usual`` if no sample shows one."""
    known = [(len(each) - 1, variance(each)) for each in samples if len(each) > 1]
    weight = sum(count for count, _ in known)
    return sum(count * spread for count, spread in known) / weight if weight else usual


def shrunk_variance(own: float, lines: int, usual: float) -> float:
    """Return the variance of a few lines, drawn toward the ``usual`` one."""
    return ((lines - 1) * own + PRIOR * usual) / (lines - 1 + PRIOR)


def mean_interval(gains: Sequence[float], common: float) -> MeanInterval:
    """Return the mean of gains with its interval.

    The ``common`` variance counts too: a few gains that happen to be equal are not certain.
    """
    count = len(gains)
    freedom = count - 1 + PRIOR
    own = variance(gains) * (count - 1) if count > 1 else 0.0
    spread = math.sqrt((own + PRIOR * common) / freedom / count)
    around = (T95[freedom - 1] if freedom <= len(T95) else NORMAL95) * spread
    mean = fmean(gains)
    return MeanInterval(mean, mean - around, mean + around)
