"""The players that can take a seat, in words."""

from __future__ import annotations

from typing import NamedTuple

from trunkline.players.entrants import BUILT_IN


class Level(NamedTuple):
    """What a program is called, and how it plays."""

    label: str
    about: str


LEVELS: dict[str, Level] = {
    "random": Level("random player", "plays at random, and knows no better"),
    "clerk": Level("clerk", "plays by rules of thumb, for first games"),
    "director": Level("director", "plays with foresight"),
    "tycoon": Level("tycoon", "looks ahead, and takes its time"),
}


def levels() -> dict[str, Level]:
    """Every program there is, by its name."""
    return {name: LEVELS.get(name, Level(name, "")) for name in BUILT_IN}
