"""Names and descriptions of the players that can take a seat."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from trunkline.players.registry import BUILT_IN
from trunkline.util.messages import gettext, gettext_noop, translated

PERSON = "person"
"""The kind of a seat that a person plays."""


class ProgramInfo(NamedTuple):
    """The name of a bot, and its way of playing."""

    label: str
    about: str


LEVELS: dict[str, ProgramInfo] = {
    "random": ProgramInfo(gettext_noop("random player"), gettext_noop("play random legal moves")),
    "clerk": ProgramInfo(gettext_noop("clerk"), gettext_noop("play by simple rules, for first games")),
    "director": ProgramInfo(gettext_noop("director"), gettext_noop("play with foresight")),
    "tycoon": ProgramInfo(
        gettext_noop("tycoon"), gettext_noop("simulate moves before they play, and take longer")
    ),
}
PLAYS: dict[str, str] = {
    "random": gettext_noop("A random player plays for {name}"),
    "clerk": gettext_noop("A clerk plays for {name}"),
    "director": gettext_noop("A director plays for {name}"),
    "tycoon": gettext_noop("A tycoon plays for {name}"),
    PERSON: gettext_noop("{name} is played by a person"),
}
"""Sentences about the player of a seat. ``levels`` has the same bots."""


def levels(others: Iterable[str] = ()) -> dict[str, ProgramInfo]:
    """Return every bot by its name; ``others`` are the additional bots that a table offers."""
    ours = {name: _translated(LEVELS.get(name, ProgramInfo(name, ""))) for name in BUILT_IN}
    return ours | {name: ProgramInfo(name, gettext("custom bots of this server")) for name in others}


def _translated(level: ProgramInfo) -> ProgramInfo:
    return ProgramInfo(translated(level.label), translated(level.about))


def player_name(name: str, kind: str) -> str:
    """Return a sentence that names the player or bot for a seat."""
    if kind in PLAYS:
        return gettext(PLAYS[kind], name=name)
    return gettext("{kind} plays for {name}", kind=kind, name=name)
