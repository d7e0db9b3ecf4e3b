"""Players that fail in different ways, for tests of the server."""

from __future__ import annotations

import os
import signal
import time

from trunkline import Game, actions
from trunkline.players.clerk import Clerk


class Raises(Clerk):
    """A player that raises an exception."""

    def choose(self, game: Game, player: str) -> actions.Action:
        """Raise an exception."""
        raise KeyError("lost my notes")


class Cheats(Clerk):
    """A player that chooses illegal actions."""

    def choose(self, game: Game, player: str) -> actions.Action:
        """Return a dividend, even if the decision is another one."""
        return actions.Dividend(player, "GT", "pay")


class Speaks(Clerk):
    """A player that acts for other seats."""

    def choose(self, game: Game, player: str) -> actions.Action:
        """Return the action of ``clerk`` in the name of another player."""
        return actions.Pass(next(name for name in game.players if name != player))


class Babbles(Clerk):
    """A player that returns no action."""

    def choose(self, game: Game, player: str) -> actions.Action:
        """Return a value that is not an action."""
        return "whatever"  # type: ignore[return-value]


class Dies(Clerk):
    """A player that kills its process."""

    def choose(self, game: Game, player: str) -> actions.Action:
        """Kill the process."""
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError


class Sleeps(Clerk):
    """A player that never answers."""

    def choose(self, game: Game, player: str) -> actions.Action:
        """Wait forever."""
        time.sleep(3600)
        raise AssertionError
