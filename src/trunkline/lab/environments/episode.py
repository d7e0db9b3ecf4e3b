"""One game of an environment, with the rule that cuts it off."""

from __future__ import annotations

from trunkline.game import Game
from trunkline.game.actions import Action, Pass
from trunkline.lab.environments.game_setup import GameSetup
from trunkline.players import STALLED


class Episode:
    """A game that is truncated after ``max_actions``, or once it is dead; see ``STALLED``."""

    def __init__(self, setup: GameSetup, seed: int) -> None:
        self.game: Game = setup.new(seed)
        """The game, for reading."""
        self._most = setup.max_actions
        self._played = self._passes = 0

    def play(self, action: Action) -> None:
        """Play a legal action."""
        self.game.play(action)
        self._played += 1
        self._passes = self._passes + 1 if isinstance(action, Pass) else 0

    @property
    def truncated(self) -> bool:
        """True if the game is cut off before its end."""
        return not self.game.over and (self._passes >= STALLED or self._played >= self._most)

    @property
    def ended(self) -> bool:
        """True if the game is over or cut off."""
        return self.game.over or self.truncated
