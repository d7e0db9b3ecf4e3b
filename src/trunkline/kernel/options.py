"""What a game is played with, as it stands in the head of a save."""

from __future__ import annotations

import msgspec


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of one game. ``players`` are in seat order, as drawn or given."""

    title: str
    players: tuple[str, ...]
    seed: int = 0
    variants: tuple[str, ...] = ()
    rules: str = "printed"
    runs: str = "best"
    seating: str = "given"
    deal: tuple[str, ...] = ()
    """What chance dealt before the first turn, as the title understands it; empty where nothing is dealt."""
    board: str = ""
    """The text of a board file that takes the place of the title's own; empty: the title's own."""
    rulings: int = 0
    """The version of the title's rulings that it is played by, that of the day it began; 0: today's."""
