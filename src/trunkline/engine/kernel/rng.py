"""A small random number generator with the same results on every machine and Python version."""

from __future__ import annotations

from typing import TypeVar

_T = TypeVar("_T")
_MASK = (1 << 64) - 1


class Rng:
    """A SplitMix64 generator with 64 bits of state, good enough to shuffle seats and deal cards."""

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def next(self) -> int:
        """Return the next 64 random bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return mixed ^ (mixed >> 31)

    def below(self, bound: int) -> int:
        """Return a number from 0 to ``bound`` - 1, all equally likely."""
        limit = _MASK - _MASK % bound
        while (drawn := self.next()) >= limit:
            pass
        return drawn % bound

    def shuffled(self, items: list[_T]) -> list[_T]:
        """Return the items in random order."""
        left = list(items)
        for last in range(len(left) - 1, 0, -1):
            pick = self.below(last + 1)
            left[last], left[pick] = left[pick], left[last]
        return left
