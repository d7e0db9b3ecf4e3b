"""Answers of computer players to puzzles."""

from __future__ import annotations

from trunkline.engine.kernel.refusal import Refusal
from trunkline.learn.puzzles.puzzle import Puzzle
from trunkline.players import FAILURES, Chooser
from trunkline.util.errors import UsageError

EASIEST, STEP = 1000, 250
"""The rating of a puzzle that all programs solve, and the points for each program that does not."""


def is_solved(puzzle: Puzzle, player: Chooser) -> bool:
    """Return whether a player's action at the position solves a puzzle.

    An error of the player is a wrong answer. Raises ``UsageError`` if the position cannot be read.
    """
    game = puzzle.game
    try:
        action = player.choose(game, puzzle.player)
    except FAILURES:
        return False
    try:
        return puzzle.is_right(action)
    except (Refusal, UsageError):
        return False


def rating(puzzle: Puzzle, programs: tuple[str, ...]) -> int:
    """Return the starting rating of a puzzle by the programs that solve it."""
    return EASIEST + STEP * sum(name not in puzzle.solved_by for name in programs)
