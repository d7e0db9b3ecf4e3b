"""What somebody has won and lost, as it is answered.

Finished games count, those that were ended by agreement included; sandboxes do not, nor does a game for who
played several of its seats.
"""

from __future__ import annotations

from msgspec import Struct


class SeatScore(Struct, frozen=True):
    """What became of the games that somebody played from one seat, 1 being the first."""

    seat: int
    games: int
    wins: int
    shared: int


class Rival(Struct, frozen=True):
    """Somebody whom one has met: in how many games, and in how many of them one stood before or behind. In
    the others both had the same place."""

    name: str
    games: int
    ahead: int
    behind: int


class TitleScore(Struct, frozen=True):
    """What became of somebody's games of one title. ``wins`` are those won alone, ``shared`` those won
    with others."""

    title: str
    games: int
    wins: int
    shared: int
    seats: tuple[SeatScore, ...]
    rivals: tuple[Rival, ...]
    """The people met most often first, and no more than 50."""


class Scores(Struct, frozen=True):
    """What became of somebody's finished games, as far as who asks may look at them."""

    name: str
    games: int = 0
    wins: int = 0
    shared: int = 0
    titles: tuple[TitleScore, ...] = ()
    rivals: tuple[Rival, ...] = ()
    """Those of all titles together, likewise."""
