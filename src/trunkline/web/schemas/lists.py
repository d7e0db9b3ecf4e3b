"""Queries for lists of games."""

from __future__ import annotations

from typing import Literal, NamedTuple

Shelf = Literal["open", "mine", "watched", "finished", "away", "followed"]
"""A list of games: tables with a free seat, your games in progress, other games you may watch, finished games
you may view, your archived games, and the games that you follow without a seat."""


MyState = Literal["waiting", "others", "finished", "followed"]
"""Your own games that wait for you, those that wait for others, your finished games, and the games that you
follow without a seat. Sandboxes are in none of them."""


class Asking(NamedTuple):
    """The person who requests a list. Without accounts, all games belong to everyone."""

    one_screen: bool = True
    person: str = ""
    """The id of the person. Empty if not signed in."""
    operator: bool = False
    asked: tuple[str, ...] = ()
    """The games in which a request waits for the person's answer."""
    lost: tuple[str, ...] = ()
    """The games in which a bot has taken a seat of the person."""


class LostSeat(NamedTuple):
    """A seat of a person that a bot has taken. ``text`` is the entry of the log."""

    seat: str
    text: str


class Mark(NamedTuple):
    """The end of a page. New games do not shift the next page."""

    waits: int
    moved: str
    game: str


class Wanted(NamedTuple):
    """A page of a list: games that wait for the caller first, then the most recently changed."""

    shelf: Shelf
    limit: int = 50
    after: Mark | None = None
    title: str = ""
    player: str = ""
    """The name of a seat, or of a person in it. Case is ignored."""
    text: str = ""
    """A text to search in the names of seats, the title and the round."""
    state: MyState | None = None
    """If present, the list has only your games in this state. Those that wait for you are in the order of
    their waiting time, the longest first."""


class Waiting(NamedTuple):
    """The number of games that wait for a person, and the one that has waited longest."""

    games: int
    first: str | None
