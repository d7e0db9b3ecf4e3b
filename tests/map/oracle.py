"""A slow, plain search that the fast ones are compared with, and odd boards to compare them on."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable

from map.boards import Markers, Tiles
from trunkline.kernel.map import MapTables, Marker, Position, lays_on, stops_at, supply_left
from trunkline.kernel.map.tables import STOP, STOPS_A_HEX


class Walk:
    """All simple paths from some stops, walked one by one."""

    def __init__(
        self, pos: Position, starts: Iterable[int], blocked: Collection[int], limit: int = 50_000
    ) -> None:
        self.pos, self.blocked, self.limit = pos, blocked, limit
        self.faces: set[int] = set()
        self.stops: set[int] = set()
        self.segments: set[tuple[int, int, int]] = set()
        """Track on which some path runs, perhaps up to a dead end: hex and its two ends, the lower first."""
        self.steps = 0
        for g in starts:
            self.stops.add(g)
            self._on(g // STOPS_A_HEX, STOP + g % STOPS_A_HEX, frozenset({-1 - g}))

    @property
    def complete(self) -> bool:
        """Whether the limit sufficed."""
        return self.steps <= self.limit

    def _on(self, h: int, end: int, used: frozenset[int]) -> None:
        self.steps += 1
        if not self.complete:
            return
        pieces, mate = self.pos.pieces, self.pos.tables.mate
        for onward in pieces[h].at[end]:
            segment = (h, min(end, onward), max(end, onward))
            if onward < STOP:
                face = STOP * h + onward
                other = mate[face]
                side = min(face, other)
                if side in used:
                    continue
                self.segments.add(segment)
                if other >= 0:
                    self.faces.add(other)
                    self._on(other // STOP, other % STOP, used | {side})
            else:
                g = STOPS_A_HEX * h + onward - STOP
                if -1 - g in used:
                    continue
                self.segments.add(segment)
                self.stops.add(g)
                if not pieces[h].terminal and g not in self.blocked:
                    self._on(h, onward, used | {-1 - g})


def random_board(tables: MapTables, rng: random.Random, lays: int) -> tuple[Tiles, Markers]:
    """A board grown by random lays that fit the printed components, with random markers of four companies."""
    tiles: Tiles = {}
    near = rng.sample(tables.names, 6)
    for _ in range(lays):
        hex_id = rng.choice(near)
        choices = [p for p in lays_on(tables, tiles, hex_id) if supply_left(tables, tiles, p.tile) != 0]
        if not choices:
            near.append(rng.choice(tables.names))
            continue
        tiles[hex_id] = rng.choice(choices)
        h = tables.index[hex_id]
        mates = [tables.mate[STOP * h + e] for e in range(STOP) if tables.piece(*tiles[hex_id]).at[e]]
        near += [tables.names[m // STOP] for m in mates if m >= 0]
    markers: Markers = {}
    for hex_id in tables.names:
        for s, stop in enumerate(stops_at(tables, tiles, hex_id)):
            for slot in range(stop.slots):
                if rng.random() < 0.4 and (hex_id in tiles or rng.random() < 0.1):
                    marker = Marker(s, rng.choice("WXYZ"), slot)
                    if not any(m.corp == marker.corp for m in markers.get(hex_id, ())):
                        markers[hex_id] = (*markers.get(hex_id, ()), marker)
    return tiles, markers
