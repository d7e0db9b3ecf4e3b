"""Which loan is whose: the site gives every loan a number, the referee only counts them."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

from trunkline.kernel.state import Corporation


class LoanNumbers:
    """Numbers of loans by corporation, the oldest first."""

    def __init__(self) -> None:
        self._held: dict[str, list[int]] = {}

    def free(self) -> int:
        """The lowest number that nobody holds."""
        taken = {number for numbers in self._held.values() for number in numbers}
        return next(number for number in itertools.count() if number not in taken)

    def first(self, corp: str) -> int:
        """The loan a corporation has had for longest. Raises ``ValueError`` where it has none."""
        held = self._held.get(corp)
        if not held:
            raise ValueError(f"{corp} has no loan")
        return held[0]

    def redeemed(self, corp: str) -> None:
        """The one of ``first`` has been paid back by its corporation."""
        self._held[corp].pop(0)

    def follow(self, corporations: Mapping[str, Corporation]) -> None:
        """Bring every corporation to its count: new ones are the lowest free, and whatever the site takes
        back by itself are the latest ones."""
        for id, corp in corporations.items():
            held = self._held.setdefault(id, [])
            del held[corp.loans :]
            while len(held) < corp.loans:
                held.append(self.free())
