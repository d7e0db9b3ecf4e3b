"""Means of a corporation to raise money automatically, before its president helps with a compulsory
payment."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.state import Corporation


class FundingSource(Protocol):
    """A means of raising money, such as loans. It is used only for the payment that needs it."""

    @property
    def as_cash(self) -> bool:
        """Return whether its money counts as the corporation's cash when a train is chosen."""

    def credit(self, ctx: Context, corp: Corporation) -> int:
        """Return the dollars that it can raise."""

    def draw(self, ctx: Context, corp: Corporation, missing: int) -> None:
        """Raise the missing dollars, or as many as possible, with as few pieces as necessary."""


def available(means: Iterable[FundingSource], ctx: Context, corp: Corporation) -> int:
    """Return the dollars that all the means can raise."""
    return sum(each.credit(ctx, corp) for each in means)


def raise_money(means: Iterable[FundingSource], ctx: Context, corp: Corporation, due: int) -> None:
    """Raise what the treasury lacks of ``due`` dollars, one means after another, as far as possible."""
    for each in means:
        if corp.cash < due:
            each.draw(ctx, corp, due - corp.cash)
