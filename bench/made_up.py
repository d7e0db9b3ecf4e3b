"""Boards nobody played: random lays that fit the printed components."""

from __future__ import annotations

import random

from trunkline.track import MapTables, Placed, Token, lays_on, stops_at, supply_left
from trunkline.track.tables import STOP

COMPANIES = "WXYZ"


def random_board(
    tables: MapTables, rng: random.Random, lays: int
) -> tuple[dict[str, Placed], dict[str, tuple[Token, ...]]]:
    """A board grown by random lays that fit the printed components, with random tokens of four companies."""
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
    tokens: dict[str, tuple[Token, ...]] = {}
    for hex_id in tables.names:
        for s, stop in enumerate(stops_at(tables, tiles, hex_id)):
            for slot in range(stop.slots):
                if rng.random() < 0.4 and (hex_id in tiles or rng.random() < 0.1):
                    token = Token(s, rng.choice(COMPANIES), slot)
                    if not any(m.corp == token.corp for m in tokens.get(hex_id, ())):
                        tokens[hex_id] = (*tokens.get(hex_id, ()), token)
    return tiles, tokens
