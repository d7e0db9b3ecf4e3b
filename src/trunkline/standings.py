"""Who stands where, while a game goes on and once it has ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple


class Standing(NamedTuple):
    """A player's place: 1 is the best, and equal worth (dollars) shares a place."""

    player: str
    worth: int
    place: int


@dataclass(frozen=True)
class Result:
    """How a finished game ended: why, and who won (several on a tie)."""

    reason: str
    winners: tuple[str, ...]
    standings: tuple[Standing, ...]


def ranked(worth: Mapping[str, int], ties_shared: bool) -> list[Standing]:
    """The players by worth in dollars, the richest first.

    Where ties are not shared, the alphabet decides between players of equal worth.
    """
    if ties_shared:
        names = sorted(worth, key=lambda name: -worth[name])
        better = [sum(other > worth[name] for other in worth.values()) for name in names]
    else:
        names = sorted(worth, key=lambda name: (-worth[name], name))
        better = list(range(len(names)))
    return [Standing(name, worth[name], 1 + ahead) for name, ahead in zip(names, better, strict=True)]
