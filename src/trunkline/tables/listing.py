"""What is asked of the lists of games."""

from __future__ import annotations

from typing import Literal, NamedTuple

Shelf = Literal["open", "mine", "watched", "finished", "away"]
"""A list: tables with a seat that one could take, one's own games in play, those of others that one may
watch, the finished ones that one may look at, and one's own that were put away."""


class Asking(NamedTuple):
    """Who asks. At one screen everybody is everybody."""

    one_screen: bool = True
    person: str = ""
    """Empty for who is not signed in."""
    operator: bool = False


class Mark(NamedTuple):
    """Where a page ended: games that are added since do not shift the next one."""

    waits: int
    moved: str
    game: str


class Wanted(NamedTuple):
    """A page of a list: the games that wait for who asks first, then those touched last."""

    shelf: Shelf
    limit: int = 50
    after: Mark | None = None
    title: str = ""
    player: str = ""
    """The name of a seat, or of a person who sits there, in either case."""
    text: str = ""
    """What stands somewhere in the names of its seats, its title or its round."""


class Waiting(NamedTuple):
    """How many games wait for somebody, and which has waited for longest."""

    games: int
    first: str | None
