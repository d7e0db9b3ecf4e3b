"""A game with what was undone in it, as one list of moments and as the lines of play it is made of.

Moment 0 is the start. The actions of the game lead to the moments after it, and each action that was undone
leads to one more: ``undone`` names the moment before each of them, those undone first standing first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from trunkline.kernel.action import Action

Undone = tuple[tuple[int, Action], ...]


@dataclass(eq=False, slots=True)
class TextMoment:
    """A moment of a game text: the action that led there, and what was played from it."""

    number: int
    """Of actions from the start of the game."""
    action: Action | None = None
    before: TextMoment | None = None
    comment: str = ""
    line: int = 0
    """Of the text it was read from."""
    next: TextMoment | None = None
    """How its own line of play goes on."""
    tried: list[TextMoment] = field(default_factory=list)
    """The first moments of other lines that leave it, the latest last."""


def grown(actions: Sequence[Action], undone: Undone) -> list[TextMoment]:
    """The moments of a game; a line that was undone goes on with what was undone in it last."""
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
    """The moments in the order in which ``grown`` makes them; ``start`` is the first."""
    found: list[TextMoment] = []
    here: TextMoment | None = start
    while here is not None:
        found.append(here)
        here = here.next
    on_the_way = len(found)
    for number, moment in enumerate(found):  # which grows as it goes
        found.extend(moment.tried)
        if number >= on_the_way and moment.next is not None:
            found.append(moment.next)
    return found


def undone_of(moments: Sequence[TextMoment], actions: int) -> Undone:
    """What ``grown`` is given to make these moments, of which so many actions are the game's own."""
    numbers = {id(moment): number for number, moment in enumerate(moments)}
    return tuple(
        (numbers[id(moment.before)], moment.action)
        for moment in moments[actions + 1 :]
        if moment.action is not None
    )


def _after(before: TextMoment, action: Action) -> TextMoment:
    return TextMoment(before.number + 1, action, before)
