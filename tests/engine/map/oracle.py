"""A slow, plain search for comparison with the fast ones, and odd boards for it."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from made_up import random_board
from trunkline.engine.track import TrackState
from trunkline.engine.track.map_index import STOP, STOPS_A_HEX

__all__ = ["Walk", "random_board"]


class Walk:
    """A walk over all simple paths from some stops, one by one."""

    def __init__(
        self, pos: TrackState, starts: Iterable[int], blocked: Collection[int], limit: int = 50_000
    ) -> None:
        self.pos, self.blocked, self.limit = pos, blocked, limit
        self.faces: set[int] = set()
        self.stops: set[int] = set()
        self.segments: set[tuple[int, int, int]] = set()
        """Track of some path, which may be a dead end: the hex and its two ends, the lower first."""
        self.steps = 0
        for g in starts:
            self.stops.add(g)
            self._on(g // STOPS_A_HEX, STOP + g % STOPS_A_HEX, frozenset({-1 - g}))

    @property
    def complete(self) -> bool:
        """True if the walk was finished within its limit."""
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
