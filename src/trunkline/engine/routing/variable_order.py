"""The order in which the search decides on links. It keeps few stops half decided at any time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

STARTS: Final = 6
"""Number of stops from which the order is tried."""


def stop_order(pairs: Iterable[tuple[int, int]]) -> list[int]:
    """Return the places joined by ``pairs``, in an order that keeps few places half decided.

    Places are finished one by one, always the neighbour of finished places that adds the fewest new ones. The
    best of several starts is used. The answer depends only on the pairs.
    """
    near: dict[int, int] = {}
    names: list[int] = []
    for a, b in pairs:
        for place in (a, b):
            if place not in near:
                near[place] = 0
                names.append(place)
    names.sort()
    number = {place: i for i, place in enumerate(names)}
    masks = [0] * len(names)
    for a, b in pairs:
        masks[number[a]] |= 1 << number[b]
        masks[number[b]] |= 1 << number[a]
    firsts = sorted(range(len(names)), key=lambda i: (masks[i].bit_count(), i))[:STARTS]
    best: list[int] = []
    narrowest = 0
    for first in firsts:
        width, order = _from(first, masks, narrowest)
        if order:
            narrowest, best = width, order
    return [names[i] for i in best]


def _from(first: int, masks: list[int], narrowest: int) -> tuple[int, list[int]]:
    """Return an order that begins with one place, and its width (a sum over all steps). Return no order if
    its width is not less than ``narrowest``, unless that is 0."""
    order: list[int] = []
    wide = 0
    left = (1 << len(masks)) - 1
    seen = 0
    open_places: list[int] = []
    next_one = first
    while True:
        order.append(next_one)
        left &= ~(1 << next_one)
        fresh = masks[next_one] & left & ~seen
        seen |= fresh
        if next_one in open_places:
            open_places.remove(next_one)
        while fresh:
            low = fresh & -fresh
            open_places.append(low.bit_length() - 1)
            fresh ^= low
        wide += 1 << (2 * len(open_places))
        if 0 < narrowest <= wide:
            return wide, []
        if not left:
            return wide, order
        room = left & ~seen
        if open_places:
            # On a tie, min() takes the place that was opened first.
            next_one = min(open_places, key=lambda i: (masks[i] & room).bit_count())
        else:
            next_one = (left & -left).bit_length() - 1
