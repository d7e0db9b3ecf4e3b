"""Advice: estimates in dollars for the choices of a player, each the sum of readable terms."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Protocol, runtime_checkable

from trunkline.game.actions import Action
from trunkline.game.position import Position

RULED_OUT = -100_000
"""Threshold in dollars: an estimate below it only marks an action that the player never takes."""
DUST = 1e-6
"""Tolerance in dollars for comparing equal sums."""


class Term(NamedTuple):
    """One reason for or against an action."""

    what: str
    """The key of the reason, such as ``dividends``; ``trunkline.players.advice_text`` has the text."""
    dollars: float
    """Dollars that the reason adds to the estimate; negative if it subtracts."""


class Estimate(NamedTuple):
    """An action with the reasons for and against it."""

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
        """The expected gain for the player, in dollars."""
        return sum(term.dollars for term in self.terms)

    @property
    def reasons(self) -> list[Term]:
        """The terms, with those of the same name added up."""
        sums: dict[str, float] = {}
        for term in self.terms:
            sums[term.what] = sums.get(term.what, 0.0) + term.dollars
        return [Term(what, dollars) for what, dollars in sums.items()]

    def of(self, what: str) -> float:
        """Return the sum of all terms of one name, in dollars."""
        return sum(term.dollars for term in self.terms if term.what == what)

    def without(self, what: str) -> Estimate:
        """Return the estimate without the terms of one name."""
        return Estimate(self.action, tuple(term for term in self.terms if term.what != what))


class Decisive(NamedTuple):
    """The reason that decides between a choice and an alternative that would be as good without it."""

    what: str
    dollars: float
    """Dollars by which the reason favours the choice over the alternative."""
    otherwise: Estimate
    """The alternative that would be as good, or better, if the reason counted for nothing."""


class Advice(NamedTuple):
    """The ranked choices of a player."""

    estimates: tuple[Estimate, ...]
    """The estimates, best first; there is at least one."""
    beside_second: bool = False
    """True if totals are relative to the second-best choice, not to doing nothing."""

    @property
    def action(self) -> Action:
        """The best action."""
        return self.estimates[0].action

    @property
    def sure(self) -> bool | None:
        """True if the best action leads the second by more than the error of the estimates.

        None if there is no second action to compare it with, or the error is not known.
        """
        second = self.estimates[1] if len(self.estimates) > 1 else None
        errors = [each.around for each in self.estimates[:2] if each.around is not None]
        if second is None or not errors or second.total <= RULED_OUT:
            return None
        return self.estimates[0].total - second.total > max(errors)

    @property
    def decisive(self) -> Decisive | None:
        """The decisive reason, or None if no single reason decides.

        If it counted for nothing in all estimates, another action would be as good. Of several such reasons
        this is the one that favours the choice most.
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
    """Return advice with the best estimate first. Ties keep their order."""
    return Advice(tuple(sorted(estimates, key=lambda estimate: -estimate.total)), beside_second)


@runtime_checkable
class Adviser(Protocol):
    """A player that gives reasons."""

    def advise(self, position: Position) -> Advice:
        """Return advice for the first player who must decide. Do not change the position."""
