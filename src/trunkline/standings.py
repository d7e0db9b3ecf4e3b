"""Who stands where, while a game goes on and once it has ended."""

from __future__ import annotations

from collections.abc import Container, Mapping
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


def ranked(worth: Mapping[str, int], ties_shared: bool, gone: Container[str] = frozenset()) -> list[Standing]:
    """The players by worth in dollars, the richest first, those who have left the game behind them.

    Where ties are not shared, the alphabet decides between players of equal worth.
    """
    rank = {name: (name in gone, -dollars) for name, dollars in worth.items()}
    if ties_shared:
        names = sorted(rank, key=rank.__getitem__)
        better = [sum(other < rank[name] for other in rank.values()) for name in names]
    else:
        names = sorted(rank, key=lambda name: (rank[name], name))
        better = list(range(len(names)))
    return [Standing(name, worth[name], 1 + ahead) for name, ahead in zip(names, better, strict=True)]
