"""Finds places for all that is written on a hex together: what is written first finds the most room."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from trunkline.art.lettering import Item
from trunkline.art.room import PlacedItem, Room, Wish

WEIGHTS = {"name": 1.0, "pill": 1.0, "cost": 1.0, "label": 0.5}
"""How much it matters that something is written large."""
ACROSS = 0.25
"""What a cell of track under a text costs, in units of size."""
LOST = {"label": 60.0, "icon": 200.0}
"""A label makes way first: whoever lays a tile sees it there too."""
NEVER = 1000.0
GOOD = 0.5
"""An arrangement that is no worse is taken at once."""


class Wanted(NamedTuple):
    """Something to be written, the ways to write it, the best first, and where it would best be."""

    ways: Sequence[Item]
    wish: Wish
    beside: float = 0
    """It is written across track rather than smaller than this."""


def arranged(room: Room, wanted: Sequence[Wanted]) -> tuple[tuple[PlacedItem, ...], Room]:
    """Places for all of this, in its order, and the room that is left.

    Things are placed in the order given; where that leaves one small or across track, or without a place, in
    the order that does it best.
    """
    best: tuple[float, list[PlacedItem | None], Room] | None = None
    for order in _orders(wanted):
        left = room.copy()
        found: list[PlacedItem | None] = [None] * len(wanted)
        for index in order:
            ways, wish, beside = wanted[index]
            found[index] = left.put(ways, wish, beside=beside)
        cost = sum(_cost(want, box) for want, box in zip(wanted, found, strict=True))
        if best is None or cost < best[0]:
            best = cost, found, left
        if cost <= GOOD:
            break
    assert best is not None
    return tuple(box for box in best[1] if box is not None), best[2]


def _orders(wanted: Sequence[Wanted]) -> Iterator[tuple[int, ...]]:
    """Every order of unlike things; like ones, such as signs, keep theirs."""
    kinds = [want.ways[0].kind for want in wanted]
    groups = {kind: [at for at, other in enumerate(kinds) if other == kind] for kind in dict.fromkeys(kinds)}
    for order in itertools.permutations(groups):
        yield tuple(itertools.chain.from_iterable(groups[kind] for kind in order))


def _cost(want: Wanted, box: PlacedItem | None) -> float:
    if box is None:
        return LOST.get(want.ways[0].kind, NEVER)
    best = want.ways[0]
    return WEIGHTS.get(best.kind, 0.0) * (best.size - box.item.size) + ACROSS * box.across
