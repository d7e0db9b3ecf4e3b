"""How many ways a game can go on: the action sequences of a given length from a position.

Two engines that disagree on one rule disagree on these numbers, and the numbers by first action lead to the
action where they part.

What counts as one way, so that others may count the same: every action that any player may take who must
decide now; an amount to be chosen counts once, at its least; a set of runs or another open entry counts
once, at the best. Two sequences that lead to the same position are two. A game that ends before the depth
counts once where it ended.
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any, NamedTuple

from trunkline.errors import UsageError
from trunkline.game import Game
from trunkline.kernel import engine
from trunkline.kernel.action import Action, encode
from trunkline.kernel.choice import Amounts, Choice, Open
from trunkline.kernel.state import State
from trunkline.kernel.table import Title
from trunkline.wording.choices import words

DEEPEST = 20
"""Beyond it no position but a dead one could be counted in a lifetime."""


class Branch(NamedTuple):
    """A first action, and the sequences that begin with it."""

    choice: Choice
    action: Action
    sequences: int


def perft(game: Game, depth: int) -> int:
    """The number of sequences of ``depth`` actions from the game's present moment. Raises ``UsageError``."""
    _check_depth(depth)
    return _count(game.title, game.state, depth)


def divide(game: Game, depth: int) -> list[Branch]:
    """The sequences by their first action; empty at depth 0 and at the end of a game."""
    _check_depth(depth)
    if depth == 0:
        return []
    title, state = game.title, game.state
    found: list[Branch] = []
    for choice in engine.legal(title, state):
        action = standing_for(choice)
        after, _ = engine.play(title, state, action)
        found.append(Branch(choice, action, _count(title, after, depth - 1)))
    return found


def standing_for(choice: Choice) -> Action:
    """The one action that a choice counts as."""
    if isinstance(choice, Amounts):
        return choice.action
    if isinstance(choice, Open):
        return choice.best()
    assert isinstance(choice, Action)
    return choice


def _count(title: Title, state: State, depth: int) -> int:
    if depth == 0 or state.over:
        return 1
    choices = engine.legal(title, state)
    if depth == 1:
        # What is listed can be played (the tests hold it to that), so the last actions need not be.
        return len(choices)
    total = 0
    for choice in choices:
        after, _ = engine.play(title, state, standing_for(choice))
        total += _count(title, after, depth - 1)
    return total


def _check_depth(depth: object) -> None:
    if type(depth) is not int or not 0 <= depth <= DEEPEST:
        raise UsageError(f"A depth is a whole number from 0 to {DEEPEST}.")


# -- the command


def show(path: Path, depth: int, by_first: bool, as_json: bool) -> None:
    """Print the counts of a saved game at every depth up to this one, as ``trunkline perft`` does."""
    _check_depth(depth)
    game = Game.load(path)
    if as_json:
        print(json.dumps(_data(path, game, depth, by_first)))
        return
    print(f"{path.name}: {game.title.id}, after {len(game.actions)} actions")
    for level in range(depth + 1):
        start = time.perf_counter()
        total = perft(game, level)
        seconds = time.perf_counter() - start
        print(f"{level:>4} {total:>16,}   {total / max(seconds, 1e-6):>12,.0f} a second")
    for branch in divide(game, depth) if by_first else ():
        print(f"{branch.sequences:>21,}   {words(game, branch.choice)}")


def _data(path: Path, game: Game, depth: int, by_first: bool) -> dict[str, Any]:
    data: dict[str, Any] = {
        "file": path.name,
        "title": game.title.id,
        "actions": len(game.actions),
        "counts": [perft(game, level) for level in range(depth + 1)],
    }
    if by_first:
        data["divide"] = [
            {"action": encode(branch.action), "sequences": branch.sequences} for branch in divide(game, depth)
        ]
    return data
