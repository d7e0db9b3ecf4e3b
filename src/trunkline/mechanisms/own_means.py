"""What a corporation can raise by itself for a payment that it must make, before anybody helps it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from trunkline.kernel.state import Corporation
from trunkline.kernel.table import Table


class Means(Protocol):
    """One way to raise money, such as loans. It is used only with the payment it is for."""

    @property
    def as_cash(self) -> bool:
        """Whether what it brings counts as the corporation's cash when a train is chosen."""

    def credit(self, t: Table, corp: Corporation) -> int:
        """Dollars that it can bring."""

    def draw(self, t: Table, corp: Corporation, missing: int) -> None:
        """Bring so many dollars, or as many as it can; no more pieces than they need."""


def credit(means: Iterable[Means], t: Table, corp: Corporation) -> int:
    """Dollars that all of them can bring."""
    return sum(each.credit(t, corp) for each in means)


def cover(means: Iterable[Means], t: Table, corp: Corporation, due: int) -> None:
    """Raise what the treasury lacks of so many dollars, one way after the other, as far as that goes."""
    for each in means:
        if corp.cash < due:
            each.draw(t, corp, due - corp.cash)
