"""What a title's package hands to the list of titles."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from trunkline.board import Board
from trunkline.kernel.table import Title


class About(NamedTuple):
    """What a title offers."""

    id: str
    name: str
    players: tuple[int, int]
    """Fewest and most."""
    variants: tuple[str, ...]
    rules: tuple[str, ...]
    """Readings of its rules, the default first."""
    designers: str
    board_note: str = ""
    """What players should know about its board; empty where it is as printed."""
    other_boards: bool = False
    """Whether a board file of the players' own may take the place of its board."""
    rulings: int = 1
    """The version of its rulings; it rises when a mend changes what is legal, and games keep theirs."""
    rulings_kept: int = 1
    """The first version that is kept. Games of an earlier one go on by today's where every action holds."""
    variant_notes: Mapping[str, str] = MappingProxyType({})
    """The change that each variant makes, in a few words."""


class Package(NamedTuple):
    """A title as a whole: all that is asked of its package."""

    about: About
    board: Callable[[], Board]
    """What is printed on its components."""
    build: Callable[[Board, tuple[str, ...], str, str, int], Title]
    """Puts the title together on a board, for variants, a reading of its rules, a setting of ``runs``, and a
    version of its rulings."""
    rows: Mapping[str, str]
    """The choices that tell its readings apart, each with the row of its rulings."""
    hands: Callable[[int], tuple[str, ...]] = lambda players: ()
    """What is dealt at random among so many players, one to each; empty where nothing is."""
