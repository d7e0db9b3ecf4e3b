"""The ranking of players, during a game and after its end."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass
from typing import NamedTuple


class Standing(NamedTuple):
    """A player's place: 1 is the best. Players with equal worth in dollars share a place."""

    player: str
    worth: int
    place: int


@dataclass(frozen=True)
class Result:
    """The result of a finished game: the reason for its end, and the winners (several on a tie)."""

    reason: str
    winners: tuple[str, ...]
    standings: tuple[Standing, ...]


def ranked(worth: Mapping[str, int], ties_shared: bool, gone: Container[str] = frozenset()) -> list[Standing]:
    """Return the players by worth in dollars, the richest first. Players who left the game come last.

    If ties are not shared, players of equal worth are in alphabetical order.
    """
    rank = {name: (name in gone, -dollars) for name, dollars in worth.items()}
    if ties_shared:
        names = sorted(rank, key=rank.__getitem__)
        better = [sum(other < rank[name] for other in rank.values()) for name in names]
    else:
        names = sorted(rank, key=lambda name: (rank[name], name))
        better = list(range(len(names)))
    return [Standing(name, worth[name], 1 + ahead) for name, ahead in zip(names, better, strict=True)]
