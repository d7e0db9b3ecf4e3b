"""Differences of turns in games recorded on 18xx.games: passes that we do not ask for, and turns without
them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from trunkline.engine.kernel.action import Action, EndTurn
from trunkline.engine.kernel.choice import Choice
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.state import OperatingTurn
from trunkline.engine.kernel.step import TurnStep
from trunkline.engine.steps.operating import OperatingRound, end_turn
from trunkline.engine.steps.turn_step_bases import AnytimePower
from trunkline.util.messages import gettext_noop


@dataclass(frozen=True)
class UntilPassed:
    """The steps of an operating turn that wait for a pass even if no decision is left in them."""

    steps: tuple[TurnStep, ...]

    def __call__(self, ctx: Context, turn: OperatingTurn, step: TurnStep) -> bool:
        """Return whether the step waits."""
        return any(step is other for other in self.steps) or not step.idle(ctx, turn)


@dataclass(frozen=True)
class SkipRest(AnytimePower):
    """The end of a turn without the passes that would otherwise be actions."""

    steps: tuple[TurnStep, ...]
    """The steps of the turn."""
    name: str = gettext_noop("end its turn")
    label = ""
    kinds: tuple[type[Action], ...] = (EndTurn,)

    def candidates(self, ctx: Context, turn: OperatingTurn) -> Iterable[Choice]:
        """Return no choices: this is never offered."""
        return ()

    def check(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Refuse to end the turn if the current step must be completed."""
        self.steps[turn.step].check_leave(ctx, turn)

    def apply(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """End the turn."""
        end_turn(ctx)


def as_recorded(round: OperatingRound, until_passed: tuple[TurnStep, ...]) -> OperatingRound:
    """Return the operating round as the site's files record it."""
    return replace(
        round, anytime=(*round.anytime, SkipRest(round.steps)), step_waits=UntilPassed(until_passed)
    )
