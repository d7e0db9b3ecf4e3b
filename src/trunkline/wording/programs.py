"""The players that can take a seat, in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from trunkline.players.entrants import BUILT_IN


class Level(NamedTuple):
    """What a program is called, and how such programs play."""

    label: str
    about: str


LEVELS: dict[str, Level] = {
    "random": Level("random player", "play at random, and know no better"),
    "clerk": Level("clerk", "play by rules of thumb, for first games"),
    "director": Level("director", "play with foresight"),
    "tycoon": Level("tycoon", "try moves out before they play, and take their time"),
}


def levels(others: Iterable[str] = ()) -> dict[str, Level]:
    """Every program there is, by its name; ``others`` are those that a table offers beside ours."""
    ours = {name: LEVELS.get(name, Level(name, "")) for name in BUILT_IN}
    return ours | {name: Level(name, "play as a program of this table's own") for name in others}


def taken_by(name: str, kind: str) -> str:
    """Who plays for a name."""
    level = levels().get(kind)
    if level is not None:
        return f"A {level.label} plays for {name}"
    return f"{name} is played by a person" if kind == "person" else f"{kind} plays for {name}"
