"""A step of an operating turn combined with powers that players may use during it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, runtime_checkable

from trunkline.kernel.action import Action
from trunkline.kernel.choice import Choice
from trunkline.kernel.decisions import Use
from trunkline.kernel.state import OperatingTurn
from trunkline.kernel.table import Standing, Table, TurnStep
from trunkline.steps.operating import Power, takes

BY_LEAVE: tuple[type[Action], ...] = Use.__args__
"""The kinds of action that may need the consent of a private's owner."""


@runtime_checkable
class ByLeave(Protocol):
    """An action handler whose action may need another player's consent first."""

    def carry_out(self, t: Table, turn: OperatingTurn, action: Action) -> None:
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
        self, t: Table, turn: OperatingTurn, choices: Sequence[Choice], made: Sequence[Action]
    ) -> Standing:
        """Return the standing of the step."""
        return self.step.standing(t, turn, choices, made)

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

    def candidates(self, t: Table, turn: OperatingTurn) -> Iterable[Choice]:
        """Yield the choices of the step, then those of the powers."""
        for part in (self.step, *self.powers):
            yield from part.candidates(t, turn)

    def check(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Refuse the action if the step or power that takes it does."""
        self.of(action).check(t, turn, action)

    def apply(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Apply the action in the step or power that takes it."""
        self.of(action).apply(t, turn, action)

    def check_leave(self, t: Table, turn: OperatingTurn) -> None:
        """Refuse to leave if the step does. Powers need not be used."""
        self.step.check_leave(t, turn)

    def idle(self, t: Table, turn: OperatingTurn) -> bool:
        """Return whether the step and all powers are idle."""
        return self.step.idle(t, turn) and all(power.idle(t, turn) for power in self.powers)

    def enter(self, t: Table, turn: OperatingTurn) -> None:
        """Enter the step."""
        self.step.enter(t, turn)


def carry_out(t: Table, action: Action) -> None:
    """Carry out an action that the owner of a private has consented to, in the step that proposed it."""
    turn = t.state.operating.turn if t.state.operating else None
    assert turn is not None
    step = t.title.turn_steps[turn.step]
    part = step.of(action) if isinstance(step, WithPowers) else step
    assert isinstance(part, ByLeave)
    part.carry_out(t, turn, action)
