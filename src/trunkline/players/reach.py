"""What track is worth beyond today's runs: the stops that a network comes nearer to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from trunkline.kernel import depot
from trunkline.kernel.action import LayTile
from trunkline.kernel.table import Table
from trunkline.players.boards import found_on
from trunkline.track.position import stop_value
from trunkline.track.tables import STOP, STOPS_A_HEX, MapTables, Piece

NEARER = 0.6
"""What each hex on the way to a stop leaves of its value."""


class Reach:
    """What a corporation's network comes near to, as the board lies, and by a lay."""

    def __init__(self, t: Table, corp: str) -> None:
        self._t = t
        self._gains = found_on(t, corp, type(self).__name__)
        self._net = net = t.network(corp)
        self._tables = tables = net.pos.tables
        self._away = distances(tables)
        self._key = depot.phase(t).off_board
        self._joined = {tables.index[hex] * STOPS_A_HEX + stop for hex, stop in net.reachable_stops()}
        start = [self._away[tables.index[hex]] for hex in net.frontier]
        far = len(tables.names)
        self.near = [min(steps) for steps in zip(*start, strict=True)] if start else [far] * far
        """For each hex how many hexes the network ends away from it."""

    def gain(self, lay: LayTile) -> float:
        """Dollars of all stops that a lay brings nearer, each by as much as the way becomes shorter."""
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
        exits = [edge for edge in exits if self._leads_on(STOP * h + edge)]
        nearer = [self._away[tables.mate[STOP * h + edge] // STOP] for edge in exits]
        if nearer:
            for g, value in self._ahead:
                there = g // STOPS_A_HEX
                far, near = self._far(there, exits, nearer, h), self._near(there)
                if far < near:
                    total += value * (NEARER ** (1 + far) - NEARER ** (1 + near))
        return total

    def to(self, hexes: tuple[str, ...], lay: LayTile | None = None) -> int:
        """How many hexes the network is from the nearest of some hexes, now or after a lay."""
        tables = self._tables
        goals = [tables.index[hex] for hex in hexes]
        far = min((self.near[goal] for goal in goals), default=0)
        if lay is not None:
            h = tables.index[lay.hex]
            _, exits = self._onward(h, tables.piece(lay.tile, lay.rotation))
            there = [self._away[tables.mate[STOP * h + edge] // STOP] for edge in exits]
            far = min([far, *(steps[goal] for steps in there for goal in goals)])
        return far

    def _far(self, there: int, exits: Sequence[int], nearer: Sequence[Sequence[int]], h: int) -> int:
        """How many hexes a hex is from where a lay's track ends; ``nearer`` are the ways from its exits."""
        return min(steps[there] for steps in nearer)

    def _leads_on(self, face: int) -> bool:
        """Whether track that ends at a face may be gone on with beyond it."""
        return True

    def _near(self, there: int) -> int:
        """How many hexes a hex is from the network as it lies."""
        return self.near[there]

    @property
    def _ahead(self) -> Iterator[tuple[int, int]]:
        for h, piece in enumerate(self._net.pos.pieces):
            for s, stop in enumerate(piece.stops):
                g = h * STOPS_A_HEX + s
                if g not in self._joined:
                    yield g, stop_value(stop, self._key)

    def _onward(self, h: int, piece: Piece) -> tuple[list[int], list[int]]:
        """The stops of a new tile that the network comes to, and the edges by which it goes on."""
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
def distances(tables: MapTables) -> tuple[tuple[int, ...], ...]:
    """For each hex how far it is to each other one, in hexes; a great many where nothing joins them."""
    return tuple(_from(tables, h) for h in range(len(tables.names)))


def _from(tables: MapTables, start: int) -> tuple[int, ...]:
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
