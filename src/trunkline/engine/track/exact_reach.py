"""The exact search for the places that simple paths of track reach.

It reduces the question to matching. Every side of a hex has two vertices, its faces in the two hexes, which
are mates. Every stop has two vertices, which are mates: the first is where a path enters, the second where it
leaves. A legal path uses no side and no stop twice, so it takes pieces of track and these pairs in turn: it
is an alternating path of the matching. The outer vertices of a blossom search are what such paths reach.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from trunkline.engine.track.blossom import outer_vertices
from trunkline.engine.track.map_index import STOP, STOPS_A_HEX
from trunkline.engine.track.track_state import TrackState


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
    graph = _MatchingGraph(pos, starts, blocked, gates, banned_face, banned_stops)
    outer = outer_vertices(graph.root, graph.neighbours, pos.tables.partner)
    return (
        {vertex for vertex in outer if vertex < graph.faces},
        {(vertex - graph.faces) // 2 for vertex in outer if graph.faces <= vertex < graph.root},
    )


class _MatchingGraph:
    """The graph of faces and halves of stops, whose edges are pieces of track.

    Vertices are numbered: the faces, then two for each stop (entering, leaving), then the root, which is
    joined to the starting stops.
    """

    def __init__(
        self,
        pos: TrackState,
        starts: Iterable[int],
        blocked: Collection[int],
        gates: Collection[int],
        banned_face: int,
        banned_stops: Collection[int],
    ) -> None:
        self.faces: Final = len(pos.tables.mate)
        self.root: Final = self.faces + 2 * STOPS_A_HEX * len(pos.pieces)
        self._pieces: Final = pos.pieces
        self._blocked: Final = blocked
        self._gates: Final = gates
        self._gated_hexes: Final = {face // STOP for face in gates}
        self._banned_faces: Final = {banned_face, pos.tables.mate[banned_face]} if banned_face >= 0 else set()
        self._banned_stops: Final = set(banned_stops)
        self._starts: Final = [stop for stop in starts if stop not in self._banned_stops]

    def neighbours(self, vertex: int) -> Iterable[int]:
        """Return the vertices that track joins to a vertex."""
        if vertex == self.root:
            return [self.faces + 2 * stop + half for stop in self._starts for half in (0, 1)]
        if vertex < self.faces:
            hex, end = divmod(vertex, STOP)
            return self._along_track(vertex, hex, end)
        stop, leaving = divmod(vertex - self.faces, 2)
        if leaving and not self._passable(stop):
            return ()
        hex, slot = divmod(stop, STOPS_A_HEX)
        return self._along_track(vertex, hex, STOP + slot)

    def _along_track(self, vertex: int, hex: int, end: int) -> list[int]:
        """Return the vertices at the other ends of the track of a hex that begins at one end."""
        found = []
        enterable = hex not in self._gated_hexes or vertex in self._gates
        for other in self._pieces[hex].at[end]:
            if other < STOP:
                face = STOP * hex + other
                if face not in self._banned_faces:
                    found.append(face)
                continue
            stop = STOPS_A_HEX * hex + other - STOP
            if enterable and stop not in self._banned_stops:
                entering = self.faces + 2 * stop
                found.append(entering)
                if self._passable(stop):
                    found.append(entering + 1)
        return found

    def _passable(self, stop: int) -> bool:
        """Return whether a path may leave a stop that it has entered."""
        hex = stop // STOPS_A_HEX
        off_board = self._pieces[hex].terminal and hex not in self._gated_hexes
        return not off_board and stop not in self._blocked
