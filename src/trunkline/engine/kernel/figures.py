"""Figures that only one title has, such as the loans of a turn, for programs that learn from positions."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from trunkline.engine.kernel.state import State


class Figure(NamedTuple):
    """A figure of the game, of a player or of a corporation."""

    name: str
    read: Callable[[State, str], int]
    """Return the figure: of the player or corporation with this id, or of the game."""
    flag: bool = True
    """True if the figure is 0 or 1, else it is a whole number."""


class Figures(NamedTuple):
    """The figures of a title, in a fixed order."""

    game: tuple[Figure, ...] = ()
    player: tuple[Figure, ...] = ()
    corporation: tuple[Figure, ...] = ()


NO_FIGURES = Figures()
"""Those of a title whose whole state is shared by all titles."""
