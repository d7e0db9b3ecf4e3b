"""What a player thinks of its choices: estimates in dollars, each the sum of terms that can be read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Protocol, runtime_checkable

from trunkline.actions import Action
from trunkline.position import Position

DUST = 1e-6
"""Dollars by which sums may differ that are the same."""


class Term(NamedTuple):
    """One reason for or against an action."""

    what: str
    """What it is about, such as ``dividends``; ``trunkline.wording.reasons`` has the words."""
    dollars: float
    """What it adds to the estimate, and takes off it where it is negative."""


class Estimate(NamedTuple):
    """An action and what speaks for and against it."""

    action: Action
    terms: tuple[Term, ...] = ()

    @property
    def total(self) -> float:
        """Dollars by which the player expects to be better off."""
        return sum(term.dollars for term in self.terms)

    @property
    def reasons(self) -> list[Term]:
        """Its terms, those of one name as one."""
        sums: dict[str, float] = {}
        for term in self.terms:
            sums[term.what] = sums.get(term.what, 0.0) + term.dollars
        return [Term(what, dollars) for what, dollars in sums.items()]

    def without(self, what: str) -> Estimate:
        """The estimate if one of its reasons did not hold."""
        return Estimate(self.action, tuple(term for term in self.terms if term.what != what))


class Advice(NamedTuple):
    """What a player would do, and what else it has thought of."""

    estimates: tuple[Estimate, ...]
    """The best first; there is at least one."""
    beside_second: bool = False
    """Whether they say by how much each is better or worse than the second, and not than doing nothing."""

    @property
    def action(self) -> Action:
        """What it would do."""
        return self.estimates[0].action

    @property
    def decisive(self) -> Term | None:
        """The reason without which something else would have been as good; None where there is none.

        Of several it is the one that weighs most.
        """
        best, *others = self.estimates
        second = max((other.total for other in others), default=None)
        if second is None:
            return None
        turning = [term for term in best.reasons if best.without(term.what).total <= second + DUST]
        found = max(turning, key=lambda term: term.dollars, default=None)
        return found if found is not None and found.dollars > 0 else None


def ranked(estimates: Iterable[Estimate], *, beside_second: bool = False) -> Advice:
    """The best first; of equals the one that was thought of first."""
    return Advice(tuple(sorted(estimates, key=lambda estimate: -estimate.total)), beside_second)


@runtime_checkable
class Adviser(Protocol):
    """A player that says why."""

    def advise(self, position: Position) -> Advice:
        """What the first who must decide should do. Changes nothing."""
