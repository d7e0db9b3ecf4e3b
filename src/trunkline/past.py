"""The moments of a game, each with the way that led there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from trunkline.kernel.action import Action
from trunkline.kernel.events import Event
from trunkline.kernel.state import State
from trunkline.notation.head import heading


@dataclass(eq=False, slots=True)
class Node:
    """A moment of the game: the action that led to it and what happened. Copies of a game share it."""

    state: State
    parent: Node | None = None
    action: Action | None = None
    events: tuple[Event, ...] = ()
    depth: int = 0
    untold: tuple[Action, ...] = ()
    """The way to a first moment whose state was trusted; empty once somebody has looked back."""
    given: bool = False
    """Whether it is the first moment of a game that began from a position, without the way there."""


def trusted(state: State, actions: tuple[Action, ...]) -> Node:
    """Return a moment whose state is taken as it is; the way there is kept as bare actions."""
    return Node(state, depth=len(actions), untold=actions)


def path(last: Node) -> list[Node]:
    """Return the moments that led to this one, the first one first, and itself."""
    node: Node | None = last
    found: list[Node] = []
    while node is not None:
        found.append(node)
        node = node.parent
    return found[::-1]


def headings(moments: Sequence[Node]) -> dict[int, str]:
    """Return the rounds of a game by the number of the first action in each."""
    found = [heading(node.state.round) for node in moments]
    return {
        number: now for number, now in enumerate(found[:-1], 1) if number == 1 or now != found[number - 2]
    }
