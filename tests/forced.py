"""Positions that no game has led to."""

from __future__ import annotations

from trunkline.game import Game
from trunkline.kernel.state import State


def forced(game: Game) -> State:
    """The game's own state: a test may change it before it plays on. ``game.state`` is but a copy."""
    return game._now.state
