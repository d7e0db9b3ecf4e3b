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
from trunkline.engine.loans.borrowing import Borrow
from trunkline.titles.t1856 import cgr_borrowing
from trunkline.util.messages import Message, gettext_lazy, gettext_noop


@dataclass(frozen=True)
class TrainRescue:
    """The check for a loan or a train that saves the president from bankruptcy.

    The train may come from another corporation of the same president, which needs no consent.
    """

    borrow: Borrow

    def __call__(self, ctx: Context, corp: Corporation, turn: OperatingTurn, lacking: int) -> Message | None:
        """Return a sentence on the loan or train that saves the president, or None.

        ``lacking`` is the missing amount in dollars.
        """
        credit = self.borrow.credit(ctx, turn)
        if credit and credit >= lacking:
            return gettext_lazy(
                "a loan of ${credit} brings the ${lacking} that are lacking", credit=credit, lacking=lacking
            )
        for train, seller, price in _own_trains(ctx, corp):
            if price <= corp.cash + credit:
                a = gettext_noop("{corp} can pay for a {type}-train of {seller}, also {player}'s")
                an = gettext_noop("{corp} can pay for an {type}-train of {seller}, also {player}'s")
                return gettext_lazy(
                    depot.by_article(train, a, an),
                    corp=corp.id,
                    type=depot.train_name(train),
                    seller=seller,
                    player=corp.president,
                )
        return None


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
