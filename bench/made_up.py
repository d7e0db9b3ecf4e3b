"""Random boards: random lays that fit the printed components."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from trunkline.engine.board import Board, Phase
from trunkline.engine.routing import RouteContext, Toll, TrainRange, train_range
from trunkline.engine.track import MapIndex, PlacedTile, Token, lays_on, stops_at, supply_left
from trunkline.engine.track.map_index import STOP

COMPANIES = "WXYZ"


def random_board(
    tables: MapIndex, rng: random.Random, lays: int
) -> tuple[dict[str, PlacedTile], dict[str, tuple[Token, ...]]]:
    """Return a board with random lays that fit the printed components, and tokens of four companies."""
    tiles: dict[str, PlacedTile] = {}
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


LAYS = 800
"""Lays tried on a full board. Far fewer of them succeed."""
LATE = 3
"""The number of last phases whose trains full boards have."""


def full_boards(tables: MapIndex, count: int) -> Iterator[RouteContext]:
    """Yield boards full of track, each with one of its companies.

    The companies have a token at home and the others across the map. One ferry is in use if there are any. A
    company has as many trains of the last phases as it may own.
    """
    board = tables.board
    for seed in range(count):
        rng = random.Random(f"{board.title}/{seed}")
        tiles, _ = random_board(tables, rng, LAYS)
        tolls = _one_ferry(tables, tiles, rng)
        tokens = _at_home(tables, tiles, rng)
        corp = rng.choice(sorted({token.corp for here in tokens.values() for token in here}))
        phase = rng.choice(board.phases[-LATE:])
        yield RouteContext(
            tables,
            tiles,
            tokens,
            corp,
            _late_trains(board, phase, corp, rng),
            phase.off_board,
            pair_bonus=board.offboard_pair_bonus,
            tolls=tolls,
            purse=rng.choice([0, 50, 500]),
        )


def _one_ferry(tables: MapIndex, tiles: dict[str, PlacedTile], rng: random.Random) -> tuple[Toll, ...]:
    """Remove all lake tiles except those of one ferry. Return its fee if it is another company's."""
    board = tables.board
    lakes = [name for name in tiles if board.hexes[name].kind == "lake"]
    if not board.ferries:
        return ()
    ferry = rng.choice(board.ferries)
    kept = {name for segment in ferry.segments for name in segment.path[1:-1]}
    for name in lakes:
        del tiles[name]
    for name in sorted(kept):
        tiles[name] = next(iter(lays_on(tables, tiles, name)))
    return (Toll(ferry.name, tuple(sorted(kept)), board.ferry_fee),) if rng.random() < 0.7 else ()


def _at_home(
    tables: MapIndex, tiles: dict[str, PlacedTile], rng: random.Random
) -> dict[str, tuple[Token, ...]]:
    """Return every company's tokens: one at home, in both hexes of a double home, the others anywhere."""
    board = tables.board
    tokens: dict[str, tuple[Token, ...]] = {}

    def place(name: str, s: int, corp: str) -> bool:
        here, stops = tokens.get(name, ()), stops_at(tables, tiles, name)
        if s >= len(stops):
            return False
        taken = {token.slot for token in here if token.stop == s}
        free = [slot for slot in range(stops[s].slots) if slot not in taken]
        if not free or any(token.corp == corp for token in here):
            return False
        tokens[name] = (*here, Token(s, corp, free[0]))
        return True

    corps = list(board.corporations)
    for corp in corps:
        home = rng.sample(corp.home, 1) if corp.home_choice else corp.home
        for name in home:
            place(name, corp.home_stop or 0, corp.id)
    cities = [
        (name, s)
        for name in tables.names
        for s, stop in enumerate(stops_at(tables, tiles, name))
        if stop.kind == "city" and stop.slots and (name in tiles or tables.board.hexes[name].stops)
    ]
    for corp in corps:
        left = len(corp.tokens) - bool(corp.home)
        for name, s in rng.sample(cities, len(cities)):
            left -= left > 0 and place(name, s, corp.id)
    return tokens


def _late_trains(board: Board, phase: Phase, corp: str, rng: random.Random) -> dict[str, TrainRange]:
    """Return as many trains as the company may own, of this phase and the one before it."""
    at = board.phase_index[phase.name]
    bought = [name for each in board.phases[: at + 1] for name in each.on_train]
    types = [name for each in board.phases[at - 1 : at + 1] for name in each.on_train]
    fresh = [name for name in types if not set(board.train[name].rusts_on).intersection(bought)]
    names = [rng.choice(fresh) for _ in range(phase.train_limit_of.get(corp, phase.train_limit))]
    counts = Counter(names)
    most = {name: board.train[name].count or 9 for name in counts}
    return {
        f"{name}-{n}": train_range(
            board.train[name], owned=rng.randint(min(counts[name], most[name]), most[name]), bought=bought
        )
        for n, name in enumerate(names)
    }
