"""Loan numbers by corporation. The site numbers each loan; the referee only counts them."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

from trunkline.engine.kernel.state import Corporation
from trunkline.util.messages import gettext


class LoanNumbers:
    """The numbers of loans by corporation, the oldest first."""

    def __init__(self) -> None:
        self._held: dict[str, list[int]] = {}

    def free(self) -> int:
        """Return the lowest unused number."""
        taken = {number for numbers in self._held.values() for number in numbers}
        return next(number for number in itertools.count() if number not in taken)

    def first(self, corp: str) -> int:
        """Return the oldest loan of a corporation. Raises ``ValueError`` if it has no loan."""
        held = self._held.get(corp)
        if not held:
            raise ValueError(gettext("{corp} has no loan", corp=corp))
        return held[0]

    def redeemed(self, corp: str) -> None:
        """Record that a corporation has repaid its oldest loan."""
        self._held[corp].pop(0)

    def follow(self, corporations: Mapping[str, Corporation]) -> None:
        """Match each corporation's numbers to its count of loans.

        New loans get the lowest free numbers. Loans that the site takes back automatically are the latest
        ones.
        """
        for id, corp in corporations.items():
            held = self._held.setdefault(id, [])
            del held[corp.loans :]
            while len(held) < corp.loans:
                held.append(self.free())
