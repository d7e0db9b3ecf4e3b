"""What stands beside the steps of an operating turn: powers, and steps that take no action of their own.

Titles and powers have heirs of these classes, so they stay Python where the steps are compiled: a compiled
class takes none.
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
    """What the powers that can be used at any time of a turn have in common."""

    optional = True
    label = "Powers"

    def takes(self, action: Action) -> bool:
        """Every action of its kinds."""
        return True

    def standing(
        self, t: Table, turn: OperatingTurn, choices: Sequence[Choice], made: Sequence[Action]
    ) -> Standing:
        """How many ways there are."""
        return Standing(bool(made), counted(choices, "way"))

    def check_leave(self, t: Table, turn: OperatingTurn) -> None:
        """Nothing is owed."""

    def idle(self, t: Table, turn: OperatingTurn) -> bool:
        """Never a step of its own."""
        return True

    def enter(self, t: Table, turn: OperatingTurn) -> None:
        """Nothing happens by itself."""


@dataclass(frozen=True)
class Barred(Anytime):
    """A power that can be used in some steps of a turn only: ``bar`` says what is in the way, or nothing."""

    power: Power
    bar: Callable[[Table, OperatingTurn], str]

    @property
    def name(self) -> str:
        """As the power's."""
        return self.power.name

    @property
    def label(self) -> str:  # type: ignore[override]
        """As the power's."""
        return self.power.label

    def standing(
        self, t: Table, turn: OperatingTurn, choices: Sequence[Choice], made: Sequence[Action]
    ) -> Standing:
        """As the power."""
        return self.power.standing(t, turn, choices, made)

    @property
    def kinds(self) -> tuple[type[Action], ...]:
        """As the power's."""
        return self.power.kinds

    def takes(self, action: Action) -> bool:
        """As the power."""
        return self.power.takes(action)

    def candidates(self, t: Table, turn: OperatingTurn) -> Iterable[Choice]:
        """As the power's."""
        return self.power.candidates(t, turn)

    def check(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """The bar, then the power itself."""
        if why := self.bar(t, turn):
            t.refuse("or.step-order", "Acting now", why)
        self.power.check(t, turn, action)

    def apply(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """As the power's."""
        self.power.apply(t, turn, action)


class NoActions:
    """What the steps that take no action of their own have in common; they are left freely."""

    kinds: tuple[type[Action], ...] = ()
    label = ""

    def standing(
        self, t: Table, turn: OperatingTurn, choices: Sequence[Choice], made: Sequence[Action]
    ) -> Standing:
        """Nothing to say."""
        return Standing(False, "")

    def candidates(self, t: Table, turn: OperatingTurn) -> Iterable[Choice]:
        """Nothing to choose."""
        return ()

    def check(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """No action comes here."""

    def apply(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """No action comes here."""

    def check_leave(self, t: Table, turn: OperatingTurn) -> None:
        """Nothing is owed."""
