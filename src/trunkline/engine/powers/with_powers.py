"""A step of an operating turn combined with powers that players may use during it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, runtime_checkable

from trunkline.engine.kernel.action import Action
from trunkline.engine.kernel.choice import Choice
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.decisions import Use
from trunkline.engine.kernel.state import OperatingTurn
from trunkline.engine.kernel.step import StepStatus, TurnStep
from trunkline.engine.steps.operating import Power, takes

BY_LEAVE: tuple[type[Action], ...] = Use.__args__
"""The kinds of action that may need the consent of a private's owner."""


@runtime_checkable
class PermittedPower(Protocol):
    """An action handler whose action may need another player's consent first."""

    def carry_out(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Carry out a checked action that needs no further consent."""


@dataclass(frozen=True)
class WithPowers:
    """A step with powers. It is over once the step is over and no power can be used any more."""

    step: TurnStep
    powers: tuple[Power, ...]

    @property
    def name(self) -> str:
        """The step's name."""
        return self.step.name

    @property
    def label(self) -> str:
        """The step's label."""
        return self.step.label

    def standing(
        self, ctx: Context, turn: OperatingTurn, choices: Sequence[Choice], made: Sequence[Action]
    ) -> StepStatus:
        """Return the standing of the step."""
        return self.step.standing(ctx, turn, choices, made)

    @cached_property
    def kinds(self) -> tuple[type[Action], ...]:
        """The kinds of action of the step and of the powers."""
        return tuple(dict.fromkeys(kind for part in (self.step, *self.powers) for kind in part.kinds))

    @property
    def optional(self) -> bool:
        """The step's ``optional`` flag."""
        return self.step.optional

    def takes(self, action: Action) -> bool:
        """Return whether the step or a power takes the action."""
        return takes(self.step, action) or self.of(action) is not self.step

    def of(self, action: Action) -> TurnStep:
        """Return the power that takes an action, or else the step."""
        for power in self._by_kind.get(type(action), ()):
            if power.takes(action):
                return power
        return self.step

    @cached_property
    def _by_kind(self) -> dict[type[Action], list[Power]]:
        return {kind: [power for power in self.powers if kind in power.kinds] for kind in self.kinds}

    def candidates(self, ctx: Context, turn: OperatingTurn) -> Iterable[Choice]:
        """Yield the choices of the step, then those of the powers."""
        for part in (self.step, *self.powers):
            yield from part.candidates(ctx, turn)

    def check(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Refuse the action if the step or power that takes it does."""
        self.of(action).check(ctx, turn, action)

    def apply(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Apply the action in the step or power that takes it."""
        self.of(action).apply(ctx, turn, action)

    def check_leave(self, ctx: Context, turn: OperatingTurn) -> None:
        """Refuse to leave if the step does. Powers need not be used."""
        self.step.check_leave(ctx, turn)

    def idle(self, ctx: Context, turn: OperatingTurn) -> bool:
        """Return whether the step and all powers are idle."""
        return self.step.idle(ctx, turn) and all(power.idle(ctx, turn) for power in self.powers)

    def enter(self, ctx: Context, turn: OperatingTurn) -> None:
        """Enter the step."""
        self.step.enter(ctx, turn)


def carry_out(ctx: Context, action: Action) -> None:
    """Carry out an action that the owner of a private has consented to, in the step that proposed it."""
    turn = ctx.state.operating.turn if ctx.state.operating else None
    assert turn is not None
    step = ctx.title.turn_steps[turn.step]
    part = step.of(action) if isinstance(step, WithPowers) else step
    assert isinstance(part, PermittedPower)
    part.carry_out(ctx, turn, action)
