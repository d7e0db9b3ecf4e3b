"""What turns of games recorded on 18xx.games have beside ours: passes that nobody here is asked for, and
turns that end without them."""

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
    """Which steps of an operating turn wait: these end with a pass even where nothing is left to decide in
    them."""

    steps: tuple[TurnStep, ...]

    def __call__(self, t: Table, turn: OperatingTurn, step: TurnStep) -> bool:
        """Whether the step waits."""
        return any(step is other for other in self.steps) or not step.idle(t, turn)


@dataclass(frozen=True)
class SkipRest(Anytime):
    """A turn with nothing left to do ends without the passes that would be actions in it."""

    steps: tuple[TurnStep, ...]
    """The steps of the turn."""
    name: str = "end its turn"
    label = ""
    kinds: tuple[type[Action], ...] = (EndTurn,)

    def candidates(self, t: Table, turn: OperatingTurn) -> Iterable[Choice]:
        """Never offered."""
        return ()

    def check(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """The present step must let go."""
        self.steps[turn.step].check_leave(t, turn)

    def apply(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """End it."""
        end_turn(t)


def as_recorded(round: OperatingRound, until_passed: tuple[TurnStep, ...]) -> OperatingRound:
    """The operating round as the site's files hold it."""
    return replace(round, anytime=(*round.anytime, SkipRest(round.steps)), asks=UntilPassed(until_passed))
