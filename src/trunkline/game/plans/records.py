"""A plan as typed records, which can be stored as JSON."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from trunkline.game.actions import AnyAction

LONGEST = 200
"""The most steps of a plan."""


class Mode(StrEnum):
    """The condition under which a plan is handed in by itself."""

    OFF = "off"
    """Only its owner hands it in."""
    SAME = "same"
    """While each step does what it did in the sandbox, in figures."""
    EXACT = "exact"
    """While the game follows the sandbox move by move."""


class PlanStep(msgspec.Struct, frozen=True):
    """One move of a plan, of its owner or assumed of another player."""

    action: AnyAction
    text: str
    """The move in words, as it was in the sandbox."""
    figures: dict[str, str] = {}
    """The changes that the move caused in the sandbox. Empty for a move of another player."""


class Plan(msgspec.Struct, frozen=True):
    """A plan of one player. The last step is a move of that player."""

    player: str
    steps: tuple[PlanStep, ...]

    def is_mine(self, index: int) -> bool:
        """Return whether a step is a move of the plan's owner."""
        return self.steps[index].action.player == self.player

    @property
    def own(self) -> list[int]:
        """The indexes of the owner's moves."""
        return [index for index in range(len(self.steps)) if self.is_mine(index)]

    def run(self, first: int) -> range:
        """Return the indexes of the owner's moves in a row from one of them."""
        last = first
        while last < len(self.steps) and self.is_mine(last):
            last += 1
        return range(first, last)

    def moves_in_a_row(self, first: int) -> list[AnyAction]:
        """Return the owner's moves in a row from one of them."""
        return [self.steps[index].action for index in self.run(first)]
