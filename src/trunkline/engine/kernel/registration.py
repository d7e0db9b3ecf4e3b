"""The data that a title's package provides to the list of titles."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from trunkline.engine.board import Board
from trunkline.engine.kernel.context import Title


class About(NamedTuple):
    """A description of a title."""

    id: str
    name: str
    players: tuple[int, int]
    """Fewest and most players."""
    variants: tuple[str, ...]
    rules: tuple[str, ...]
    """Readings of its rules, the default first."""
    designers: str
    board_note: str = ""
    """A note for players about its board; empty if the board is as printed."""
    other_boards: bool = False
    """True if players may replace its board with their own board file."""
    rulings: int = 1
    """The version of its rulings. It rises when a fix changes what is legal. Games keep their version."""
    rulings_kept: int = 1
    """The first supported version. Older games use the current rulings if every action is legal by them."""
    variant_notes: Mapping[str, str] = MappingProxyType({})
    """A few words on the change that each variant makes."""
    reading_notes: Mapping[str, str] = MappingProxyType({})
    """A few words on each reading in ``rules``."""
    teaching: bool = False
    """True for the title that comes with Trunkline for teaching. It is no published game, so the statistics,
    the reference data set and the speed tests leave it out."""


class TitlePackage(NamedTuple):
    """A complete title: everything that Trunkline asks of its package."""

    about: About
    board: Callable[[], Board]
    """The function that returns the board: the printed data of its components."""
    build: Callable[[Board, tuple[str, ...], str, str, int], Title]
    """The function that builds the title on a board. Its other arguments are the variants, a reading of the
    rules, a setting of ``runs``, and a version of the rulings."""
    rows: Mapping[str, str]
    """The choices that differ between its readings, each with the row of its ruling."""
    hands: Callable[[int], tuple[str, ...]] = lambda players: ()
    """The function that returns the random hands for a number of players; empty if there are none."""
