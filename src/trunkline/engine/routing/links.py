"""The board as trains see it: stops, and the chains of plain track between them.

Choices on plain track do not matter in themselves: between two stops a train uses one of a few chains. If a
chain uses all the track of another chain between the same stops and more, it is never better and is left out.
A chain is traced again only if one of its hexes has changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple, cast

from trunkline.engine.routing.check import lane_bit, side_lanes, stub_bit
from trunkline.engine.track.map_index import STOP, STOPS_A_HEX, MapIndex, Piece
from trunkline.engine.track.track_state import TrackState

CHAIN_STEPS: Final = 5_000
"""Maximum sides crossed in tracing the chains from one stop. Boards of plain junctions would never end."""

LINKS: Final = "links"
"""The key under which a position caches its links."""
WALKS: Final = "walks"
"""The key under which a board's tables cache the latest walk from each stop."""

TRIED: Final = "tried"
"""The key under which they cache the latest walk from each stop for each lay considered."""
MOST_TRIED: Final = 20_000
"""Maximum number of these walks."""


class TrackLink(NamedTuple):
    """A chain of plain track between two stops."""

    a: int
    b: int
    """The numbers of the two stops; a is lower than b."""
    track: int
    """Bits of the track it uses."""
    hexes: int
    """Number of sides it crosses."""
    via: tuple[str, ...]
    """Hexes between the two stops, from a to b."""

    def way(self, start: int) -> tuple[int, tuple[str, ...]]:
        """Return the other stop, and the hexes on the way to it."""
        return (self.b, self.via) if start == self.a else (self.a, self.via[::-1])


class _Walk:
    """The chains that start at one stop and end at a stop with a higher number."""

    def __init__(self, pos: TrackState, start: int) -> None:
        self.start = start
        self.steps = 0
        self.found: dict[int, list[TrackLink]] = {}
        """The chains by the stop at the other end."""
        h, s = divmod(start, STOPS_A_HEX)
        self.seen: dict[int, Piece] = {h: pos.pieces[h]}
        """The track on each hex that the walk entered."""
        self.entered: dict[int, int] = {}
        """Bit mask of the edges by which the walk entered each hex."""
        for end in pos.pieces[h].at[STOP + s]:
            if end < STOP:
                self._cross(pos, STOP * h + end, 0, ())
            elif end - STOP > s:
                track = stub_bit(pos.tables, h, s, end - STOP)
                self._add(pos, STOPS_A_HEX * h + end - STOP, track, 0, ())
        self.links = [link for group in self.found.values() for link in _undominated(group)]

    def holds(self, pos: TrackState) -> bool:
        """Return whether nothing on the walk has changed."""
        pieces = pos.pieces
        return all(pieces[h] is piece for h, piece in self.seen.items())

    def minds(self, h: int, piece: Piece) -> bool:
        """Return whether another piece on a hex of the walk could change the walk."""
        was, entered = self.seen[h], self.entered.get(h, 0)
        return was.doubles != piece.doubles or any(
            was.at[edge] != piece.at[edge] for edge in range(STOP) if entered >> edge & 1
        )

    def _add(self, pos: TrackState, to: int, track: int, hexes: int, via: tuple[str, ...]) -> None:
        if to > self.start and pos.tables.place[to] != pos.tables.place[self.start]:
            self.found.setdefault(to, []).append(TrackLink(self.start, to, track, hexes, via))

    def _cross(self, pos: TrackState, face: int, track: int, via: tuple[str, ...]) -> None:
        """Cross the side of a face that the chain has reached, and continue."""
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
                    self._cross(pos, STOP * h + end, track | bit, (*via, pos.tables.names[h]))
                else:
                    self._add(pos, STOPS_A_HEX * h + end - STOP, track | bit, len(via) + 1, via)


class Links:
    """All links of a position; the same for all corporations. Get them with `links_of`."""

    def __init__(self, walks: dict[int, _Walk]) -> None:
        self._walks = walks
        self.links: tuple[TrackLink, ...] = tuple(link for walk in walks.values() for link in walk.links)
        self.complete: bool = all(walk.steps < CHAIN_STEPS for walk in walks.values())
        """False if there were too many chains to trace."""
        self._out: dict[int, tuple[tuple[int, TrackLink], ...]] | None = None
        self._seeing: dict[int, list[int]] | None = None

    @property
    def out(self) -> dict[int, tuple[tuple[int, TrackLink], ...]]:
        """The links from each stop, with the stop at the other end."""
        if self._out is None:
            self._out = self._ways()
        return self._out

    def _ways(self) -> dict[int, tuple[tuple[int, TrackLink], ...]]:
        out: dict[int, list[tuple[int, TrackLink]]] = {}
        for link in self.links:
            out.setdefault(link.a, []).append((link.b, link))
            out.setdefault(link.b, []).append((link.a, link))
        return {g: tuple(ways) for g, ways in out.items()}

    def _seen_from(self, h: int) -> list[int]:
        """Return the stops whose walks entered a hex."""
        if self._seeing is None:
            found: dict[int, list[int]] = {}
            for start, walk in self._walks.items():
                for met in walk.seen:
                    found.setdefault(met, []).append(start)
            self._seeing = found
        return self._seeing.get(h, [])

    def after(self, pos: TrackState, h: int) -> LinkChange:
        """Return the change of the links in a position that differs on one hex."""
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
    """The effect of a lay on the links of a board."""

    def __init__(
        self,
        gone: frozenset[TrackLink],
        new: frozenset[TrackLink],
        walks: dict[int, _Walk],
        instead: dict[int, _Walk | None],
    ) -> None:
        self.gone = gone
        self.new = new
        self._walks, self._instead = walks, instead
        self._links: Links | None = None

    @property
    def links(self) -> Links:
        """All links after the change, computed on first use."""
        if self._links is None:
            found = {**self._walks, **self._instead}
            self._links = Links({start: walk for start, walk in sorted(found.items()) if walk is not None})
        return self._links


def _starts(pos: TrackState) -> Iterator[int]:
    for h, piece in enumerate(pos.pieces):
        for s in range(len(piece.stops)):
            if piece.at[STOP + s]:
                yield STOPS_A_HEX * h + s


def _undominated(group: list[TrackLink]) -> list[TrackLink]:
    """Return the links between two stops, without those that use all the track of another one."""
    if len(group) == 1:
        return group
    group = sorted(set(group), key=lambda link: (link.track.bit_count(), link.hexes, link.via))
    kept: list[TrackLink] = []
    for link in group:
        if not any(other.track & link.track == other.track for other in kept):
            kept.append(link)
    return kept


_Walks = dict[int, _Walk]


def _walks_of(tables: MapIndex) -> _Walks:
    """Return the latest walk from each stop of a board."""
    return cast("_Walks", tables.kept.setdefault(WALKS, {}))


def _tried(pos: TrackState, start: int, h: int) -> _Walk:
    """Return the walk from a stop after a change of a hex. Cached, because searches repeat the same lays."""
    known = cast("dict[tuple[int, int, int], _Walk]", pos.tables.kept.setdefault(TRIED, {}))
    key = start, h, pos.pieces[h].uid
    walk = known.get(key)
    if walk is None or not walk.holds(pos):
        if len(known) >= MOST_TRIED:
            known.clear()
        walk = known[key] = _Walk(pos, start)
    return walk


def links_of(pos: TrackState) -> Links:
    """Return the links of a position. They are cached, and walks without a changed hex are reused."""
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
