"""What track is worth beyond today's runs: the stops that a network comes nearer to."""

from __future__ import annotations

from functools import lru_cache

from trunkline.kernel import depot
from trunkline.kernel.table import Table
from trunkline.track.position import stop_value
from trunkline.track.tables import STOP, STOPS_A_HEX, MapTables

NEARER = 0.6
"""What each hex on the way to a stop leaves of its value."""


def reach(t: Table, corp: str) -> float:
    """Dollars of all stops of the map, each discounted by the hexes between it and the company's network."""
    net = t.network(corp)
    tables = net.pos.tables
    away = distances(tables)
    key = depot.phase(t).off_board
    joined = {tables.index[hex] * STOPS_A_HEX + stop for hex, stop in net.reachable_stops()}
    start = [away[tables.index[hex]] for hex in net.frontier]
    total = 0.0
    for h, piece in enumerate(net.pos.pieces):
        for s, stop in enumerate(piece.stops):
            if h * STOPS_A_HEX + s in joined:
                total += stop_value(stop, key)
            elif start:
                far = min(steps[h] for steps in start)
                total += stop_value(stop, key) * NEARER ** (1 + far)
    return total


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
