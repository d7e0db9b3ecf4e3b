"""Names and descriptions of the players that can take a seat."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from trunkline.players.registry import BUILT_IN


class ProgramInfo(NamedTuple):
    """The name of a bot, and its way of playing."""

    label: str
    about: str


LEVELS: dict[str, ProgramInfo] = {
    "random": ProgramInfo("random player", "play random legal moves"),
    "clerk": ProgramInfo("clerk", "play by simple rules, for first games"),
    "director": ProgramInfo("director", "play with foresight"),
    "tycoon": ProgramInfo("tycoon", "simulate moves before they play, and take longer"),
}


def levels(others: Iterable[str] = ()) -> dict[str, ProgramInfo]:
    """Return every bot by its name; ``others`` are the additional bots that a table offers."""
    ours = {name: LEVELS.get(name, ProgramInfo(name, "")) for name in BUILT_IN}
    return ours | {name: ProgramInfo(name, "custom bots of this server") for name in others}


def player_name(name: str, kind: str) -> str:
    """Return a sentence that names the player or bot for a seat."""
    level = levels().get(kind)
    if level is not None:
        return f"A {level.label} plays for {name}"
    return f"{name} is played by a person" if kind == "person" else f"{kind} plays for {name}"
