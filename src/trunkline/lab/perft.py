"""Perft: the number of action sequences of a given length from a position.

If two engines disagree on one rule, they disagree on these numbers. The numbers by first action lead to the
action where they differ.

Counting rules, so that other programs can reproduce the numbers: every action of any player who must decide
now counts. An amount counts once, at its lowest. A set of runs or another open entry counts once, at the
best. Two sequences that lead to the same position count as two. A game that ends before the depth counts
once.
"""

from __future__ import annotations

from typing import NamedTuple

from trunkline.engine.kernel import referee
from trunkline.engine.kernel.action import Action
from trunkline.engine.kernel.choice import Amounts, Choice, Open
from trunkline.engine.kernel.context import Title
from trunkline.engine.kernel.state import State
from trunkline.game import Game
from trunkline.util.errors import UsageError

DEEPEST = 20
"""Maximum depth. No live position could be counted deeper in a lifetime."""


class Branch(NamedTuple):
    """A first action, and the number of sequences that begin with it."""

    choice: Choice
    action: Action
    sequences: int


def perft(game: Game, depth: int) -> int:
    """Return the number of sequences of ``depth`` actions from the current moment. Raises ``UsageError``."""
    check_depth(depth)
    return _count(game.title, game.state, depth)


def divide(game: Game, depth: int) -> list[Branch]:
    """Return the sequences by their first action; empty at depth 0 and at the end of a game."""
    check_depth(depth)
    if depth == 0:
        return []
    title, state = game.title, game.state
    found: list[Branch] = []
    for choice in referee.legal(title, state):
        action = standing_for(choice)
        after, _ = referee.play(title, state, action)
        found.append(Branch(choice, action, _count(title, after, depth - 1)))
    return found


def standing_for(choice: Choice) -> Action:
    """Return the action that represents a choice."""
    if isinstance(choice, Amounts):
        return choice.action
    if isinstance(choice, Open):
        return choice.best()
    assert isinstance(choice, Action)
    return choice


def _count(title: Title, state: State, depth: int) -> int:
    if depth == 0 or state.over:
        return 1
    choices = referee.legal(title, state)
    if depth == 1:
        # All listed actions are playable, as the tests verify, so the last ones need not be played.
        return len(choices)
    total = 0
    for choice in choices:
        after, _ = referee.play(title, state, standing_for(choice))
        total += _count(title, after, depth - 1)
    return total


def check_depth(depth: object) -> None:
    """Raise ``UsageError`` unless the depth is a whole number within the limit."""
    if type(depth) is not int or not 0 <= depth <= DEEPEST:
        raise UsageError(f"A depth is a whole number from 0 to {DEEPEST}.")
