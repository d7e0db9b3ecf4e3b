"""Alternatives to bankruptcy, besides share sales, for a president who must pay for a train.

They are a loan, or a train of another corporation of the same president.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from trunkline.engine.kernel import depot
from trunkline.engine.kernel.action import BuyTrain
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.refusal import passes
from trunkline.engine.kernel.state import Corporation, OperatingTurn
from trunkline.titles.t1856 import cgr_borrowing
from trunkline.titles.t1856.government_loans import Borrow


@dataclass(frozen=True)
class TrainRescue:
    """The check for a loan or a train that saves the president from bankruptcy.

    The train may come from another corporation of the same president, which needs no consent.
    """

    borrow: Borrow

    def __call__(self, ctx: Context, corp: Corporation, turn: OperatingTurn, lacking: int) -> str:
        """Return a sentence on the loan or train that saves the president, or an empty string.

        ``lacking`` is the missing amount in dollars.
        """
        credit = self.borrow.credit(ctx, turn)
        if credit and credit >= lacking:
            return f"a loan of ${credit:,} brings the ${lacking:,} that are lacking"
        for train, seller, price in _own_trains(ctx, corp):
            if price <= corp.cash + credit:
                return (
                    f"{corp.id} can pay for {depot.train_phrase(train)} of {seller}, also {corp.president}'s"
                )
        return ""


def _own_trains(ctx: Context, corp: Corporation) -> Iterable[tuple[str, str, int]]:
    """Yield the trains that the president's other corporations may sell to this one: id, seller and least
    price."""
    for other in ctx.state.corporations.values():
        if other.id == corp.id or other.president != corp.president:
            continue
        for train in depot.one_of_each_type(ctx, other.id):
            for price in (1, depot.train_type(ctx, train).price):
                if passes(
                    cgr_borrowing.terms, ctx, corp, BuyTrain(corp.president, corp.id, train, other.id, price)
                ):
                    yield train, other.id, price
                    break
