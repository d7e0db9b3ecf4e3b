"""The moments of a game, each linked to the one before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from trunkline.engine.kernel.action import Action
from trunkline.engine.kernel.events import Event
from trunkline.engine.kernel.state import State
from trunkline.game.notation.tags import heading


@dataclass(eq=False, slots=True)
class Node:
    """A moment of the game, with the action and events that led to it. Copies of a game share it."""

    state: State
    parent: Node | None = None
    action: Action | None = None
    events: tuple[Event, ...] = ()
    depth: int = 0
    untold: tuple[Action, ...] = ()
    """The actions before a first moment with a trusted state; empty once they have been replayed."""
    given: bool = False
    """True for the first moment of a game that began from a position, without earlier actions."""


def trusted(state: State, actions: tuple[Action, ...]) -> Node:
    """Return a moment with a trusted state, and the earlier actions without their states."""
    return Node(state, depth=len(actions), untold=actions)


def path(last: Node) -> list[Node]:
    """Return the moments that led to this one, in order, including itself."""
    node: Node | None = last
    found: list[Node] = []
    while node is not None:
        found.append(node)
        node = node.parent
    return found[::-1]


def headings(moments: Sequence[Node]) -> dict[int, str]:
    """Return the heading of each round by the number of its first action."""
    found = [heading(node.state.round) for node in moments]
    return {
        number: now for number, now in enumerate(found[:-1], 1) if number == 1 or now != found[number - 2]
    }
