"""A game with its undone actions, as a list of moments and as lines of play.

Moment 0 is the start. The actions of the game lead to the next moments. Each undone action leads to one more
moment: ``undone`` names the moment before each of them, in the order in which they were undone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from trunkline.engine.kernel.action import Action

Undone = tuple[tuple[int, Action], ...]


@dataclass(eq=False, slots=True)
class TextMoment:
    """A moment of a game text: the action that led to it, and the actions played from it."""

    number: int
    """Number of actions from the start of the game."""
    action: Action | None = None
    before: TextMoment | None = None
    comment: str = ""
    line: int = 0
    """Line number in the source text."""
    next: TextMoment | None = None
    """The next moment of the same line of play."""
    tried: list[TextMoment] = field(default_factory=list)
    """The first moments of other lines of play from here, the latest last."""


def grown(actions: Sequence[Action], undone: Undone) -> list[TextMoment]:
    """Return the moments of a game. An undone line of play continues with the action that was undone last in
    it."""
    moments = [TextMoment(0)]
    for action in actions:
        moments.append(_after(moments[-1], action))
        moments[-2].next = moments[-1]
    for number, action in undone:
        moment = _after(moments[number], action)
        moments.append(moment)
        moments[number].tried.append(moment)
    for moment in moments[len(actions) + 1 :]:
        if moment.tried:
            moment.next = moment.tried.pop()
    return moments


def listed(start: TextMoment) -> list[TextMoment]:
    """Return the moments in the order in which ``grown`` makes them; ``start`` is the first."""
    found: list[TextMoment] = []
    here: TextMoment | None = start
    while here is not None:
        found.append(here)
        here = here.next
    on_the_way = len(found)
    for number, moment in enumerate(found):  # the list grows during the loop
        found.extend(moment.tried)
        if number >= on_the_way and moment.next is not None:
            found.append(moment.next)
    return found


def undone_of(moments: Sequence[TextMoment], actions: int) -> Undone:
    """Return the ``undone`` argument of ``grown`` for these moments; ``actions`` of them belong to the
    game."""
    numbers = {id(moment): number for number, moment in enumerate(moments)}
    return tuple(
        (numbers[id(moment.before)], moment.action)
        for moment in moments[actions + 1 :]
        if moment.action is not None
    )


def _after(before: TextMoment, action: Action) -> TextMoment:
    return TextMoment(before.number + 1, action, before)
