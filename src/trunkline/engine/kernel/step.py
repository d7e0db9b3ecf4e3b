"""The steps of a title: the questions that the kernel asks of them.

A step is one thing that players must decide. It answers questions about a context and holds no state.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from trunkline.engine.kernel.action import Action
from trunkline.engine.kernel.choice import Choice
from trunkline.engine.kernel.state import OperatingTurn

if TYPE_CHECKING:
    from trunkline.engine.kernel.context import Context


class Step(Protocol):
    """A step of a round, or of a decision that waits."""

    @property
    def name(self) -> str:
        """The task, as in "must ..."."""

    @property
    def rule(self) -> str:
        """The rule by which the step refuses other kinds of action."""

    @property
    def kinds(self) -> tuple[type[Action], ...]:
        """The kinds of action that this step accepts."""

    def deciders(self, ctx: Context) -> tuple[str, ...]:
        """Return the players who must decide now; empty if none has to."""

    def candidates(self, ctx: Context, player: str) -> Iterable[Choice]:
        """Return actions to consider for the player. Some of them may be illegal."""

    def check(self, ctx: Context, action: Action) -> None:
        """Raise ``Refusal`` if the action is not allowed now. Changes nothing."""

    def apply(self, ctx: Context, action: Action) -> None:
        """Carry out an action that has passed ``check``."""

    def advance(self, ctx: Context) -> bool:
        """Carry out automatic changes. Return whether anything happened."""


class Corrector(Protocol):
    """The corrections of a game on a printed board."""

    def check(self, ctx: Context, action: Action) -> None:
        """Raise ``Refusal`` if the correction is impossible. Changes nothing."""

    def apply(self, ctx: Context, action: Action) -> None:
        """Carry out a correction that has passed ``check``, and note what no longer agrees with the rules."""


class StepStatus(NamedTuple):
    """The status of a step of an operating turn."""

    done: bool
    """True if something has been done in it this turn."""
    text: str
    """Two or three words: what was done, or what there is to do; empty if there is nothing to say."""


class TurnStep(Protocol):
    """One step of an operating turn."""

    @property
    def name(self) -> str:
        """The task, as in "must ..."."""

    @property
    def kinds(self) -> tuple[type[Action], ...]:
        """The kinds of action that this step accepts."""

    @property
    def optional(self) -> bool:
        """True if acting in a later step may leave this one undecided."""

    def candidates(self, ctx: Context, turn: OperatingTurn) -> Iterable[Choice]:
        """Return actions to consider for the president. Some of them may be illegal."""

    def check(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Raise ``Refusal`` if the action is not allowed."""

    def apply(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Carry out an action that has passed ``check``."""

    def check_leave(self, ctx: Context, turn: OperatingTurn) -> None:
        """Raise ``Refusal`` if the turn may not leave the step yet."""

    def idle(self, ctx: Context, turn: OperatingTurn) -> bool:
        """Return whether nothing is left to decide, so that the turn moves on automatically."""

    def enter(self, ctx: Context, turn: OperatingTurn) -> None:
        """Carry out automatic changes when the turn reaches this step."""

    @property
    def label(self) -> str:
        """A one-word name for a list of the steps of a turn. Steps that belong together share it. It is empty
        if no player decides anything."""

    def standing(
        self, ctx: Context, turn: OperatingTurn, choices: Sequence[Choice], made: Sequence[Action]
    ) -> StepStatus:
        """Return the status of the step, with its legal ``choices`` and the actions ``made`` in it this
        turn."""
