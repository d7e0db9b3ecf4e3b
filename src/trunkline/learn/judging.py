"""The judgement of a learner's actions in a step of a lesson."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from msgspec import Struct

from trunkline.game.actions import Action
from trunkline.game.game import Game
from trunkline.learn.goals import is_met, matches, shortfall
from trunkline.learn.lesson import Reply, Step
from trunkline.util.messages import gettext, gettext_noop

OTHERWISE = gettext_noop(
    "That is legal, but it does not reach the aim of this step. Take it back and try something else."
)
DONE = gettext_noop("Well done.")


class Status(StrEnum):
    """The state of a task."""

    OPEN = "open"
    DONE = "done"
    WRONG = "wrong"
    """The learner must take back."""


class Verdict(Struct, frozen=True):
    """The state of a task, and the comment of the coach."""

    status: Status
    say: str = ""

    @property
    def done(self) -> bool:
        """True if the goal is reached."""
        return self.status is Status.DONE


def judge(step: Step, moments: Sequence[Game], played: Sequence[Action]) -> Verdict:
    """Judge the actions of a step.

    Args:
        step: A task.
        moments: The game after each of these actions.
        played: The actions since the step began.

    Raises ``UsageError`` if a goal names something that the game does not have.
    """
    for number, game in enumerate(moments, 1):
        if all(is_met(goal, game, played[:number]) for goal in step.goal):
            return Verdict(Status.DONE, step.done or gettext(DONE))
    if not played:
        return Verdict(Status.OPEN)
    reply = reply_to(step, played[-1])
    if reply is None and len(played) < step.actions:
        return Verdict(Status.OPEN)
    say = reply.say if reply else step.otherwise or gettext(OTHERWISE)
    figures = [shortfall(goal, moments[-1]) for goal in step.goal]
    return Verdict(Status.WRONG, " ".join(filter(None, (say, *figures))))


def reply_to(step: Step, action: Action) -> Reply | None:
    """Return the first reply of a step that fits an action."""
    return next((reply for reply in step.replies if matches(reply.when, action)), None)
