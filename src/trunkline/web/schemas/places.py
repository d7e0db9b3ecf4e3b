"""Lists of games.

Money is in whole dollars. Times have the same format as in games.
"""

from __future__ import annotations

from msgspec import Struct

from trunkline.web.schemas.answers import ListedGame
from trunkline.web.schemas.log import Placed


class LobbyGame(ListedGame, frozen=True, kw_only=True):
    """A game in one of the lists of the lobby."""

    since: str | None = None
    """The time since which the game has waited for you. Null if it does not wait for you."""
    deadline: str | None = None
    """The time at which your time for the move is used up. Null if no clock runs for you."""
    clock: str = ""
    """The settings of the table's clock as sentences. Empty if it has no clock."""
    ending: str | None = None
    """The reason why the game ended. Null while it is in progress, or if the reason is unknown."""
    standings: tuple[Placed, ...] = ()
    """The final ranking, best player first. Empty while the game is in progress."""


class LobbyPage(Struct, frozen=True):
    """A page of a list of games. ``next`` is the cursor of the next page, or null on the last page."""

    games: tuple[LobbyGame, ...]
    next: str | None


class RematchFacts(Struct, frozen=True):
    """The rematch of a finished game. Null if there is none that you may view."""

    id: str | None


class WaitingGames(Struct, frozen=True):
    """The number of games that wait for you. ``first`` is the one that has waited longest."""

    games: int
    first: str | None
