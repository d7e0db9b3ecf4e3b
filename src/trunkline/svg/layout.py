"""Joint placement of all texts on a hex. The first text placed gets the most space."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from trunkline.svg.labels import Label
from trunkline.svg.placement import HexSpace, PlacedItem, Wish

WEIGHTS = {"name": 1.0, "pill": 1.0, "cost": 1.0, "label": 0.5}
"""Weight of writing each kind of text large."""
ACROSS = 0.25
"""Cost of each cell of track under a text, in units of size."""
LOST = {"label": 60.0, "icon": 200.0}
"""Cost of leaving out a kind of text. A label gives way first: a player who lays a tile sees it there too."""
NEVER = 1000.0
GOOD = 0.5
"""Highest cost at which an arrangement is accepted without trying others."""


class LabelRequest(NamedTuple):
    """A text or sign to place: the ways to draw it, the best first, and its preferred position."""

    ways: Sequence[Label]
    wish: Wish
    beside: float = 0
    """Smallest size to try next to track. Below it, the text is written across track."""


def arranged(room: HexSpace, wanted: Sequence[LabelRequest]) -> tuple[tuple[PlacedItem, ...], HexSpace]:
    """Return a place for each item, in the given order, and the space that is left.

    Items are first placed in the given order. If that leaves an item small, across track or without a place,
    other orders are tried and the best one is used.
    """
    best: tuple[float, list[PlacedItem | None], HexSpace] | None = None
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


def _orders(wanted: Sequence[LabelRequest]) -> Iterator[tuple[int, ...]]:
    """Yield every order of the different kinds. Items of the same kind, such as signs, keep their order."""
    kinds = [want.ways[0].kind for want in wanted]
    groups = {kind: [at for at, other in enumerate(kinds) if other == kind] for kind in dict.fromkeys(kinds)}
    for order in itertools.permutations(groups):
        yield tuple(itertools.chain.from_iterable(groups[kind] for kind in order))


def _cost(want: LabelRequest, box: PlacedItem | None) -> float:
    if box is None:
        return LOST.get(want.ways[0].kind, NEVER)
    best = want.ways[0]
    return WEIGHTS.get(best.kind, 0.0) * (best.size - box.item.size) + ACROSS * box.across
