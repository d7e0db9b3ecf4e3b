"""The best runs: recorded positions, and small random boards against trying everything."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import yaml

from map.boards import TITLES, Markers, Tiles, board, laid, marked, tables
from map.oracle import random_board
from trunkline.kernel.map import MapTables, Marker, Placed, Position, network, position
from trunkline.kernel.map.tables import STOP
from trunkline.kernel.routes import (
    Bonus,
    RoutePolicy,
    Run,
    TrainRange,
    best_runs,
    check_runs,
    plan_value,
    revenue,
    some_runs,
)

T = tables("t1856")
KINDS = (
    TrainRange(2),
    TrainRange(3),
    TrainRange(None),
    TrainRange(4, "hexes"),
    TrainRange(2, "cities", 2),
    TrainRange(3, "cities"),
)


def recorded(entry: dict[str, Any]) -> tuple[Tiles, Markers, dict[str, TrainRange], list[Bonus], str]:
    """Tiles, markers, trains, bonuses and value key of a position on file."""
    tiles = {h: Placed(t, r) for h, (t, r) in entry["tiles"].items()}
    markers = {
        h: tuple(Marker(s, corp, slot) for s, corps in here.items() for slot, corp in enumerate(corps))
        for h, here in entry["markers"].items()
    }
    b = board("t1856")
    trains = {f"{t}-{i}": TrainRange(b.train[t].range) for i, t in enumerate(entry["trains"])}
    bonuses = [Bonus(name, b.bonuses[name].hexes, b.bonuses[name].value) for name in entry["rights"]]
    if entry["port"]:
        bonuses.append(Bonus("port", (entry["port"],), b.bonuses["port"].value))
    return tiles, markers, trains, bonuses, b.phase[str(entry["phase"])].off_board


def test_recorded_positions(shared_games: Path) -> None:
    entries = yaml.safe_load((shared_games / "routes" / "1856-positions.yaml").read_text())
    assert len(entries) == 13
    for entry in entries:
        tiles, markers, trains, bonuses, key = recorded(entry)
        policy = RoutePolicy()
        plan = best_runs(T, tiles, markers, entry["company"], trains, policy, key, bonuses)
        assert (plan.total, plan.proof) == (entry["best"], "optimal"), entry["source"]
        assert check_runs(T, tiles, markers, entry["company"], trains, plan.runs, policy) == []
        assert plan_value(T, tiles, plan.runs, trains, policy, key, bonuses) == plan.total


def all_routes(pos: Position, limit: int = 3_000) -> Iterator[tuple[str, ...]]:
    """Every path between two stops without a repeat, one way round, walked on the track itself."""
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


def best_by_trying(
    t: MapTables,
    tiles: Tiles,
    markers: Markers,
    corp: str,
    trains: dict[str, TrainRange],
    policy: RoutePolicy,
    key: str,
    bonuses: list[Bonus],
) -> int:
    """The best total, by trying every combination of legal routes."""
    paths = list(all_routes(position(t, tiles)))
    options: list[list[tuple[Run, int]]] = []
    for name, kind in trains.items():
        legal = [Run(name, p) for p in paths]
        legal = [r for r in legal if not check_runs(t, tiles, markers, corp, {name: kind}, [r], policy)]
        values = [(r, revenue(t, tiles, r, kind, policy, key, bonuses)) for r in legal]
        options.append(sorted(values, key=lambda v: -v[1])[:60])
    best = max((value for option in options for _, value in option), default=0)
    for pair in product(*options) if len(options) == 2 else ():
        total = sum(value for _, value in pair)
        if total > best and not check_runs(t, tiles, markers, corp, trains, [r for r, _ in pair], policy):
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
        tiles, markers = random_board(t, rng, rng.choice([10, 20, 35]))
        for corp in "WXYZ":
            if not network(t, tiles, markers, corp).has_run():
                continue
            trains = {"a": rng.choice(KINDS)} | ({"b": rng.choice(KINDS)} if rng.random() < 0.6 else {})
            policy = RoutePolicy(pair_bonus=rng.choice([0, 10]))
            bonuses = [Bonus(str(i), tuple(rng.sample(t.names, 12)), 10 * (i + 1)) for i in range(2)]
            plan = best_runs(t, tiles, markers, corp, trains, policy, key, bonuses)
            assert plan.proof == "optimal"
            assert check_runs(t, tiles, markers, corp, trains, plan.runs, policy) == []
            assert plan_value(t, tiles, plan.runs, trains, policy, key, bonuses) == plan.total
            runs = some_runs(t, tiles, markers, corp, trains, rng.randrange)
            assert check_runs(t, tiles, markers, corp, trains, runs, policy) == []
            assert plan_value(t, tiles, runs, trains, policy, key, bonuses) <= plan.total
            try:
                tried = best_by_trying(t, tiles, markers, corp, trains, policy, key, bonuses)
            except OverflowError:
                continue
            compared += 1
            assert plan.total == tried, (title, seed, corp, trains)
    assert compared


def test_the_same_answer_again_and_a_bound_when_cut_short() -> None:
    rng = random.Random(5)
    tiles, markers = random_board(T, rng, 250)
    trains = {"D": TrainRange(None), "8": TrainRange(8), "6": TrainRange(6)}
    policy = RoutePolicy()
    full = best_runs(T, tiles, markers, "X", trains, policy, "gray")
    assert full == best_runs(T, dict(tiles), dict(markers), "X", trains, policy, "gray")
    cut = best_runs(T, tiles, markers, "X", trains, policy, "gray", budget=50)
    assert check_runs(T, tiles, markers, "X", trains, cut.runs, policy) == []
    assert cut.total <= full.total <= cut.bound
    assert cut.bound >= full.total


def test_no_marker_no_runs() -> None:
    plan = best_runs(T, laid("C14:57:2"), {}, "LPS", {"2": TrainRange(2)}, RoutePolicy(), "yellow")
    assert (plan.runs, plan.total, plan.proof) == ((), 0, "optimal")
    none = some_runs(T, laid("C14:57:2"), marked("P9.0:GT"), "GT", {"2": TrainRange(2)}, lambda n: 0)
    assert none == ()
