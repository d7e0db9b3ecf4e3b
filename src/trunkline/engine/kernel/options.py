"""The settings of a game, as written in the header of a save."""

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
    """Random results drawn before the first turn, in the form that the title defines; empty if there are
    none."""
    board: str = ""
    """The text of a board file that replaces the title's board; empty for the title's board."""
    rulings: int = 0
    """The version of the title's rulings from the day the game began; 0 for the current version."""
