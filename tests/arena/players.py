"""Players that fail, for the arena to deal with."""

from __future__ import annotations

from trunkline import Game, actions
from trunkline.players.random_player import RandomPlayer


class Crashes(RandomPlayer):
    """Plays at random until it does not."""

    def choose(self, game: Game, player: str) -> actions.Action:
        """Fails in the first operating round."""
        if game.state.round.kind == "operating":
            raise KeyError("lost my notes")
        return super().choose(game, player)


class Cheats(RandomPlayer):
    """Takes what it may not have."""

    def choose(self, game: Game, player: str) -> actions.Action:
        """A dividend, whatever there is to decide, and a changed table before it."""
        game.state.players[player].cash += 1_000
        return actions.Dividend(player, "TC", "pay")
