"""Tests of the best runs: recorded positions, and small random boards against trying everything."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import yaml

from engine.map.boards import TITLES, board, laid, marked, tables
from engine.map.oracle import random_board
from engine.routing import enumeration
from trunkline.engine.routing import (
    Bonus,
    RouteContext,
    Run,
    TrainRange,
    best,
    best_runs,
    check_runs,
    earnings,
    random_runs,
)
from trunkline.engine.track import PlacedTile, Token, TrackState, network
from trunkline.engine.track.map_index import STOP
from trunkline.engine.track.track_state import position

T = tables("t1856")
KINDS = (
    TrainRange(2),
    TrainRange(3),
    TrainRange(None),
    TrainRange(4, "hexes"),
    TrainRange(2, "cities", 2),
    TrainRange(3, "cities"),
)


def recorded(entry: dict[str, Any]) -> RouteContext:
    """Return the context of a recorded position."""
    tiles = {h: PlacedTile(t, r) for h, (t, r) in entry["tiles"].items()}
    tokens = {
        h: tuple(Token(s, corp, slot) for s, corps in here.items() for slot, corp in enumerate(corps))
        for h, here in entry["markers"].items()
    }
    b = board("t1856")
    trains = {f"{t}-{i}": TrainRange(b.train[t].range) for i, t in enumerate(entry["trains"])}
    bonuses = [Bonus(name, b.bonuses[name].hexes, b.bonuses[name].value) for name in entry["rights"]]
    if entry["port"]:
        bonuses.append(Bonus("port", (entry["port"],), b.bonuses["port"].value))
    key = b.phase[str(entry["phase"])].off_board
    return RouteContext(T, tiles, tokens, entry["company"], trains, key, tuple(bonuses))


def test_recorded_positions(shared_games: Path) -> None:
    entries = yaml.safe_load((shared_games / "routes" / "1856-positions.yaml").read_text())
    assert len(entries) == 13
    for entry in entries:
        context = recorded(entry)
        plan = best_runs(context)
        assert (plan.total, plan.proof) == (entry["best"], "optimal"), entry["source"]
        assert check_runs(context, plan.runs) == []


def all_routes(pos: TrackState, limit: int = 3_000) -> Iterator[tuple[str, ...]]:
    """Yield every path between two stops without a repeat, in one direction, by walking the track."""
    names, mate, pieces = pos.tables.names, pos.tables.mate, pos.pieces
    count = 0

    def on(h: int, end: int, path: tuple[str, ...], used: frozenset[object]) -> Iterator[tuple[str, ...]]:
        nonlocal count
        count += 1
        if count > limit:
            return
        for onward in pieces[h].at[end]:
            if onward >= STOP:
                stop = f"{names[h]}.{onward - STOP}"
                if stop not in path:
                    yield (*path, stop)
                    if not pieces[h].terminal:
                        yield from on(h, onward, (*path, stop), used)
                continue
            here = (*path, names[h]) if end < STOP else path
            face = STOP * h + onward
            beyond = mate[face]
            side = min(face, beyond)
            if beyond >= 0 and side not in used:
                yield from on(beyond // STOP, beyond % STOP, here, used | {side})

    for h, piece in enumerate(pieces):
        for s in range(len(piece.stops)):
            start = f"{names[h]}.{s}"
            for path in on(h, STOP + s, (start,), frozenset()):
                if path[0] < path[-1]:
                    yield path
    if count > limit:
        raise OverflowError


def value(context: RouteContext, runs: Iterable[Run]) -> int:
    """Return the earnings of runs."""
    return sum(earnings(context, run).total for run in runs)


def best_by_trying(context: RouteContext) -> int:
    """Return the best total by trying every combination of legal routes."""
    paths = list(all_routes(context.position))
    options: list[list[tuple[Run, int]]] = []
    for name in context.trains:
        legal = [Run(name, p) for p in paths]
        legal = [r for r in legal if not check_runs(context, [r])]
        options.append(sorted(((r, value(context, [r])) for r in legal), key=lambda v: -v[1])[:60])
    best = max((worth for option in options for _, worth in option), default=0)
    for pair in product(*options) if len(options) == 2 else ():
        total = sum(worth for _, worth in pair)
        if total > best and not check_runs(context, [r for r, _ in pair]):
            best = total
    return best


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("seed", range(10))
def test_random_boards(title: str, seed: int) -> None:
    t = tables(title)
    rng = random.Random(seed)
    key = t.board.phases[-1].off_board
    compared = 0
    for _ in range(12):
        tiles, tokens = random_board(t, rng, rng.choice([10, 20, 35]))
        for corp in "WXYZ":
            if not network(t, tiles, tokens, corp).has_run():
                continue
            trains = {"a": rng.choice(KINDS)} | ({"b": rng.choice(KINDS)} if rng.random() < 0.6 else {})
            pair = rng.choice([0, 10])
            bonuses = tuple(Bonus(str(i), tuple(rng.sample(t.names, 12)), 10 * (i + 1)) for i in range(2))
            context = RouteContext(t, tiles, tokens, corp, trains, key, bonuses, pair)
            plan = best_runs(context)
            assert plan.proof == "optimal"
            assert check_runs(context, plan.runs) == []
            assert plan.total == enumeration.best_total(context)
            runs = random_runs(context, rng.randrange)
            assert check_runs(context, runs) == []
            assert value(context, runs) <= plan.total
            try:
                tried = best_by_trying(context)
            except OverflowError:
                continue
            compared += 1
            assert plan.total == tried, (title, seed, corp, trains)
    assert compared


def test_the_same_answer_again_and_a_bound_when_cut_short() -> None:
    rng = random.Random(5)
    tiles, tokens = random_board(T, rng, 250)
    trains = {"D": TrainRange(None), "8": TrainRange(8), "6": TrainRange(6)}
    full = best_runs(RouteContext(T, tiles, tokens, "X", trains, "gray"))
    best.forget()
    assert full == best_runs(RouteContext(T, dict(tiles), dict(tokens), "X", trains, "gray"))
    context = RouteContext(T, tiles, tokens, "X", trains, "gray")
    cut = best_runs(context, budget=50)
    assert check_runs(context, cut.runs) == []
    assert cut.total <= full.total <= cut.bound


def test_a_board_is_known_by_what_lies_on_it() -> None:
    tiles, tokens = random_board(T, random.Random(6), 60)
    trains = {"4": TrainRange(4)}
    plan = best_runs(RouteContext(T, tiles, tokens, "X", trains, "gray"))
    assert plan.total
    other = dict(reversed(tiles.items())), dict(reversed(tokens.items()))
    assert position(T, other[0]) is position(T, tiles)
    assert best_runs(RouteContext(T, *other, "X", trains, "gray")) is plan
    home = next(name for name, marks in tokens.items() if any(mark.corp == "X" for mark in marks))
    del other[1][home]
    assert best_runs(RouteContext(T, *other, "X", trains, "gray")) is not plan
    closed = frozenset(T.index[name] for name in tiles)
    assert best_runs(RouteContext(T, tiles, tokens, "X", trains, "gray", closed=closed)).total < plan.total


def test_no_token_no_runs() -> None:
    context = RouteContext(T, laid("C14:57:2"), {}, "LPS", {"2": TrainRange(2)}, "yellow")
    plan = best_runs(context)
    assert (plan.runs, plan.total, plan.proof) == ((), 0, "optimal")
    bare = RouteContext(T, laid("C14:57:2"), marked("P9.0:GT"), "GT", {"2": TrainRange(2)}, "yellow")
    assert random_runs(bare, lambda n: 0) == ()
