"""Base classes for powers and for steps of an operating turn that take no action.

Titles and powers have subclasses of these classes. So this module stays Python when the steps are compiled,
because compiled classes cannot have subclasses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from trunkline.engine.kernel.action import Action
from trunkline.engine.kernel.choice import Choice
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.refusal_texts import ACTING_NOW
from trunkline.engine.kernel.shares import ways
from trunkline.engine.kernel.state import OperatingTurn
from trunkline.engine.kernel.step import StepStatus
from trunkline.engine.steps.operating import Power
from trunkline.util.messages import Message, gettext_noop

LABELS = (
    gettext_noop("Track"),
    gettext_noop("Token"),
    gettext_noop("Run"),
    gettext_noop("Dividend"),
    gettext_noop("Trains"),
    gettext_noop("Shares"),
)
"""The labels of the steps in compiled modules, for the catalogues. There only a literal can be the value of a
class attribute."""


class AnytimePower:
    """The base of powers that can be used at any time of a turn."""

    optional = True
    label = gettext_noop("Powers")

    def takes(self, action: Action) -> bool:
        """Return True: the power takes every action of its kinds."""
        return True

    def standing(
        self, ctx: Context, turn: OperatingTurn, choices: Sequence[Choice], made: Sequence[Action]
    ) -> StepStatus:
        """Return the status: the number of ways to use it."""
        return StepStatus(bool(made), ways(choices))

    def check_leave(self, ctx: Context, turn: OperatingTurn) -> None:
        """Return without a refusal: the turn may always leave it."""

    def idle(self, ctx: Context, turn: OperatingTurn) -> bool:
        """Return True: a power is never a step that waits."""
        return True

    def enter(self, ctx: Context, turn: OperatingTurn) -> None:
        """Do nothing: no change is automatic."""


@dataclass(frozen=True)
class GatedPower(AnytimePower):
    """A power that can be used in some steps of a turn only. ``bar`` returns the obstacle, or nothing."""

    power: Power
    bar: Callable[[Context, OperatingTurn], Message | None]

    @property
    def name(self) -> str:
        """The name of the power."""
        return self.power.name

    @property
    def label(self) -> str:  # type: ignore[override]
        """The label of the power."""
        return self.power.label

    def standing(
        self, ctx: Context, turn: OperatingTurn, choices: Sequence[Choice], made: Sequence[Action]
    ) -> StepStatus:
        """Return the status of the power."""
        return self.power.standing(ctx, turn, choices, made)

    @property
    def kinds(self) -> tuple[type[Action], ...]:
        """The kinds of action of the power."""
        return self.power.kinds

    def takes(self, action: Action) -> bool:
        """Return whether the power takes the action."""
        return self.power.takes(action)

    def candidates(self, ctx: Context, turn: OperatingTurn) -> Iterable[Choice]:
        """Return the candidates of the power."""
        return self.power.candidates(ctx, turn)

    def check(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Check the bar, then the power."""
        if why := self.bar(ctx, turn):
            ctx.refuse("or.step-order", ACTING_NOW, why)
        self.power.check(ctx, turn, action)

    def apply(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Apply the action with the power."""
        self.power.apply(ctx, turn, action)


class AutomaticStep:
    """The base of steps that take no action. The turn may always leave them."""

    kinds: tuple[type[Action], ...] = ()
    label = ""

    def standing(
        self, ctx: Context, turn: OperatingTurn, choices: Sequence[Choice], made: Sequence[Action]
    ) -> StepStatus:
        """Return an empty status."""
        return StepStatus(False, "")

    def candidates(self, ctx: Context, turn: OperatingTurn) -> Iterable[Choice]:
        """Return no candidates."""
        return ()

    def check(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Do nothing: no action reaches this step."""

    def apply(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Do nothing: no action reaches this step."""

    def check_leave(self, ctx: Context, turn: OperatingTurn) -> None:
        """Return without a refusal: the turn may always leave it."""
