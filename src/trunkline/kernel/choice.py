"""What ``legal`` lists: an action, a range of amounts, or an entry too wide to list."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import msgspec

from trunkline.kernel.action import Action
from trunkline.kernel.refusal import Refusal


@dataclass(frozen=True, slots=True)
class Amounts:
    """The same action at every amount from ``low`` to ``high`` in steps of ``step`` (dollars or pieces).

    ``action`` is the one at ``low``; ``field`` names the amount in it.
    """

    action: Action
    field: str
    low: int
    high: int
    step: int = 1

    def at(self, amount: int) -> Action:
        """The action at this amount. Raises ``ValueError`` where it is not in the range."""
        if amount not in self:
            raise ValueError(f"{amount} is not in {self.low} to {self.high} by {self.step}")
        return msgspec.structs.replace(self.action, **{self.field: amount})

    def __contains__(self, amount: object) -> bool:
        return type(amount) is int and amount in range(self.low, self.high + 1, self.step)

    def __iter__(self) -> Iterator[Action]:
        return (self.at(amount) for amount in range(self.low, self.high + 1, self.step))


@dataclass(frozen=True, slots=True)
class Open:
    """A choice that would explode if listed, such as a set of runs.

    ``check`` says why a proposal is refused (None: it is legal), ``propose`` draws a legal one at random and
    ``best`` gives the most rewarding one known.
    """

    kind: type[Action]
    player: str
    corp: str
    check: Callable[[Action], Refusal | None]
    propose: Callable[[random.Random], Action]
    best: Callable[[], Action]


@dataclass(frozen=True, slots=True)
class Unavailable:
    """A kind of action that has no candidate at this moment; only ``forbidden`` lists it."""

    kind: type[Action]
    player: str


Choice = Action | Amounts | Open
"""What ``legal`` lists."""
Candidate = Choice | Unavailable
"""What ``forbidden`` lists, each with its refusal."""
