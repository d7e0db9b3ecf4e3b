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
    "random": Level("random player", "play random legal moves"),
    "clerk": Level("clerk", "play by simple rules, for first games"),
    "director": Level("director", "play with foresight"),
    "tycoon": Level("tycoon", "simulate moves before they play, and take longer"),
}


def levels(others: Iterable[str] = ()) -> dict[str, Level]:
    """Return every bot by its name; ``others`` are the additional bots that a table offers."""
    ours = {name: LEVELS.get(name, Level(name, "")) for name in BUILT_IN}
    return ours | {name: Level(name, "custom bots of this server") for name in others}


def taken_by(name: str, kind: str) -> str:
    """Return a sentence that names the player or bot for a seat."""
    level = levels().get(kind)
    if level is not None:
        return f"A {level.label} plays for {name}"
    return f"{name} is played by a person" if kind == "person" else f"{kind} plays for {name}"
