"""A fast sweep over the places that simple paths of track reach.

A legal route uses no side and no stop twice and never turns back at a junction. A flood fill would accept
paths that return over their own track through a loop. So the sweep stores, for each face it enters, the sides
and stops of one path to it. If that path crosses itself, the answer is open (`OPEN`), and ``exact_reach``
decides.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable
from typing import Final

from trunkline.engine.track.map_index import STOP, STOPS_A_HEX
from trunkline.engine.track.track_state import TrackState

OPEN: Final = -1
"""The path of a place that the sweep reached only by a path that crosses itself. As a bit mask it holds all
bits."""


class Sweep:
    """The results of the fast sweep from a set of starting stops."""

    __slots__ = ("faces", "joined", "stops")

    def __init__(self) -> None:
        self.faces: dict[int, int] = {}
        """Faces entered (the side crossed into their hex), with the bits of one path to it, or OPEN."""
        self.stops: dict[int, int] = {}
        """Stops reached or started from, with the bits of one path, or OPEN."""
        self.joined = 0
        """1 if a path joins two of the starting stops; OPEN if perhaps."""


def sweep(
    pos: TrackState, starts: Iterable[int], blocked: Collection[int], gates: Collection[int] = ()
) -> Sweep:
    """Return everything that could be reached from the starting stops. Other places are certainly out of
    reach.

    `blocked` stops and off-board areas can be reached but not passed, except off-board areas entered by the
    faces `gates`.
    """
    tables, pieces = pos.tables, pos.pieces
    mate, side_bit, stop_bit = tables.mate, tables.side_bit, tables.stop_bit
    out = Sweep()
    faces, stops = out.faces, out.stops
    # Up to two ends by which paths enter each stop, with their paths. A path may leave by the other's end.
    entries: dict[int, list[tuple[int, int]]] = {}
    origin = set(starts)
    todo: deque[tuple[int, int, int]] = deque()
    """The hex and the end where a path came from (16 * hex + end), the end it has reached, and its bits."""
    # Every path begins at a starting stop, in every direction.
    for g in sorted(origin):
        h, s = divmod(g, STOPS_A_HEX)
        path = stop_bit[g]
        stops[g] = path
        entries[g] = [(-1, path)]
        for end in pieces[h].at[STOP + s]:
            todo.append((h * 16 + STOP + s, end, path))
    while todo:
        coded, end, path = todo.popleft()
        h = coded >> 4
        if end < STOP:
            # A path has reached a side: it enters the next hex.
            face = STOP * h + end
            bit = side_bit[face]
            beyond = mate[face]
            if beyond < 0:
                continue
            path = OPEN if path & bit else path | bit
            before = faces.get(beyond)
            if before is not None and (before != OPEN or path == OPEN):
                continue
            faces[beyond] = path
            h, edge = divmod(beyond, STOP)
            coded = h * 16 + edge
            for onward in pieces[h].at[edge]:
                todo.append((coded, onward, path))
            continue
        # A path has reached a stop: it continues by every other end, if the stop may be passed.
        g = STOPS_A_HEX * h + end - STOP
        came = coded & 15
        bit = stop_bit[g]
        if g in origin:
            if not path & bit:
                out.joined = 1
            elif path == OPEN and not out.joined:
                out.joined = OPEN
        path = OPEN if path & bit else path | bit
        known = entries.get(g)
        if known is None:
            stops[g] = path
            entries[g] = [(came, path)]
        else:
            if stops[g] == OPEN:
                stops[g] = path
            if known[0][0] == -1 or not _useful(known, came, path):
                continue
        piece = pieces[h]
        if (piece.terminal and STOP * h + came not in gates) or g in blocked:
            continue
        coded = h * 16 + end
        for onward in piece.at[end]:
            if onward != came:
                todo.append((coded, onward, path))
    return out


def _useful(known: list[tuple[int, int]], came: int, path: int) -> bool:
    """Record another path into a stop. Return False if it opens nothing new.

    Two clean paths by different ends let a path leave by every end. OPEN paths are kept until clean ones
    come.
    """
    for i, (end, old) in enumerate(known):
        if end == came:
            if old != OPEN or path == OPEN:
                return False
            known[i] = (came, path)
            return True
    if sum(1 for _, old in known if old != OPEN) >= 2:
        return False
    known.append((came, path))
    return True
