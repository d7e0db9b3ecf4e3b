"""What the lists of games say.

Money is in whole dollars, times are as the games have them.
"""

from __future__ import annotations

from msgspec import Struct

from trunkline.facts.answers import ListedGame
from trunkline.tables.records import Placed


class LobbyGame(ListedGame, frozen=True, kw_only=True):
    """A game in one of the lists of the lobby."""

    since: str | None = None
    """Since when it has waited for who asks; null where it does not."""
    ending: str | None = None
    """Why it ended; null while it goes on, and where nobody knows."""
    standings: tuple[Placed, ...] = ()
    """Who stood where, once it is over, the best first."""


class LobbyPage(Struct, frozen=True):
    """Some games of a list; ``next`` leads to those behind them, and is null at the end."""

    games: tuple[LobbyGame, ...]
    next: str | None


class RematchFacts(Struct, frozen=True):
    """The game in which a finished one is played once more; null where who asks may look at none."""

    id: str | None


class WaitingGames(Struct, frozen=True):
    """How many games wait for who asks, and the one that has waited for longest."""

    games: int
    first: str | None
