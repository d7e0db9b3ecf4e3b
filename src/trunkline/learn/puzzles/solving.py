"""Answers of computer players to puzzles."""

from __future__ import annotations

from typing import NamedTuple

from trunkline.engine.kernel.action import Action
from trunkline.engine.kernel.refusal import Refusal
from trunkline.learn.puzzles.puzzle import Puzzle
from trunkline.players import FAILURES, Chooser
from trunkline.util.errors import UsageError


class Answer(NamedTuple):
    """A player's answer to a puzzle: its action, or None if it failed, and whether it solves the puzzle."""

    action: Action | None
    right: bool


def answer(puzzle: Puzzle, player: Chooser) -> Answer:
    """Return a player's answer at the position. An error of the player is a wrong answer.

    Raises ``UsageError`` if the position cannot be read.
    """
    game = puzzle.game
    try:
        action = player.choose(game, puzzle.player)
    except FAILURES:
        return Answer(None, right=False)
    return Answer(action, solves(puzzle, action))


def solves(puzzle: Puzzle, action: Action) -> bool:
    """Return whether an action solves a puzzle. An illegal one does not."""
    try:
        return puzzle.is_right(action)
    except (Refusal, UsageError):
        return False


def is_solved(puzzle: Puzzle, player: Chooser) -> bool:
    """Return whether a player solves a puzzle; see ``answer``."""
    return answer(puzzle, player).right
