"""Estimates of the value of track beyond today's runs: stops that a network gets closer to."""

from __future__ import annotations

from functools import cached_property, lru_cache

from trunkline.engine.kernel import depot
from trunkline.engine.kernel.action import LayTile
from trunkline.engine.kernel.context import Context
from trunkline.engine.track.map_index import STOP, STOPS_A_HEX, MapIndex, Piece
from trunkline.engine.track.track_state import stop_value
from trunkline.players.board_cache import cache_for

NEARER = 0.6
"""Factor by which each hex on the way to a stop reduces its value."""


class NetworkPotential:
    """The stops near a corporation's network, on the current board and after a lay."""

    def __init__(self, ctx: Context, corp: str) -> None:
        self._ctx = ctx
        self._gains = cache_for(ctx, corp, type(self).__name__)
        self._net = ctx.network(corp)
        self._tables = self._net.pos.tables
        self._away = distances(self._tables)
        self._key = depot.phase(ctx).off_board
        self._beyond: dict[int, list[tuple[int, int]]] = {}

    @cached_property
    def near(self) -> list[int]:
        """The distance of each hex from the ends of the network, in hexes."""
        start = [self._away[h] for h in self._ends()]
        far = len(self._tables.names)
        return [min(steps) for steps in zip(*start, strict=True)] if start else [far] * far

    @cached_property
    def _joined(self) -> set[int]:
        """The stops that the network joins."""
        index = self._tables.index
        return {index[hex] * STOPS_A_HEX + stop for hex, stop in self._net.reachable_stops()}

    def _ends(self) -> list[int]:
        """Return the hexes from which the network may be extended."""
        return [self._tables.index[hex] for hex in self._net.frontier]

    def gain(self, lay: LayTile) -> float:
        """Return the value of all stops that a lay brings nearer, in dollars, each by how much the distance
        shrinks."""
        place = lay.hex, lay.tile, lay.rotation
        gain = self._gains.get(place)
        if gain is None:
            gain = self._gains[place] = self._gain(lay)
        return float(gain)

    def _gain(self, lay: LayTile) -> float:
        tables = self._tables
        h = tables.index[lay.hex]
        then = tables.piece(lay.tile, lay.rotation)
        total = 0.0
        joined, exits = self._onward(h, then)
        if joined:
            now = self._net.pos.pieces[h]
            had = {g % STOPS_A_HEX for g in self._joined if g // STOPS_A_HEX == h}
            before = sum(stop_value(stop, self._key) for s, stop in enumerate(now.stops) if s in had)
            total += max(0, sum(stop_value(then.stops[s], self._key) for s in joined) - before)
        far: dict[int, int] = {}
        for face in (STOP * h + edge for edge in exits):
            for number, steps in self._nearer_by(face) if self._leads_on(face) else ():
                far[number] = min(steps, far.get(number, steps))
        for number in sorted(far):
            _, value, near = self._ahead[number]
            total += value * (NEARER ** (1 + far[number]) - NEARER ** (1 + near))
        return total

    def to(self, hexes: tuple[str, ...], lay: LayTile | None = None) -> int:
        """Return the distance from the network to the nearest of some hexes, in hexes, now or after a lay."""
        tables = self._tables
        goals = [tables.index[hex] for hex in hexes]
        far = min((self.near[goal] for goal in goals), default=0)
        if lay is not None:
            h = tables.index[lay.hex]
            _, exits = self._onward(h, tables.piece(lay.tile, lay.rotation))
            there = [self._away[tables.mate[STOP * h + edge] // STOP] for edge in exits]
            far = min([far, *(steps[goal] for steps in there for goal in goals)])
        return far

    def _nearer_by(self, face: int) -> list[tuple[int, int]]:
        """Return the stops ahead, by number, that are nearer to the hex beyond a face than to the network.

        Each stop comes with that distance in hexes.
        """
        found = self._beyond.get(face)
        if found is None:
            found = self._beyond[face] = []
            for number, (there, _, near) in enumerate(self._ahead):
                if (far := self._far(there, face)) < near:
                    found.append((number, far))
        return found

    def _far(self, there: int, face: int) -> int:
        """Return the distance from the hex beyond a face to a hex, in hexes."""
        return self._away[self._tables.mate[face] // STOP][there]

    def _leads_on(self, face: int) -> bool:
        """Return whether track that ends at a face may be continued beyond it."""
        return True

    def _near(self, there: int) -> int:
        """Return the distance from the current network to a hex, in hexes."""
        return self.near[there]

    @cached_property
    def _ahead(self) -> list[tuple[int, int, int]]:
        """The stops that the network does not join: hexes, values in dollars, and distances in hexes."""
        return [
            (h, stop_value(stop, self._key), self._near(h))
            for h, piece in enumerate(self._net.pos.pieces)
            for s, stop in enumerate(piece.stops)
            if h * STOPS_A_HEX + s not in self._joined
        ]

    def _onward(self, h: int, piece: Piece) -> tuple[list[int], list[int]]:
        """Return the stops of a new tile that the network reaches, and the edges by which it leaves."""
        entered = self._net.entered_edges(self._tables.names[h])
        wave = [edge for edge in range(STOP) if entered >> edge & 1 and piece.at[edge]]
        if any(g // STOPS_A_HEX == h for g in self._net.own):
            wave += [STOP + s for s in range(len(piece.stops))]
        met = set(wave)
        while wave:
            for other in piece.at[wave.pop()]:
                if other not in met:
                    met.add(other)
                    wave.append(other)
        joined = sorted(end - STOP for end in met if end >= STOP)
        exits = sorted(
            end
            for end in met
            if end < STOP and not entered >> end & 1 and self._tables.mate[STOP * h + end] >= 0
        )
        return joined, exits


@lru_cache(maxsize=8)
def distances(tables: MapIndex) -> tuple[tuple[int, ...], ...]:
    """Return the distance between each pair of hexes, or the number of all hexes if nothing joins them."""
    return tuple(_from(tables, h) for h in range(len(tables.names)))


def _from(tables: MapIndex, start: int) -> tuple[int, ...]:
    never = len(tables.names)
    found = [never] * never
    found[start] = 0
    wave = [start]
    while wave:
        then = []
        for h in wave:
            for edge in range(STOP):
                mate = tables.mate[STOP * h + edge]
                other = mate // STOP
                if mate >= 0 and found[other] == never:
                    found[other] = found[h] + 1
                    then.append(other)
        wave = then
    return tuple(found)
