"""The board seen by trains: stops, and the chains of plain track between them.

Plain track has no choices that matter by itself: what a train uses between two stops is one of a few
chains. Of chains between the same stops one that uses all the track of another and more is never better and
is left out. A chain is walked again only when a hex that it touched has changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple, cast

from trunkline.runs.check import lane_bit, side_lanes, stub_bit
from trunkline.track.position import Position
from trunkline.track.tables import STOP, STOPS_A_HEX, MapTables, Piece

CHAIN_STEPS: Final = 5_000
"""Sides crossed in walking the chains from one stop; boards of plain junctions only would never end."""

LINKS: Final = "links"
"""Where a position keeps its links."""
WALKS: Final = "walks"
"""Where a board's tables keep the latest walk from each stop."""

TRIED: Final = "tried"
"""Where they keep the latest walk from each stop for each lay that was thought of."""
MOST_TRIED: Final = 20_000
"""How many of these at the most."""


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

    def way(self, start: int) -> tuple[int, tuple[str, ...]]:
        """From one of its stops the other, and the hexes between."""
        return (self.b, self.via) if start == self.a else (self.a, self.via[::-1])


class _Walk:
    """The chains that start at one stop and end at a later one."""

    def __init__(self, pos: Position, start: int) -> None:
        self.pos, self.start = pos, start
        self.steps = 0
        self.found: dict[int, list[Link]] = {}
        """By the stop at the other end."""
        h, s = divmod(start, STOPS_A_HEX)
        self.seen: dict[int, Piece] = {h: pos.pieces[h]}
        """What lay on each hex that was looked at."""
        self.entered: dict[int, int] = {}
        """Bit mask of the edges by which it was come to."""
        for end in pos.pieces[h].at[STOP + s]:
            if end < STOP:
                self._cross(STOP * h + end, 0, ())
            elif end - STOP > s:
                track = stub_bit(pos.tables, h, s, end - STOP)
                self._add(STOPS_A_HEX * h + end - STOP, track, 0, ())
        self.links = [link for group in self.found.values() for link in _undominated(group)]

    def holds(self, pos: Position) -> bool:
        """Whether nothing that the walk met has changed."""
        pieces = pos.pieces
        return all(pieces[h] is piece for h, piece in self.seen.items())

    def minds(self, h: int, piece: Piece) -> bool:
        """Whether it could go another way with another piece on a hex that it has come to."""
        was, entered = self.seen[h], self.entered.get(h, 0)
        return was.doubles != piece.doubles or any(
            was.at[edge] != piece.at[edge] for edge in range(STOP) if entered >> edge & 1
        )

    def _add(self, to: int, track: int, hexes: int, via: tuple[str, ...]) -> None:
        if to > self.start and self.pos.tables.place[to] != self.pos.tables.place[self.start]:
            self.found.setdefault(to, []).append(Link(self.start, to, track, hexes, via))

    def _cross(self, face: int, track: int, via: tuple[str, ...]) -> None:
        """Cross the side of a face that the chain has come to, and go on."""
        pos = self.pos
        beyond = pos.tables.mate[face]
        if beyond < 0 or self.steps >= CHAIN_STEPS:
            return
        self.steps += 1
        h, edge = divmod(beyond, STOP)
        piece = self.seen[h] = pos.pieces[h]
        self.entered[h] = self.entered.get(h, 0) | 1 << edge
        for lane in range(side_lanes(pos, face) if piece.at[edge] else 0):
            bit = lane_bit(min(face, beyond), lane)
            if track & bit:
                return
            for end in piece.at[edge]:
                if end < STOP:
                    self._cross(STOP * h + end, track | bit, (*via, pos.tables.names[h]))
                else:
                    self._add(STOPS_A_HEX * h + end - STOP, track | bit, len(via) + 1, via)


