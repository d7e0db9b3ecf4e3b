"""Boards nobody played: random lays that fit the printed components."""

from __future__ import annotations

import random

from trunkline.track import MapTables, Marker, Placed, lays_on, stops_at, supply_left
from trunkline.track.tables import STOP

COMPANIES = "WXYZ"


def random_board(
    tables: MapTables, rng: random.Random, lays: int
) -> tuple[dict[str, Placed], dict[str, tuple[Marker, ...]]]:
    """A board grown by random lays that fit the printed components, with random markers of four companies."""
    tiles: dict[str, Placed] = {}
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
    markers: dict[str, tuple[Marker, ...]] = {}
    for hex_id in tables.names:
        for s, stop in enumerate(stops_at(tables, tiles, hex_id)):
            for slot in range(stop.slots):
                if rng.random() < 0.4 and (hex_id in tiles or rng.random() < 0.1):
                    marker = Marker(s, rng.choice(COMPANIES), slot)
                    if not any(m.corp == marker.corp for m in markers.get(hex_id, ())):
                        markers[hex_id] = (*markers.get(hex_id, ()), marker)
    return tiles, markers
