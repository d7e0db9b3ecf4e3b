"""Differences of turns in games recorded on 18xx.games: passes that we do not ask for, and turns without
them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from trunkline.kernel.action import Action, EndTurn
from trunkline.kernel.choice import Choice
from trunkline.kernel.state import OperatingTurn
from trunkline.kernel.table import Table, TurnStep
from trunkline.steps.beside_steps import Anytime
from trunkline.steps.operating import OperatingRound, end_turn


@dataclass(frozen=True)
class UntilPassed:
    """The steps of an operating turn that wait for a pass even if no decision is left in them."""

    steps: tuple[TurnStep, ...]

    def __call__(self, t: Table, turn: OperatingTurn, step: TurnStep) -> bool:
        """Return whether the step waits."""
        return any(step is other for other in self.steps) or not step.idle(t, turn)


@dataclass(frozen=True)
class SkipRest(Anytime):
    """The end of a turn without the passes that would otherwise be actions."""

    steps: tuple[TurnStep, ...]
    """The steps of the turn."""
    name: str = "end its turn"
    label = ""
    kinds: tuple[type[Action], ...] = (EndTurn,)

    def candidates(self, t: Table, turn: OperatingTurn) -> Iterable[Choice]:
        """Return no choices: this is never offered."""
        return ()

    def check(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Refuse to end the turn if the current step must be completed."""
        self.steps[turn.step].check_leave(t, turn)

    def apply(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """End the turn."""
        end_turn(t)


def as_recorded(round: OperatingRound, until_passed: tuple[TurnStep, ...]) -> OperatingRound:
    """Return the operating round as the site's files record it."""
    return replace(round, anytime=(*round.anytime, SkipRest(round.steps)), asks=UntilPassed(until_passed))
