"""The legal choices of a moment: actions, ranges of amounts, and open entries too wide to list."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import msgspec

from trunkline.engine.kernel.action import Action, shortened
from trunkline.engine.kernel.refusal import Refusal
from trunkline.util.errors import UsageError


@dataclass(frozen=True, slots=True)
class Amounts:
    """One action at every amount from ``low`` to ``high`` in steps of ``step`` (dollars or pieces).

    ``action`` is the action at ``low``. ``field`` names its field that holds the amount.
    """

    action: Action
    field: str
    low: int
    high: int
    step: int = 1

    def at(self, amount: int) -> Action:
        """Return the action at this amount. Raises ``UsageError`` if it is not in the range."""
        if amount not in self:
            by = f" by {self.step}" if self.step > 1 else ""
            raise UsageError(f"{shortened(amount)} is not in {self.low} to {self.high}{by}.")
        return msgspec.structs.replace(self.action, **{self.field: amount})

    def __contains__(self, amount: object) -> bool:
        return type(amount) is int and amount in range(self.low, self.high + 1, self.step)

    def __iter__(self) -> Iterator[Action]:
        return (self.at(amount) for amount in range(self.low, self.high + 1, self.step))


@dataclass(frozen=True, slots=True)
class Open:
    """A choice with too many values to list, such as a set of runs.

    ``check`` returns the refusal of a proposal, or None if it is legal. ``propose`` draws a random legal
    action. ``best`` returns the most rewarding action known.
    """

    kind: type[Action]
    player: str
    corp: str
    check: Callable[[Action], Refusal | None]
    propose: Callable[[random.Random], Action]
    best: Callable[[], Action]


@dataclass(frozen=True, slots=True)
class Unavailable:
    """A kind of action that has no candidate at this moment. Only ``forbidden`` lists it."""

    kind: type[Action]
    player: str


Choice = Action | Amounts | Open
"""An entry of ``legal``."""
Candidate = Choice | Unavailable
"""An entry of ``forbidden``, which lists each one with its refusal."""


class _Judged:
    """The part of a collection of legal choices that tests whether an action is legal."""

    _judge: Callable[[Action], bool]

    def __contains__(self, item: object) -> bool:
        """Return whether an action is legal, or whether an entry is in the collection."""
        if isinstance(item, Action):
            return self._judge(item)
        return any(item is choice or item == choice for choice in self)  # type: ignore[attr-defined]


class LegalList(_Judged, list[Choice]):
    """The legal choices of a moment, as a list whose ``in`` tests legality.

    Iteration and ``len`` use entries: an action, a range of amounts, or an open entry. ``in`` tests actions
    by the rules: an action is in the list if a player can take it at that moment. The action may be an entry,
    an amount of a range, or a value of an open entry. Entries are in the list too. A value that is not an
    action, or has a field of the wrong type, is not in the list.
    """

    def __init__(self, choices: Iterable[Choice], judge: Callable[[Action], bool]) -> None:
        super().__init__(choices)
        self._judge = judge

    def __reduce__(self) -> tuple[type[list[Choice]], tuple[list[Choice]]]:
        return list, (list(self),)


class LegalTuple(_Judged, tuple[Choice, ...]):
    """The same collection as an immutable tuple, for positions."""

    @classmethod
    def of(cls, choices: Iterable[Choice], judge: Callable[[Action], bool]) -> LegalTuple:
        """Return the choices, with the function that judges an action."""
        found = cls(choices)
        found._judge = judge
        return found
