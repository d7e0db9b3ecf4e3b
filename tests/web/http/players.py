"""Players that fail in ways of their own, for the table to deal with."""

from __future__ import annotations

import os
import signal
import time

from trunkline import Game, actions
from trunkline.players.clerk import Clerk


class Raises(Clerk):
    """Knows nothing."""

    def choose(self, game: Game, player: str) -> actions.Action:
        """Fails."""
        raise KeyError("lost my notes")


class Cheats(Clerk):
    """Takes what it may not have."""

    def choose(self, game: Game, player: str) -> actions.Action:
        """A dividend, whatever there is to decide."""
        return actions.Dividend(player, "GT", "pay")


class Speaks(Clerk):
    """Acts for others."""

    def choose(self, game: Game, player: str) -> actions.Action:
        """The clerk's action in the name of somebody else."""
        return actions.Pass(next(name for name in game.players if name != player))


class Babbles(Clerk):
    """Answers with something else."""

    def choose(self, game: Game, player: str) -> actions.Action:
        """No action at all."""
        return "whatever"  # type: ignore[return-value]


class Dies(Clerk):
    """Takes its process with it."""

    def choose(self, game: Game, player: str) -> actions.Action:
        """Is killed."""
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError


class Sleeps(Clerk):
    """Never comes to an end."""

    def choose(self, game: Game, player: str) -> actions.Action:
        """Waits."""
        time.sleep(3600)
        raise AssertionError
