"""The places that a simple path of track reaches: a fast sweep, and an exact search for cases it leaves open.

A legal route uses no side and no stop twice and never turns back at a junction. A flood fill would accept
paths that return over their own track through a loop. So the sweep stores, for each face it enters, the sides
and stops of one path to it. If that path crosses itself, the answer is open (`OPEN`).

The exact search uses an old observation. Give every side the two vertices of its faces and every stop two
vertices, and join each pair. A legal path takes these joins and pieces of track in turn, so it is an
alternating path of a matching. Edmonds' blossom search finds all vertices that such paths reach, in
polynomial time for any track.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable
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
    todo: deque[tuple[int, int, int]] = deque()  # hex, end just reached inside it, path
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


def reached(
    pos: TrackState,
    starts: Iterable[int],
    blocked: Collection[int],
    gates: Collection[int] = (),
    *,
    banned_face: int = -1,
    banned_stops: Collection[int] = (),
) -> tuple[set[int], set[int]]:
    """Return the exact faces and stops that simple paths from the starting stops reach.

    Paths may be barred from one side (`banned_face` is either of its faces) and from some stops. A hex with
    one of the faces `gates` can be entered by these faces only.
    """
    tables, pieces = pos.tables, pos.pieces
    faces = len(tables.mate)
    stops = STOPS_A_HEX * len(pieces)
    root = faces + 2 * stops
    mate = tables.partner
    bars = {banned_face, tables.mate[banned_face]} if banned_face >= 0 else set()
    shut = set(banned_stops)
    open_hexes = {face // STOP for face in gates}

    def near(v: int) -> Iterable[int]:
        """Return the vertices that track joins to a vertex."""
        if v == root:
            return [faces + 2 * g + i for g in starts if g not in shut for i in (0, 1)]
        if v < faces:
            h, end = divmod(v, STOP)
            g = -1
        else:
            g, half = divmod(v - faces, 2)
            h, s = divmod(g, STOPS_A_HEX)
            end = STOP + s
            if half and ((pieces[h].terminal and h not in open_hexes) or g in blocked):
                return ()
        out = []
        for other in pieces[h].at[end]:
            if other < STOP:
                w = STOP * h + other
                if w not in bars:
                    out.append(w)
            else:
                stop = STOPS_A_HEX * h + other - STOP
                if stop not in shut and (h not in open_hexes or v in gates):
                    w = faces + 2 * stop
                    out.append(w)
                    if not ((pieces[h].terminal and h not in open_hexes) or stop in blocked):
                        out.append(w + 1)
        return out

    outer = _outer(root, near, mate)
    return (
        {v for v in outer if v < faces},
        {(v - faces) // 2 for v in outer if faces <= v < root},
    )


def _outer(root: int, near: Callable[[int], Iterable[int]], mate: list[int]) -> set[int]:
    """Return the vertices that even alternating paths from `root` reach; `root` has no mate (Edmonds).

    Any other vertex without a mate is the edge of the map, and no path continues from it.
    """
    parent: dict[int, int] = {}  # inner vertex: the outer one it was found from
    up: dict[int, int] = {}  # union-find: towards the base of the blossom that contains a vertex
    outer = {root}
    todo = deque([root])

    def base(v: int) -> int:
        top = v
        while top in up:
            top = up[top]
        while v != top:
            up[v], v = top, up[v]
        return top

    def common(v: int, w: int) -> int:
        """Return the nearest base that the paths of two outer bases to the root share."""
        seen = {v}
        while v != root:
            v = base(parent[mate[v]])
            seen.add(v)
        while w not in seen:
            w = base(parent[mate[w]])
        return w

    def shrink(v: int, top: int) -> None:
        """Contract the path from an outer base down to `top` into one blossom."""
        while v != top:
            inner = mate[v]
            up[v] = up[inner] = top
            outer.add(inner)
            todo.append(inner)
            v = base(parent[inner])

    while todo:
        v = todo.popleft()
        for w in near(v):
            if mate[v] == w:
                continue
            if w in outer:
                one, other = base(v), base(w)
                if one != other:
                    top = common(one, other)
                    shrink(one, top)
                    shrink(other, top)
            elif w not in parent and mate[w] >= 0:
                parent[w] = v
                outer.add(mate[w])
                todo.append(mate[w])
    return outer
