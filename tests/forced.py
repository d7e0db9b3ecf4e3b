"""Positions that no game has led to."""

from __future__ import annotations

from trunkline.game import Game
from trunkline.kernel import engine
from trunkline.kernel.state import State


def forced(game: Game) -> State:
    """The game's own state: a test may change it before it plays on. ``game.state`` is but a copy.

    From now on the game takes nothing for known that it has found of a moment.
    """
    vars(game)["_still"] = lambda: engine.still(game.title, game._now.state)
    return game._now.state
