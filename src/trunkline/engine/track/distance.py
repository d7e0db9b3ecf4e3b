"""Distances to stops: the hexes of the shortest simple path of track from any of the starting stops.

The starting hex does not count. Every hex entered later counts, including the last. A spread over all track
keeps one path to each face and finds nearly all distances. If that path crosses itself, its length is only a
lower bound. Then a search guided by these lengths finds the shortest simple path.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from heapq import heappop, heappush
from itertools import count

from trunkline.engine.track.map_index import STOP, STOPS_A_HEX
from trunkline.engine.track.sweep import OPEN
from trunkline.engine.track.track_state import TrackState


class Distances:
    """Hexes from the starting stops to other stops, by paths that do not pass the ``blocked`` stops."""

    def __init__(self, pos: TrackState, starts: Iterable[int], blocked: Collection[int]) -> None:
        self.pos, self.blocked, self.starts = pos, blocked, tuple(sorted(starts))
        self.faces: dict[int, int] = {}
        """Hexes to each face (the side crossed into its hex), by a path that may cross itself."""
        self.stops: dict[int, int] = dict.fromkeys(self.starts, 0)
        """Hexes to each stop, by a path that may cross itself."""
        self.simple = set(self.starts)
        """Stops with a path of this length that does not cross itself."""
        self._spread()

    def to(self, g: int) -> int | None:
        """Return the hexes to a stop by its number, 0 at a start, or None if no simple path leads there.

        Use it for stops that are known to be in reach. To prove None takes long if the track is tangled.
        """
        return self.stops[g] if g in self.simple or g not in self.stops else self._search(g)

    def _begin(self) -> Iterator[tuple[int, int]]:
        bits = self.pos.tables.stop_bit
        for g in self.starts:
            yield from self._onward(g // STOPS_A_HEX, STOP + g % STOPS_A_HEX, -1, bits[g])

    def _onward(
        self, h: int, end: int, came: int, path: int, left: int = STOPS_A_HEX
    ) -> Iterator[tuple[int, int]]:
        """Yield the next faces and stops of a path at an end of a hex's track. A stop is -1 less its number.
        Each comes with the bits of the path to it."""
        tables, piece = self.pos.tables, self.pos.pieces[h]
        for onward in piece.at[end] if left else ():
            if onward == came:
                continue
            if onward < STOP:
                face = STOP * h + onward
                bit, beyond = tables.side_bit[face], tables.mate[face]
                if beyond >= 0:
                    yield beyond, OPEN if path & bit else path | bit
                continue
            g = STOPS_A_HEX * h + onward - STOP
            bit = tables.stop_bit[g]
            now = OPEN if path & bit else path | bit
            yield -1 - g, now
            if not piece.terminal and g not in self.blocked:
                yield from self._onward(h, onward, end, now, left - 1)

    def _spread(self) -> None:
        """Enter all faces, the nearest first."""
        wave = list(self._begin())
        hexes = 0
        while wave:
            entered: dict[int, int] = {}
            for to, path in wave:
                if to < 0:
                    if self.stops.setdefault(-1 - to, hexes) == hexes and path != OPEN:
                        self.simple.add(-1 - to)
                elif to not in self.faces and entered.get(to, OPEN) == OPEN:
                    entered[to] = path
            hexes += 1
            self.faces.update(dict.fromkeys(entered, hexes))
            wave = [
                next_one
                for face, path in entered.items()
                for next_one in self._onward(face // STOP, face % STOP, -1, path)
            ]

    def _search(self, goal: int) -> int | None:
        """Return the hexes of the shortest simple path to a stop, or None."""
        back = Distances(self.pos, (goal,), self.blocked).faces
        mate = self.pos.tables.mate
        number = count()
        heap: list[tuple[int, int, int, int, int]] = []
        seen: set[tuple[int, int]] = set()

        def add(found: Iterable[tuple[int, int]], hexes: int) -> None:
            for face, path in found:
                if face >= 0 and path != OPEN and mate[face] in back and (face, path) not in seen:
                    seen.add((face, path))
                    # The way back from the goal crosses the same side, which is already counted.
                    rest = back[mate[face]] - 1
                    heappush(heap, (hexes + rest, next(number), hexes, face, path))

        add(self._begin(), 1)
        while heap:
            _, _, hexes, face, path = heappop(heap)
            found = list(self._onward(face // STOP, face % STOP, -1, path))
            if any(to == -1 - goal and way != OPEN for to, way in found):
                return hexes
            add(found, hexes + 1)
        return None
