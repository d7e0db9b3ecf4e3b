"""Your own games: what each asks of you, what happened since, and decisions that need no map."""

from __future__ import annotations

from msgspec import Struct

from trunkline.web.schemas.digest import PriceStep
from trunkline.web.schemas.moment import ChoiceFacts
from trunkline.web.schemas.places import LobbyGame


class QuickChoice(Struct, frozen=True):
    """A choice that needs no map, with its effects: cash in ``choice``, and share prices."""

    choice: ChoiceFacts
    prices: tuple[PriceStep, ...]


class ReadyPlan(Struct, frozen=True):
    """A plan of yours whose next steps can be handed in now. ``steps`` has them in words."""

    key: str
    steps: tuple[str, ...]


class MyGame(Struct, frozen=True):
    """One of your games.

    ``game.since`` is the time since which it has waited for you to act. ``decision`` is the text of the
    decision, and ``corp`` the corporation whose turn it belongs to. ``lines`` has at most three lines about
    the ``steps`` moves since your last visit. ``quick`` has the legal choices, if there are at most four and
    none needs the map; else it is null. ``plan`` is null unless steps of a plan of yours can be handed in
    now.
    """

    game: LobbyGame
    seat: str = ""
    decision: str = ""
    corp: str | None = None
    steps: int = 0
    lines: tuple[str, ...] = ()
    quick: tuple[QuickChoice, ...] | None = None
    plan: ReadyPlan | None = None
    problem: str = ""
    """The reason why this program cannot show the game. Empty if it can."""
    requests: tuple[str, ...] = ()
    """The requests of others that wait for your answer at the table, as sentences."""
    lost_seat: str | None = None
    """Your seat that a bot has taken, so that you may take it back. Null without such a seat."""
    lost_text: str = ""
    """The entry of the log that says which bot plays the seat, and why."""


class MyGames(Struct, frozen=True):
    """A page of your games. ``waiting`` counts all games that wait for you, also for an answer.

    ``next`` is the cursor of the next page, or null on the last page.
    """

    games: tuple[MyGame, ...]
    waiting: int
    next: str | None
