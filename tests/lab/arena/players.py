"""Players that fail or dawdle, for the arena to deal with."""

from __future__ import annotations

import time
from typing import NoReturn

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


class Leaves(RandomPlayer):
    """Ends the program it plays in."""

    def choose(self, game: Game, player: str) -> NoReturn:
        """Never chooses."""
        raise SystemExit("had enough")


class Absent(RandomPlayer):
    """Does not even come."""

    def __init__(self, seed: int) -> None:
        raise OSError("no chair")


class Borrows(RandomPlayer):
    """Decides for somebody else."""

    def choose(self, game: Game, player: str) -> actions.Action:
        """A pass of another player."""
        return actions.Pass(next(name for name in game.players if name != player))


class Dawdles(RandomPlayer):
    """Sleeps over its first decision."""

    slept = False

    def choose(self, game: Game, player: str) -> actions.Action:
        """Takes its time, but no processor's."""
        if not self.slept:
            self.slept = True
            time.sleep(1.0)
        return super().choose(game, player)


class Talks(RandomPlayer):
    """Says what it thinks."""

    def choose(self, game: Game, player: str) -> actions.Action:
        """A random action, and a line on standard output."""
        print("hmm")
        return super().choose(game, player)
