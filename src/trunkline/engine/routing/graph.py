"""The links a corporation may use, in the order in which the search decides on them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from trunkline.engine.routing.context import RouteContext
from trunkline.engine.routing.links import TrackLink, links_of
from trunkline.engine.routing.variable_order import stop_order
from trunkline.engine.track.map_index import STOPS_A_HEX
from trunkline.engine.track.track_state import TrackState

RANKS: Final = "ranks"
"""The key under which a position caches the order of the search."""
_LAST: Final = 1e9


class Layer(NamedTuple):
    """One link, and the effect of its decision on the places at its ends.

    A half-decided place has a *slot*, from its first link to its last.
    """

    link: TrackLink
    a: int
    b: int
    """Slots of the places at its ends."""
    end_a: bool
    end_b: bool
    """True if runs can only end there."""
    enter: tuple[int, ...]
    """Slots given to new places before the decision on the link."""
    leave: tuple[int, ...]
    """Slots whose places have no more links after it."""
    conflicts: int
    """Bits of the tracks that it shares with other links."""
    live: int
    """Bits of the tracks that later links use."""


class Graph:
    """The links that one corporation's trains may use."""

    def __init__(self, context: RouteContext, links: Iterable[TrackLink]) -> None:
        self.context = context
        pos = context.position
        place = pos.tables.place
        blocked, _ = context.stops
        rank = _ranks(pos)
        ordered = sorted(links, key=lambda x: (*sorted((rank[place[x.a]], rank[place[x.b]])), x.a, x.track))
        self.tracks = _shared(ordered)
        """For each shared piece of track, the numbers of the links that use it."""
        self.layers: tuple[Layer, ...] = tuple(self._layers(ordered, blocked))
        self.slots = 1 + max((max(layer.a, layer.b) for layer in self.layers), default=-1)

    def _layers(self, links: list[TrackLink], blocked: Collection[int]) -> list[Layer]:
        pos = self.context.position
        place, pieces = pos.tables.place, pos.pieces
        last = {place[g]: i for i, link in enumerate(links) for g in (link.a, link.b)}
        conflicts = [0] * len(links)
        live = [0] * len(links)
        for bit, users in enumerate(self.tracks):
            for i in users:
                conflicts[i] |= 1 << bit
            for i in range(users[-1]):
                live[i] |= 1 << bit
        slot: dict[int, int] = {}
        free: list[int] = []
        used = 0
        layers: list[Layer] = []
        for i, link in enumerate(links):
            enter: list[int] = []
            for g in (link.a, link.b):
                if place[g] not in slot:
                    if free:
                        slot[place[g]] = free.pop()
                    else:
                        slot[place[g]] = used
                        used += 1
                    enter.append(slot[place[g]])
            ends = [g in blocked or pieces[g // STOPS_A_HEX].terminal for g in (link.a, link.b)]
            a, b = slot[place[link.a]], slot[place[link.b]]
            gone = [place[g] for g in (link.a, link.b) if last[place[g]] == i]
            layers.append(
                Layer(
                    link,
                    a,
                    b,
                    ends[0],
                    ends[1],
                    tuple(enter),
                    tuple(slot[p] for p in gone),
                    conflicts[i],
                    live[i],
                )
            )
            free += [slot.pop(p) for p in gone]
        return layers


def _ranks(pos: TrackState) -> dict[int, float]:
    """Return the number of each place in the order of the search."""
    found = pos.kept.get(RANKS)
    if not isinstance(found, dict):
        place = pos.tables.place
        found = pos.kept[RANKS] = _ranked(frozenset([(place[x.a], place[x.b]) for x in links_of(pos).links]))
    return found


@lru_cache(maxsize=64)
def _ranked(pairs: frozenset[tuple[int, int]]) -> dict[int, float]:
    """Return the number of each place. Cached by the joined places, because many lays join no new ones."""
    return {p: float(i) for i, p in enumerate(stop_order(pairs))}


def ranks_of(pos: TrackState, new: Iterable[TrackLink]) -> dict[int, float]:
    """Return the order of a position with new links. New places come next to their neighbours."""
    ranks = _ranks(pos)
    place = pos.tables.place
    found: dict[int, float] = {}
    for link in new:
        a, b = place[link.a], place[link.b]
        for one, other in ((a, b), (b, a)):
            if one not in ranks:
                found[one] = min(found.get(one, _LAST), ranks.get(other, _LAST) + 0.5)
    return ranks | found if found else ranks


def reachable(context: RouteContext) -> list[TrackLink]:
    """Return the links that some route of the corporation could use, given its tokens, its purse and full
    cities."""
    out = links_of(context.position).out
    blocked, own = context.stops
    pieces = context.position.pieces
    seen = set(own)
    wave = sorted(own)
    found: dict[TrackLink, None] = {}
    dear = {hex_id for toll in context.tolls if toll.fee > context.purse for hex_id in toll.hexes}
    while wave:
        g = wave.pop()
        for to, link in out.get(g, ()):
            if not dear.isdisjoint(link.via):
                continue
            found[link] = None
            if to not in seen:
                seen.add(to)
                if to not in blocked and not pieces[to // STOPS_A_HEX].terminal:
                    wave.append(to)
    return list(found)


def _shared(links: list[TrackLink]) -> list[tuple[int, ...]]:
    """Return the tracks that several links use, without tracks whose users all share another track."""
    once = 0
    again = 0
    for link in links:
        again |= once & link.track
        once |= link.track
    users: dict[int, int] = {}
    for i, link in enumerate(links):
        bits = link.track & again
        while bits:
            low = bits & -bits
            users[low] = users.get(low, 0) | 1 << i
            bits ^= low
    groups = sorted(set(users.values()), key=lambda group: (-group.bit_count(), group))
    kept: list[int] = []
    for group in groups:
        if not any(group & other == group for other in kept):
            kept.append(group)
    return [tuple(i for i in range(len(links)) if group >> i & 1) for group in sorted(kept)]
