"""The network folded for route search: stops, and the chains of plain track between them.

Plain track has no choices that matter by itself: what a train uses between two stops is one of a few
chains. Of chains between the same stops one that uses all the track of another and more is never better and
is left out.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from trunkline.kernel.map.position import Position
from trunkline.kernel.map.tables import STOP, STOPS_A_HEX
from trunkline.kernel.routes.check import side_lanes

CHAIN_STEPS: Final = 20_000
"""Steps allowed for walking chains; boards of plain junctions only would never end otherwise."""


class Link(NamedTuple):
    """A chain of plain track between two stops."""

    a: int
    b: int
    """The stops it joins, by number, a below b."""
    track: int
    """Bits of the track it uses."""
    hexes: int
    """Sides it crosses."""
    via: tuple[str, ...]
    """Hexes between the two stops, from a to b."""


class Links:
    """All links of a position; the same for all companies."""

    def __init__(self, pos: Position) -> None:
        self.pos = pos
        self.complete = True
        """False if there were too many chains to walk."""
        self._bits: dict[tuple[int, ...], int] = {}
        found: dict[tuple[int, int], list[Link]] = {}
        self._steps = 0
        for h, piece in enumerate(pos.pieces):
            for s in range(len(piece.stops)):
                self._walk_from(h, s, found)
        self.links: tuple[Link, ...] = tuple(link for group in found.values() for link in _undominated(group))
        out: dict[int, list[tuple[int, Link]]] = {}
        for link in self.links:
            out.setdefault(link.a, []).append((link.b, link))
            out.setdefault(link.b, []).append((link.a, link))
        self.out: dict[int, tuple[tuple[int, Link], ...]] = {g: tuple(ways) for g, ways in out.items()}
        """For each stop the links from it, with the stop at the other end."""

    def _bit(self, *track: int) -> int:
        found = self._bits.get(track)
        if found is None:
            found = self._bits[track] = 1 << len(self._bits)
        return found

    def _walk_from(self, h: int, s: int, found: dict[tuple[int, int], list[Link]]) -> None:
        pos = self.pos
        start = STOPS_A_HEX * h + s
        for end in pos.pieces[h].at[STOP + s]:
            if end < STOP:
                self._cross(start, STOP * h + end, 0, (), found)
            elif STOPS_A_HEX * h + end - STOP > start:
                other = STOPS_A_HEX * h + end - STOP
                found.setdefault((start, other), []).append(
                    Link(start, other, self._bit(-1, start, other), 0, ())
                )

    def _cross(
        self,
        start: int,
        face: int,
        track: int,
        via: tuple[str, ...],
        found: dict[tuple[int, int], list[Link]],
    ) -> None:
        """Cross the side of a face that the chain has come to, and go on."""
        pos = self.pos
        beyond = pos.tables.mate[face]
        if beyond < 0:
            return
        self._steps += 1
        if self._steps > CHAIN_STEPS:
            self.complete = False
            return
        side = min(face, beyond)
        h, edge = divmod(beyond, STOP)
        piece = pos.pieces[h]
        if not piece.at[edge]:
            return
        for lane in range(side_lanes(pos, face)):
            bit = self._bit(side, lane)
            if track & bit:
                return
            for end in piece.at[edge]:
                if end < STOP:
                    self._cross(start, STOP * h + end, track | bit, (*via, pos.tables.names[h]), found)
                    continue
                other = STOPS_A_HEX * h + end - STOP
                if other > start and pos.tables.place[other] != pos.tables.place[start]:
                    link = Link(start, other, track | bit, len(via) + 1, via)
                    found.setdefault((start, other), []).append(link)


def _undominated(group: list[Link]) -> list[Link]:
    """The links between two stops without those that use all the track of another one."""
    group = sorted(set(group), key=lambda link: (link.track.bit_count(), link.hexes, link.via))
    kept: list[Link] = []
    for link in group:
        if not any(other.track & link.track == other.track for other in kept):
            kept.append(link)
    return kept


def links_of(pos: Position) -> Links:
    """The links of a position, found once."""
    found = pos.kept.get("links")
    if not isinstance(found, Links):
        found = pos.kept["links"] = Links(pos)
    return found
