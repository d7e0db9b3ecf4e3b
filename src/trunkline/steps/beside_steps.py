"""Base classes for powers and for steps of an operating turn that take no action.

Titles and powers have subclasses of these classes. So this module stays Python when the steps are compiled,
because compiled classes cannot have subclasses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from trunkline.kernel.action import Action
from trunkline.kernel.choice import Choice
from trunkline.kernel.shares import counted
from trunkline.kernel.state import OperatingTurn
from trunkline.kernel.table import Standing, Table
from trunkline.steps.operating import Power


class Anytime:
    """The base of powers that can be used at any time of a turn."""

    optional = True
    label = "Powers"

    def takes(self, action: Action) -> bool:
        """Return True: the power takes every action of its kinds."""
        return True

    def standing(
        self, t: Table, turn: OperatingTurn, choices: Sequence[Choice], made: Sequence[Action]
    ) -> Standing:
        """Return the status: the number of ways to use it."""
        return Standing(bool(made), counted(choices, "way"))

    def check_leave(self, t: Table, turn: OperatingTurn) -> None:
        """Return without a refusal: the turn may always leave it."""

    def idle(self, t: Table, turn: OperatingTurn) -> bool:
        """Return True: a power is never a step that waits."""
        return True

    def enter(self, t: Table, turn: OperatingTurn) -> None:
        """Do nothing: no change is automatic."""


@dataclass(frozen=True)
class Barred(Anytime):
    """A power that can be used in some steps of a turn only. ``bar`` returns the obstacle, or nothing."""

    power: Power
    bar: Callable[[Table, OperatingTurn], str]

    @property
    def name(self) -> str:
        """The name of the power."""
        return self.power.name

    @property
    def label(self) -> str:  # type: ignore[override]
        """The label of the power."""
        return self.power.label

    def standing(
        self, t: Table, turn: OperatingTurn, choices: Sequence[Choice], made: Sequence[Action]
    ) -> Standing:
        """Return the status of the power."""
        return self.power.standing(t, turn, choices, made)

    @property
    def kinds(self) -> tuple[type[Action], ...]:
        """The kinds of action of the power."""
        return self.power.kinds

    def takes(self, action: Action) -> bool:
        """Return whether the power takes the action."""
        return self.power.takes(action)

    def candidates(self, t: Table, turn: OperatingTurn) -> Iterable[Choice]:
        """Return the candidates of the power."""
        return self.power.candidates(t, turn)

    def check(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Check the bar, then the power."""
        if why := self.bar(t, turn):
            t.refuse("or.step-order", "Acting now", why)
        self.power.check(t, turn, action)

    def apply(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Apply the action with the power."""
        self.power.apply(t, turn, action)


class NoActions:
    """The base of steps that take no action. The turn may always leave them."""

    kinds: tuple[type[Action], ...] = ()
    label = ""

    def standing(
        self, t: Table, turn: OperatingTurn, choices: Sequence[Choice], made: Sequence[Action]
    ) -> Standing:
        """Return an empty status."""
        return Standing(False, "")

    def candidates(self, t: Table, turn: OperatingTurn) -> Iterable[Choice]:
        """Return no candidates."""
        return ()

    def check(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Do nothing: no action reaches this step."""

    def apply(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Do nothing: no action reaches this step."""

    def check_leave(self, t: Table, turn: OperatingTurn) -> None:
        """Return without a refusal: the turn may always leave it."""
