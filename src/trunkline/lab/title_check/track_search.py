"""A search for track between two places of an empty map, with the tiles in the box."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Final, NamedTuple

from trunkline.engine.board import COLOURS, Board
from trunkline.engine.track.map_index import STOP, MapIndex, Piece, map_tables
from trunkline.engine.track.reachable_homes import pieces_ever

BUDGET: Final = 50_000
"""Most steps of one search for track."""
DETOUR: Final = 4
"""Most hexes that track may be longer than the shortest way."""
UNREACHED: Final = 1_000_000
"""A distance larger than any on a map."""


class Budget:
    """The steps that a search may still take."""

    left: int = BUDGET

    def spend(self) -> bool:
        """Take one step. Return whether there was one."""
        self.left -= 1
        return self.left >= 0


class Part(NamedTuple):
    """The track on one hex of a way. The tile is empty for printed track."""

    hex: str
    tile: str


class _Choice(NamedTuple):
    """A tile that leads on from a face: the edges that its track reaches, and whether it reaches a stop."""

    tile: str
    edges: tuple[int, ...]
    stop: bool


class TrackSearch:
    """The ways that the tiles of a board can make on its empty map."""

    def __init__(self, board: Board) -> None:
        self.tables: MapIndex = map_tables(board)
        self.colours = tuple(each for each in COLOURS if any(each in phase.tiles for phase in board.phases))
        self._reached: dict[str, dict[str, int]] = {}
        self._made: dict[int, tuple[_Choice, ...]] = {}

    @cached_property
    def stops(self) -> tuple[str, ...]:
        """The hexes with a place where trains stop."""
        return tuple(name for name in self.tables.names if self.tables.printed[self.tables.index[name]].stops)

    def pieces(self, h: int) -> tuple[Piece, ...]:
        """Return the track that a hex can ever show."""
        return pieces_ever(self.tables, self.tables.names[h], None, self.colours)

    def fitting(self) -> set[str]:
        """Return the tiles that fit on a hex."""
        return {piece.tile for h in range(len(self.tables.names)) for piece in self.pieces(h) if piece.tile}

    def takes_no_tile(self, name: str) -> bool:
        """Return whether no tile fits on a hex."""
        return len(self.pieces(self.tables.index[name])) == 1

    def reached(self, start: str) -> dict[str, int]:
        """Return the hexes that track can reach, with any number of tiles, and their distance in hexes."""
        if start not in self._reached:
            self._reached[start] = self._flood(self.tables.index[start])
        return self._reached[start]

    def _flood(self, first: int) -> dict[str, int]:
        distance = {first: 0}
        faces = set(self._leaving(first))
        todo = deque((face, 1) for face in faces)
        while todo:
            face, far = todo.popleft()
            h = face // STOP
            for choice in self._choices(face):
                distance.setdefault(h, far)
                for beyond in self._beyond(h, choice.edges):
                    if beyond not in faces:
                        faces.add(beyond)
                        todo.append((beyond, far + 1))
        return {self.tables.names[h]: far for h, far in distance.items()}

    def way(self, start: str, goals: Collection[str], budget: Budget) -> list[Part] | None:
        """Return track from a stop of a hex to a stop of one of the goals, made of the tiles in the box.

        Return None if no way exists, or if the budget is used up before one is found.
        """
        h = self.tables.index[start]
        far = self._hexes_to_go(frozenset(self.tables.index[name] for name in goals))
        starts = [(tile, face) for tile, faces in self._starts(h) for face in faces if face in far]
        nearest = min((far[face] for _, face in starts), default=0)
        for most in range(nearest, nearest + DETOUR + 1):
            for tile, face in starts:
                found = self._onward(face, far, most, Counter({tile: 1}), {h}, budget)
                if found is not None:
                    return [Part(start, tile), *found]
        return None

    def _onward(
        self,
        face: int,
        far: Mapping[int, int],
        most: int,
        used: Counter[str],
        passed: set[int],
        budget: Budget,
    ) -> list[Part] | None:
        """Return the rest of a way that enters a hex at a face, over at most ``most`` more hexes."""
        h = face // STOP
        if most < far.get(face, UNREACHED) or h in passed or not budget.spend():
            return None
        name = self.tables.names[h]
        for tile, edges, stop in self._choices(face):
            if not self._left(tile, used):
                continue
            if far[face] == 1 and stop:
                return [Part(name, tile)]
            used[tile] += 1
            for beyond in self._beyond(h, edges):
                found = self._onward(beyond, far, most - 1, used, passed | {h}, budget)
                if found is not None:
                    return [Part(name, tile), *found]
            used[tile] -= 1
        return None

    def _hexes_to_go(self, goals: frozenset[int]) -> dict[int, int]:
        """Return the hexes to the next stop of a goal for each face, with any number of tiles."""
        before: dict[int, list[int]] = {}
        far: dict[int, int] = {}
        for face in range(len(self.tables.mate)):
            for choice in self._choices(face):
                if choice.stop and face // STOP in goals:
                    far[face] = 1
                for beyond in self._beyond(face // STOP, choice.edges):
                    before.setdefault(beyond, []).append(face)
        todo = deque(far)
        while todo:
            face = todo.popleft()
            for each in before.get(face, ()):
                if each not in far:
                    far[each] = far[face] + 1
                    todo.append(each)
        return far

    def _beyond(self, h: int, edges: Iterable[int]) -> list[int]:
        """Return the faces of the neighbours at some edges of a hex."""
        mates = [self.tables.mate[STOP * h + edge] for edge in edges]
        return [mate for mate in mates if mate >= 0]

    def _left(self, tile: str, used: Counter[str]) -> bool:
        """Return whether the box still has a tile. Printed track is always there."""
        count = self.tables.board.tiles[tile].count if tile else None
        return count is None or used[tile] < count

    def _leaving(self, h: int) -> Iterator[int]:
        """Yield the faces of neighbours that track from a stop of a hex can lead to."""
        for _, faces in self._starts(h):
            yield from faces

    def _starts(self, h: int) -> Iterator[tuple[str, list[int]]]:
        """Yield each tile of a hex with the faces that track from its stops leads to."""
        for piece in self.pieces(h):
            edges = {end for s in range(len(piece.stops)) for end in piece.at[STOP + s] if end < STOP}
            yield piece.tile, self._beyond(h, sorted(edges))

    def _choices(self, face: int) -> tuple[_Choice, ...]:
        """Return the tiles whose track leads on from a face, without duplicates."""
        if face not in self._made:
            h, edge = divmod(face, STOP)
            found = [
                _Choice(piece.tile, tuple(sorted(_through(piece, edge))), max(piece.at[edge]) >= STOP)
                for piece in self.pieces(h)
                if piece.at[edge]
            ]
            self._made[face] = tuple(dict.fromkeys(found))
        return self._made[face]


def _through(piece: Piece, edge: int) -> set[int]:
    """Return the edges to which track leads from an edge, perhaps through a stop."""
    found = {end for end in piece.at[edge] if end < STOP}
    if not piece.terminal:
        for stop in (end for end in piece.at[edge] if end >= STOP):
            found |= {end for end in piece.at[stop] if end < STOP}
    return found - {edge}
