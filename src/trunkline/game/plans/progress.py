"""The progress of a plan, from the actions of the game since the sandbox began."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from trunkline.game.actions import Action
from trunkline.game.plans.records import Plan


class Mark(StrEnum):
    """The progress of one step."""

    OPEN = "open"
    DONE = "done"
    OTHERWISE = "otherwise"
    """Another player has moved otherwise than assumed."""


class Progress(NamedTuple):
    """The progress of a plan after some actions of the game."""

    marks: tuple[Mark, ...]
    next: int | None
    """The index of the owner's next move. None if all are done."""
    strays: tuple[int, ...]
    """The indexes of the actions of other players that the plan does not assume."""
    own_strays: tuple[int, ...]
    """The indexes of the owner's actions that are not in the plan."""
    exact: bool
    """True if the actions are the first steps of the plan, in their order."""
    since_own: int
    """The number of actions up to the owner's last one."""

    @property
    def done(self) -> bool:
        """True if every move of the owner has been made."""
        return self.next is None


def progress(plan: Plan, actions: Sequence[Action]) -> Progress:
    """Return the progress of a plan.

    An action of the owner is compared with the owner's next move. An action of another player is compared
    with the first open move that the plan assumes of that player before the owner's next one.
    """
    own, marks = plan.own, [Mark.OPEN] * len(plan.steps)
    strays: list[int] = []
    own_strays: list[int] = []
    since_own = made = 0
    for at, action in enumerate(actions):
        upcoming = own[made] if made < len(own) else len(plan.steps)
        if action.player == plan.player:
            since_own = at + 1
            if made == len(own) or action != plan.steps[upcoming].action:
                own_strays.append(at)
                continue
            marks[:upcoming] = [Mark.OTHERWISE if mark is Mark.OPEN else mark for mark in marks[:upcoming]]
            marks[upcoming] = Mark.DONE
            made += 1
            continue
        place = _assumed(plan, marks, upcoming, action.player)
        if place is not None:
            as_assumed = plan.steps[place].action == action
            marks[place] = Mark.DONE if as_assumed else Mark.OTHERWISE
            if as_assumed:
                continue
        strays.append(at)
    exact = len(actions) <= len(plan.steps) and all(
        step.action == action for step, action in zip(plan.steps, actions, strict=False)
    )
    following = own[made] if made < len(own) else None
    return Progress(tuple(marks), following, tuple(strays), tuple(own_strays), exact, since_own)


def _assumed(plan: Plan, marks: Sequence[Mark], until: int, player: str) -> int | None:
    """Return the first open step of another player before the owner's next move, or None."""
    for index in range(until):
        if marks[index] is Mark.OPEN and plan.steps[index].action.player == player:
            return index
    return None
