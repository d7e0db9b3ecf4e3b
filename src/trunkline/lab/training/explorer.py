"""A player for training games: a director whose estimates err, so that the games differ."""

from __future__ import annotations

import random
from typing import Final

from trunkline.game import Game
from trunkline.game.actions import Action
from trunkline.game.position import Position
from trunkline.players.advice import Advice
from trunkline.players.director import Director
from trunkline.players.rollouts import NoisyPolicy

ERRORS: Final = (5.0, 15.0, 40.0, 80.0)
"""Standard deviations of the errors, in dollars. The seed chooses one."""


class Explorer:
    """A director with errors. The same seed and position give the same answer.

    >>> import trunkline
    >>> game = trunkline.new("1851", ["Ann", "Bob", "Cy"], seed=1)
    >>> len({str(Explorer(seed).choose(game, game.to_act[0])) for seed in range(20)}) > 1
    True
    """

    def __init__(self, seed: int = 0) -> None:
        dollars = random.Random(seed).choice(ERRORS)
        self._policy = NoisyPolicy(Director(seed), dollars, seed)

    def choose(self, game: Game, player: str) -> Action:
        """Return a legal action of ``player``, who must be in ``game.to_act``."""
        return self.advise(Position.of(game)).action

    def advise(self, position: Position) -> Advice:
        """Return advice for the first player who must decide."""
        return self._policy.advise(position)
