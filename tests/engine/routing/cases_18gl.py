"""Random small situations of 18GL, as entries of `trunkline routes`."""

from __future__ import annotations

import random
from typing import Any

from engine.map.boards import Tiles, tables
from engine.routing.odd import grown, stops_with_track
from trunkline.engine.track import lays_on
from trunkline.engine.track.track_state import piece_at, stops_at

T = tables("t18gl")
BOARD = T.board
FOCUS = ("D10", "F10", "F6", "D4", "L10", "L14", "L8", "I5", "D12", "D14", "D12", "D14")
"""Hexes with a higher chance to begin a small board: ferry ports and Chicago."""
PURSES = (0, 49, 50, 99, 100, 150, 400)


def situation(rng: random.Random) -> dict[str, Any]:
    """Return a company with some trains and powers on a small board, perhaps with an active ferry."""
    start = rng.choice(FOCUS) if rng.random() < 0.6 else rng.choice(T.names)
    picks = [rng.randrange(10**6) for _ in range(rng.randint(2, 14))]
    laid = grown(T, T.index[start], picks, wild=False)
    # Lakes have no track without an active ferry.
    tiles = {name: placed for name, placed in laid.items() if BOARD.hexes[name].kind != "lake"}
    ferries = _ferry(rng, tiles, start) if rng.random() < 0.6 else {}
    corp = rng.choice(BOARD.corporations).id
    phase = rng.choice(BOARD.phases).name
    trains = [
        rng.choice(["2H", "4H", "6H", "10H", "E", "E", "D"]) for _ in range(rng.choice([1, 1, 2, 2, 3]))
    ]
    early = "E" not in trains and phase not in ("E", "D")
    h_trains = [train for train in trains if train.endswith("H")]
    tokens = {
        name: rng.choice([h for h in bonus.hexes if h in tiles] or list(bonus.hexes))
        for name, bonus in BOARD.bonuses.items()
        if bonus.one_hex and early and rng.random() < 0.4
    }
    return {
        "title": "18GL",
        "company": corp,
        "phase": phase,
        "trains": trains,
        "tiles": {name: [placed.tile, placed.rotation] for name, placed in tiles.items()},
        "markers": _markers(rng, tiles, corp),
        "rights": ["mine"] if early and rng.random() < 0.3 else [],
        "tokens": tokens,
        "longer": {rng.choice(h_trains): 2} if h_trains and rng.random() < 0.2 else {},
        "owned": {"E": max(trains.count("E"), rng.randint(1, 4))},
        "ferries": ferries,
        "purse": rng.choice(PURSES),
    }


def _ferry(rng: random.Random, tiles: Tiles, start: str) -> dict[str, int]:
    """Return an active ferry with tiles at its ends. Most often it starts at the first hex of the board."""
    ends = {
        ferry.id: [name for segment in ferry.segments for name in (segment.path[0], segment.path[-1])]
        for ferry in BOARD.ferries
    }
    near = [name for name, shores in ends.items() if start in shores]
    route = rng.choice(near or sorted(ends))
    for shore in ends[route]:
        choices = list(lays_on(T, {}, shore)) if shore not in tiles else []
        if choices and BOARD.hexes[shore].kind != "preprinted":
            tiles[shore] = rng.choice(choices)
    return {route: rng.choice([0, 50, 50])}


def _markers(rng: random.Random, tiles: Tiles, corp: str) -> dict[str, dict[int, list[str | None]]]:
    """Return station tokens: the company's at home or near by, and random ones of other companies."""
    stops, count = stops_with_track(T, tiles)
    stops = [(name, s) for name, s in stops[: count or 8] if stops_at(T, tiles, name)[s].slots]
    home = BOARD.corporation[corp].home
    if BOARD.corporation[corp].home_choice:
        home = (rng.choice(home),)
    own = {(name, 0) for name in home} if rng.random() < 0.4 else set()
    own |= set(rng.sample(stops, min(len(stops), rng.randint(1, 2))))
    others = [c.id for c in BOARD.corporations if c.id != corp]
    crowd = rng.choice([0.0, 0.3, 0.8])
    found: dict[str, dict[int, list[str | None]]] = {}
    for name, s in sorted(own | set(stops)):
        slots = stops_at(T, tiles, name)[s].slots if piece_at(T, tiles, name).stops else 0
        here: list[str | None] = [
            other if rng.random() < crowd else None for other in rng.sample(others, slots)
        ]
        if (name, s) in own and here:
            here[rng.randrange(len(here))] = corp
        if any(here):
            found.setdefault(name, {})[s] = here
    return found
