"""Names and descriptions of the players that can take a seat."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from trunkline.players.entrants import BUILT_IN


class Level(NamedTuple):
    """The name of a bot, and its way of playing."""

    label: str
    about: str


LEVELS: dict[str, Level] = {
    "random": Level("random player", "play at random, and know no better"),
    "clerk": Level("clerk", "play by rules of thumb, for first games"),
    "director": Level("director", "play with foresight"),
    "tycoon": Level("tycoon", "try moves out before they play, and take their time"),
}


def levels(others: Iterable[str] = ()) -> dict[str, Level]:
    """Return every bot by its name; ``others`` are the additional bots that a table offers."""
    ours = {name: LEVELS.get(name, Level(name, "")) for name in BUILT_IN}
    return ours | {name: Level(name, "play as a program of this table's own") for name in others}


def taken_by(name: str, kind: str) -> str:
    """Return a sentence that names the player or bot for a seat."""
    level = levels().get(kind)
    if level is not None:
        return f"A {level.label} plays for {name}"
    return f"{name} is played by a person" if kind == "person" else f"{kind} plays for {name}"
