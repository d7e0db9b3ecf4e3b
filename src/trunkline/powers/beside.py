"""A step of an operating turn, and powers that may be used as long as it lasts."""

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
"""The kinds of action for which a private's owner may be asked."""


@runtime_checkable
class ByLeave(Protocol):
    """What can be done with another player's leave, and is done when that is given."""

    def carry_out(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Do what has been checked and needs no more leave."""


@dataclass(frozen=True)
class WithPowers:
    """The step is over when it is over by itself and none of the powers can be used any more."""

    step: TurnStep
    powers: tuple[Power, ...]

    @property
    def name(self) -> str:
        """That of the step."""
        return self.step.name

    @property
    def label(self) -> str:
        """As the step is."""
        return self.step.label

    def standing(
        self, t: Table, turn: OperatingTurn, choices: Sequence[Choice], made: Sequence[Action]
    ) -> Standing:
        """As the step."""
        return self.step.standing(t, turn, choices, made)

    @cached_property
    def kinds(self) -> tuple[type[Action], ...]:
        """Those of the step and of the powers."""
        return tuple(dict.fromkeys(kind for part in (self.step, *self.powers) for kind in part.kinds))

    @property
    def optional(self) -> bool:
        """As the step is."""
        return self.step.optional

    def takes(self, action: Action) -> bool:
        """What the step or one of the powers takes."""
        return takes(self.step, action) or self.of(action) is not self.step

    def of(self, action: Action) -> TurnStep:
        """The power that takes an action, or else the step."""
        for power in self._by_kind.get(type(action), ()):
            if power.takes(action):
                return power
        return self.step

    @cached_property
    def _by_kind(self) -> dict[type[Action], list[Power]]:
        return {kind: [power for power in self.powers if kind in power.kinds] for kind in self.kinds}

    def candidates(self, t: Table, turn: OperatingTurn) -> Iterable[Choice]:
        """Those of the step, then those of the powers."""
        for part in (self.step, *self.powers):
            yield from part.candidates(t, turn)

    def check(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """As the step or the power has it."""
        self.of(action).check(t, turn, action)

    def apply(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Let the step or the power carry it out."""
        self.of(action).apply(t, turn, action)

    def check_leave(self, t: Table, turn: OperatingTurn) -> None:
        """No power must be used."""
        self.step.check_leave(t, turn)

    def idle(self, t: Table, turn: OperatingTurn) -> bool:
        """Over with the step and all the powers."""
        return self.step.idle(t, turn) and all(power.idle(t, turn) for power in self.powers)

    def enter(self, t: Table, turn: OperatingTurn) -> None:
        """What happens by itself at the step."""
        self.step.enter(t, turn)


def carry_out(t: Table, action: Action) -> None:
    """Do what the owner of a private has given leave for, in the step of the turn that proposed it."""
    turn = t.state.operating.turn if t.state.operating else None
    assert turn is not None
    step = t.title.turn_steps[turn.step]
    part = step.of(action) if isinstance(step, WithPowers) else step
    assert isinstance(part, ByLeave)
    part.carry_out(t, turn, action)
