"""Positions that no game has led to."""

from __future__ import annotations

from trunkline.engine.kernel import referee
from trunkline.engine.kernel.state import State
from trunkline.game import Game


def forced(game: Game) -> State:
    """The game's own state: a test may change it before it plays on. ``game.state`` is but a copy.

    From now on the game takes nothing for known that it has found of a moment.
    """
    vars(game)["_still"] = lambda: referee.read_only_context(game.title, game._now.state)
    return game._now.state
