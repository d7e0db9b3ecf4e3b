"""Statistics of a player's finished games.

Games ended by agreement count. Sandboxes do not count, nor do games in which the player had several seats.
"""

from __future__ import annotations

from msgspec import Struct


class SeatScore(Struct, frozen=True):
    """A player's results from one seat. Seat 1 is the first."""

    seat: int
    games: int
    wins: int
    shared: int


class Rival(Struct, frozen=True):
    """An opponent: the number of games together, and how often the player finished ahead or behind.

    In the remaining games, both had the same place.
    """

    name: str
    games: int
    ahead: int
    behind: int


class TitleScore(Struct, frozen=True):
    """A player's results in one title. ``wins`` are outright wins, and ``shared`` are wins with others."""

    title: str
    games: int
    wins: int
    shared: int
    seats: tuple[SeatScore, ...]
    rivals: tuple[Rival, ...]
    """The opponents, most frequent first, at most 50."""


class Scores(Struct, frozen=True):
    """A player's results in the finished games that the caller may view."""

    name: str
    games: int = 0
    wins: int = 0
    shared: int = 0
    titles: tuple[TitleScore, ...] = ()
    rivals: tuple[Rival, ...] = ()
    """The opponents in all titles, most frequent first, at most 50."""