class Links:
    """All links of a position; the same for all companies. Get them with `links_of`."""

    def __init__(self, walks: dict[int, _Walk]) -> None:
        self._walks = walks
        self.links: tuple[Link, ...] = tuple(link for walk in walks.values() for link in walk.links)
        self.complete: bool = all(walk.steps < CHAIN_STEPS for walk in walks.values())
        """False if there were too many chains to walk."""
        self._out: dict[int, tuple[tuple[int, Link], ...]] | None = None
        self._seeing: dict[int, list[int]] | None = None

    @property
    def out(self) -> dict[int, tuple[tuple[int, Link], ...]]:
        """For each stop the links from it, with the stop at the other end."""
        if self._out is None:
            self._out = self._ways()
        return self._out

    def _ways(self) -> dict[int, tuple[tuple[int, Link], ...]]:
        out: dict[int, list[tuple[int, Link]]] = {}
        for link in self.links:
            out.setdefault(link.a, []).append((link.b, link))
            out.setdefault(link.b, []).append((link.a, link))
        return {g: tuple(ways) for g, ways in out.items()}

    def _seen_from(self, h: int) -> list[int]:
        """The stops whose walks met a hex."""
        if self._seeing is None:
            found: dict[int, list[int]] = {}
            for start, walk in self._walks.items():
                for met in walk.seen:
                    found.setdefault(met, []).append(start)
            self._seeing = found
        return self._seeing.get(h, [])

    def after(self, pos: Position, h: int) -> LinkChange:
        """What becomes of the links in a position that differs from theirs on one hex."""
        walks = self._walks
        piece = pos.pieces[h]
        again = [
            start
            for start in self._seen_from(h)
            if start // STOPS_A_HEX != h and walks[start].minds(h, piece)
        ]
        old = [start for start in range(STOPS_A_HEX * h, STOPS_A_HEX * (h + 1)) if start in walks]
        here = [STOPS_A_HEX * h + s for s in range(len(piece.stops)) if piece.at[STOP + s]]
        fresh = {start: _tried(pos, start, h) for start in (*again, *here)}
        before = {link for start in (*again, *old) for link in walks[start].links}
        now = {link for walk in fresh.values() for link in walk.links}
        instead = {**dict.fromkeys(old), **fresh}
        return LinkChange(frozenset(before - now), frozenset(now - before), walks, instead)


class LinkChange:
    """What a lay does to the links of a board."""

    def __init__(
        self,
        gone: frozenset[Link],
        new: frozenset[Link],
        walks: dict[int, _Walk],
        instead: dict[int, _Walk | None],
    ) -> None:
        self.gone = gone
        self.new = new
        self._walks, self._instead = walks, instead
        self._links: Links | None = None

    @property
    def links(self) -> Links:
        """All links after it, found when they are first asked for."""
        if self._links is None:
            found = {**self._walks, **self._instead}
            self._links = Links({start: walk for start, walk in sorted(found.items()) if walk is not None})
        return self._links


def _starts(pos: Position) -> Iterator[int]:
    for h, piece in enumerate(pos.pieces):
        for s in range(len(piece.stops)):
            if piece.at[STOP + s]:
                yield STOPS_A_HEX * h + s


def _undominated(group: list[Link]) -> list[Link]:
    """The links between two stops without those that use all the track of another one."""
    if len(group) == 1:
        return group
    group = sorted(set(group), key=lambda link: (link.track.bit_count(), link.hexes, link.via))
    kept: list[Link] = []
    for link in group:
        if not any(other.track & link.track == other.track for other in kept):
            kept.append(link)
    return kept


_Walks = dict[int, _Walk]


def _walks_of(tables: MapTables) -> _Walks:
    """The latest walk from each stop of a board."""
    return cast("_Walks", tables.kept.setdefault(WALKS, {}))


def _tried(pos: Position, start: int, h: int) -> _Walk:
    """The walk from a stop once a hex has changed: the same lays are thought of again and again."""
    known = cast("dict[tuple[int, int, int], _Walk]", pos.tables.kept.setdefault(TRIED, {}))
    key = start, h, pos.pieces[h].uid
    walk = known.get(key)
    if walk is None or not walk.holds(pos):
        if len(known) >= MOST_TRIED:
            known.clear()
        walk = known[key] = _Walk(pos, start)
    return walk


def links_of(pos: Position) -> Links:
    """The links of a position, found once; what no lay has touched is taken over from the last one."""
    found = pos.kept.get(LINKS)
    if not isinstance(found, Links):
        known = _walks_of(pos.tables)
        walks: dict[int, _Walk] = {}
        for start in _starts(pos):
            walk = known.get(start)
            if walk is None or not walk.holds(pos):
                walk = known[start] = _Walk(pos, start)
            walks[start] = walk
        found = pos.kept[LINKS] = Links(walks)
    return found
