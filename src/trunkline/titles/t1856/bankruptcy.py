"""What keeps a president from bankruptcy for a train beside shares: a loan, or a train of another of the same
president's corporations."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from trunkline.kernel import depot
from trunkline.kernel.action import BuyTrain
from trunkline.kernel.refusal import passes
from trunkline.kernel.state import Corporation, OperatingTurn
from trunkline.kernel.table import Table
from trunkline.titles.t1856 import cgr_borrowing
from trunkline.titles.t1856.government_loans import Borrow


@dataclass(frozen=True)
class TrainRescue:
    """The corporation's loan, and the trains of the president's other corporations, which no consent bars."""

    borrow: Borrow

    def __call__(self, t: Table, corp: Corporation, turn: OperatingTurn, lacking: int) -> str:
        """What meets the need when so many dollars are lacking; empty where nothing does."""
        credit = self.borrow.credit(t, turn)
        if credit and credit >= lacking:
            return f"a loan of ${credit:,} brings the ${lacking:,} that are lacking"
        for train, seller, price in _own_trains(t, corp):
            if price <= corp.cash + credit:
                return f"{corp.id} can pay for {depot.a_train(train)} of {seller}, also {corp.president}'s"
        return ""


def _own_trains(t: Table, corp: Corporation) -> Iterable[tuple[str, str, int]]:
    """The trains that the president's other corporations may sell it: id, seller, and the least price."""
    for other in t.state.corporations.values():
        if other.id == corp.id or other.president != corp.president:
            continue
        for train in depot.one_each(t, other.id):
            for price in (1, depot.train_type(t, train).price):
                if passes(
                    cgr_borrowing.terms, t, corp, BuyTrain(corp.president, corp.id, train, other.id, price)
                ):
                    yield train, other.id, price
                    break
