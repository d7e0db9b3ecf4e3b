"""Access to the state of a game, for positions that no game has reached."""

from __future__ import annotations

from trunkline.engine.kernel import referee
from trunkline.engine.kernel.state import State
from trunkline.game import Game


def forced(game: Game) -> State:
    """Return the game's own state, which a test may change before it continues the game.

    ``game.state`` is only a copy. After this call the game no longer caches its results for a position.
    """
    vars(game)["_still"] = lambda: referee.read_only_context(game.title, game._now.state)
    return game._now.state
