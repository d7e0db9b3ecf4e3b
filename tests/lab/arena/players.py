"""Players that fail or delay, for tests of the arena."""

from __future__ import annotations

import time
from typing import NoReturn

from trunkline import Game, actions
from trunkline.players.random_player import RandomPlayer


class Crashes(RandomPlayer):
    """A player that fails in the first operating round."""

    def choose(self, game: Game, player: str) -> actions.Action:
        """Raise an error in the first operating round."""
        if game.state.round.kind == "operating":
            raise KeyError("lost my notes")
        return super().choose(game, player)


class Cheats(RandomPlayer):
    """A player that changes the state."""

    def choose(self, game: Game, player: str) -> actions.Action:
        """Change the player's cash and return a dividend, even if the decision is another one."""
        game.state.players[player].cash += 1_000
        return actions.Dividend(player, "TC", "pay")


class Leaves(RandomPlayer):
    """A player that exits the program."""

    def choose(self, game: Game, player: str) -> NoReturn:
        """Exit instead of choosing."""
        raise SystemExit("had enough")


class Absent(RandomPlayer):
    """A player that fails when it is created."""

    def __init__(self, seed: int) -> None:
        raise OSError("no chair")


class Borrows(RandomPlayer):
    """A player that acts for another seat."""

    def choose(self, game: Game, player: str) -> actions.Action:
        """Return a pass of another player."""
        return actions.Pass(next(name for name in game.players if name != player))


class Dawdles(RandomPlayer):
    """A player that sleeps at its first decision."""

    slept = False

    def choose(self, game: Game, player: str) -> actions.Action:
        """Sleep before the first decision. This uses no processor time."""
        if not self.slept:
            self.slept = True
            time.sleep(1.0)
        return super().choose(game, player)


class Talks(RandomPlayer):
    """A player that prints."""

    def choose(self, game: Game, player: str) -> actions.Action:
        """Print a line and return a random action."""
        print("hmm")
        return super().choose(game, player)
