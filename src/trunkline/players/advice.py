"""What a player thinks of its choices: estimates in dollars, each the sum of terms that can be read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Protocol, runtime_checkable

from trunkline.actions import Action
from trunkline.position import Position

RULED_OUT = -100_000
"""Dollars below which an estimate only says that this is never done."""
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
    around: float | None = None
    """Half the width of the 95% interval of the total, in dollars; None if it is not known."""

    @property
    def low(self) -> float | None:
        """The lower limit of the 95% interval of the total, in dollars."""
        return None if self.around is None else self.total - self.around

    @property
    def high(self) -> float | None:
        """The upper limit of the 95% interval of the total, in dollars."""
        return None if self.around is None else self.total + self.around

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

    def of(self, what: str) -> float:
        """What one of its reasons adds up to."""
        return sum(term.dollars for term in self.terms if term.what == what)

    def without(self, what: str) -> Estimate:
        """The estimate if one of its reasons did not hold."""
        return Estimate(self.action, tuple(term for term in self.terms if term.what != what))


class Decisive(NamedTuple):
    """The reason that decides between a choice and what would be as good without it."""

    what: str
    dollars: float
    """By how much it speaks for the choice, and against the other."""
    otherwise: Estimate
    """What would be as good, or better, if it counted for nothing."""


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
    def sure(self) -> bool | None:
        """Whether the best action is ahead of the second by more than the error of the estimates.

        None if there is no second action to compare it with, or the error is not known.
        """
        second = self.estimates[1] if len(self.estimates) > 1 else None
        errors = [each.around for each in self.estimates[:2] if each.around is not None]
        if second is None or not errors or second.total <= RULED_OUT:
            return None
        return self.estimates[0].total - second.total > max(errors)

    @property
    def decisive(self) -> Decisive | None:
        """The reason that decides; None where none does alone.

        If it counted for nothing, in whatever was weighed, something else would be as good. Of several it is
        the one that speaks most for the choice.
        """
        best = self.estimates[0]
        others = [each for each in self.estimates[1:] if each.total > RULED_OUT]
        found: list[Decisive] = []
        for what in dict.fromkeys(term.what for estimate in (best, *others) for term in estimate.terms):
            other = max(others, key=lambda each: each.without(what).total, default=None)
            if other is None or other.without(what).total < best.without(what).total - DUST:
                continue
            dollars = best.of(what) - other.of(what)
            if dollars > DUST:
                found.append(Decisive(what, dollars, other))
        return max(found, key=lambda each: each.dollars, default=None)


def ranked(estimates: Iterable[Estimate], *, beside_second: bool = False) -> Advice:
    """The best first; of equals the one that was thought of first."""
    return Advice(tuple(sorted(estimates, key=lambda estimate: -estimate.total)), beside_second)


@runtime_checkable
class Adviser(Protocol):
    """A player that says why."""

    def advise(self, position: Position) -> Advice:
        """What the first who must decide should do. Changes nothing."""
