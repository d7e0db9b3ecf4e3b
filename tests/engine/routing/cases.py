"""Positions for comparing searches: random games of 1856, and odd boards of every title."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import trunkline
from engine.map.boards import tables
from engine.map.oracle import random_board
from trunkline.engine.kernel.context import Context
from trunkline.engine.routing import Bonus, RouteContext, Toll, TrainRange
from trunkline.engine.steps.running import context as context_of
from trunkline.engine.track import MapIndex
from trunkline.engine.track.map_index import STOPS_A_HEX
from trunkline.players import play_turns
from trunkline.players.random_player import RandomPlayer

SETS = (
    (2, 2),
    (3, 3, 2),
    (4, 3),
    (4, 4, 4),
    (5, 4),
    (6, 5),
    (6, 6, 5),
    (8, 8),
    (None,),
    (None, 8),
    (None, None),
    (None, 8, 6),
)
"""Reaches of imaginary sets of trains of 1856."""


def game_contexts(seed: int, every: int = 1) -> Iterator[RouteContext]:
    """Yield route contexts of companies in one random game of 1856.

    Whenever a company starts to run, every company with a token on the map follows. Each has its own trains
    and imaginary ones in turn.
    """
    rng = random.Random(seed)
    game = trunkline.new("1856", ["Ann", "Bob", "Cy", "Di"], seed=seed)
    count = 0
    for _ in islice(play_turns(game, RandomPlayer(seed)), 5_000):
        operating = game.state.operating
        turn = operating.turn if operating else None
        if turn is None or turn.ran or not game.state.trains_at(turn.corp):
            continue
        count += 1
        if count % every:
            continue
        table = Context(game.title, game.state)
        plain = context_of(table, game.state.corporations[turn.corp])
        if not plain.stops[1]:
            continue
        yield plain
        reaches = rng.choice(SETS)
        yield replace(plain, trains={f"{n}-{i}": TrainRange(n) for i, n in enumerate(reaches)})


def random_kind(rng: random.Random, title: str) -> TrainRange:
    """Return a train of a kind that the title might have, or an odd one."""
    units = {"t18gl": ("hexes", "cities"), "t1856": ("stops",), "t1851": ("stops",)}[title]
    unit = rng.choice(units) if rng.random() < 0.8 else rng.choice(("stops", "hexes", "cities"))
    reach = rng.choice([0, 1, 2, 2, 3, 3, 4, 4, 5, 6, 8, 10, None])
    factor = rng.choice([2, 2, 1]) if unit == "cities" or rng.random() < 0.1 else 1
    plus = rng.choice([0, 1, 1, 2, 2, 3, 5]) if unit == "stops" and rng.random() < 0.4 else None
    return TrainRange(reach, unit, factor, plus)  # type: ignore[arg-type]


def random_tolls(rng: random.Random, t: MapIndex, most: int = 2) -> tuple[Toll, ...]:
    """Return some tolls on random hexes. Two may share a hex."""
    return tuple(
        Toll(f"toll {n}", tuple(rng.sample(t.names, rng.choice([1, 4, 15]))), rng.choice([10, 50]))
        for n in range(rng.randint(0, most))
    )


def random_bonuses(rng: random.Random, t: MapIndex) -> tuple[Bonus, ...]:
    """Return some bonuses for one hex or for any of several."""
    return tuple(
        Bonus(f"bonus {n}", tuple(rng.sample(t.names, rng.choice([1, 3, 12, 40]))), rng.choice([10, 20, 50]))
        for n in range(rng.randint(0, 4))
    )


def made_up(title: str, rng: random.Random, lays: int) -> Iterator[RouteContext]:
    """Yield odd contexts of the companies on a random board."""
    t = tables(title)
    tiles, tokens = random_board(t, rng, lays)
    for corp in "WXYZ":
        phase = rng.choice(t.board.phases)
        reachable = any(m.corp == corp for here in tokens.values() for m in here)
        if not reachable:
            continue
        yield RouteContext(
            t,
            tiles,
            tokens,
            corp,
            {f"{n}": random_kind(rng, title) for n in range(rng.choice([1, 1, 2, 2, 3, 4]))},
            phase.off_board,
            random_bonuses(rng, t),
            rng.choice([0, 0, 10, 30]),
            random_tolls(rng, t),
            rng.choice([0, 10, 50, 60, 100, 500]),
            t.closed(phase.name),
        )


def size(context: RouteContext) -> int:
    """Return the number of stops with track on the board."""
    pieces = context.position.pieces
    return sum(1 for g in range(STOPS_A_HEX * len(pieces)) if has_track(context, g))


def has_track(context: RouteContext, g: int) -> bool:
    """Return whether track leads to the stop with this number."""
    h, s = divmod(g, STOPS_A_HEX)
    piece = context.position.pieces[h]
    return s < len(piece.stops) and bool(piece.at[6 + s])
