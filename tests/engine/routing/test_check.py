"""Tests of proposed runs: their faults and their earnings."""

from __future__ import annotations

import pytest

from engine.map.boards import Tiles, Tokens, laid, marked, tables
from trunkline.engine.routing import (
    Bonus,
    Earnings,
    RouteContext,
    Run,
    TrainRange,
    best_runs,
    check_runs,
    earnings,
)
from trunkline.engine.track import MapIndex

T = tables("t1856")
TUNNEL = Bonus("tunnel", ("B13",), 10)

# The rulebook's example: Goderich - a small city - Maudaumin - Sarnia, and Sarnia - Maudaumin - Glencoe.
LPS_TILES = "C14:14:1 B15:7:3 D15:8:0 D17:57:0 D13:8:5 E14:8:2 F13:56:0 F11:9:0"
THREE = "B13.0 C14.0 D15 D17.0"
FOUR = "F9.0 F11 F13.1 E14 D13 C14.0 B15 B13.0"


def serving(
    tiles: Tiles,
    tokens: Tokens,
    corp: str,
    trains: dict[str, TrainRange],
    key: str = "yellow",
    bonuses: list[Bonus] | None = None,
    pair: int = 0,
    table: MapIndex = T,
) -> RouteContext:
    """Return the context of a company on a small board."""
    return RouteContext(table, tiles, tokens, corp, trains, key, tuple(bonuses or ()), pair)


def earned(
    table: MapIndex,
    tiles: Tiles,
    run: Run,
    train: TrainRange,
    key: str,
    bonuses: list[Bonus] | None = None,
    pair: int = 0,
) -> Earnings:
    """Return the earnings of one run."""
    return earnings(serving(tiles, {}, "", {run.train: train}, key, bonuses, pair, table), run)


def run(train: str, path: str) -> Run:
    """Return a run from a path in words."""
    return Run(train, tuple(path.split()))


def keys(tiles: str, tokens: str, corp: str, reach: int | None, *paths: str) -> list[str]:
    """Return the problems of runs given in words. Each run has a separate train."""
    trains = {str(i): TrainRange(reach) for i in range(len(paths))}
    runs = [run(str(i), path) for i, path in enumerate(paths)]
    return [p.key for p in check_runs(serving(laid(tiles), marked(tokens), corp, trains), runs)]


def lps(reach: int | None, *paths: str) -> list[str]:
    """Return the problems of runs on the example's board."""
    return keys(LPS_TILES, "C14.0:LPS", "LPS", reach, *paths)


@pytest.mark.rule("1856.run.example-lps", "1856.run.value")
def test_the_rulebooks_example() -> None:
    tiles, tokens = laid(LPS_TILES), marked("C14.0:LPS")
    trains = {"3": TrainRange(3), "4": TrainRange(4)}
    runs = [run("3", THREE), run("4", FOUR)]
    assert check_runs(serving(tiles, tokens, "LPS", trains), runs) == []
    assert [earned(T, tiles, r, trains[r.train], "yellow").total for r in runs] == [80, 100]
    plan = best_runs(serving(tiles, tokens, "LPS", trains, "yellow"))
    assert (plan.total, plan.proof) == (180, "optimal")
    assert plan.revenues == (100, 80)


@pytest.mark.rule("1856.run.example-tunnel")
def test_the_rulebooks_example_with_the_tunnel() -> None:
    tiles = laid(LPS_TILES)
    three = earned(T, tiles, run("3", THREE), TrainRange(3), "yellow", [TUNNEL])
    four = earned(T, tiles, run("4", FOUR), TrainRange(4), "yellow", [TUNNEL])
    assert (three.total, four.total) == (90, 110)
    assert str(three) == "Sarnia 30 + tunnel 10, Maudaumin 30, Glencoe 20 = 90"
    trains = {"3": TrainRange(3), "4": TrainRange(4)}
    plan = best_runs(serving(tiles, marked("C14.0:LPS"), "LPS", trains, "yellow", [TUNNEL]))
    assert plan.total == 200


def test_the_places_of_a_run() -> None:
    assert run("4", FOUR).stops == ("F9.0", "F13.1", "C14.0", "B13.0")
    assert run("4", FOUR).hexes == ("F9", "F11", "F13", "E14", "D13", "C14", "B15", "B13")


@pytest.mark.rule("1856.run.own-marker-and-two")
def test_own_token_and_two_stops() -> None:
    assert lps(3, THREE) == []
    assert lps(3, "C14.0") == ["two_stops"]
    assert lps(3, "F9.0 F11 F13.1") == ["own_token"]
    assert "two_stops" in lps(3, "D15 C14.0 B13.0")
    assert "stop_skipped" in lps(4, "F9.0 F11 F13 E14 D13 C14.0")


@pytest.mark.rule("1856.run.length")
def test_length() -> None:
    assert lps(4, FOUR) == []
    assert lps(3, FOUR) == ["length"]
    assert lps(None, "F9.0 F11 F13.1 E14 D13 C14.0 D15 D17.0") == []


@pytest.mark.rule("1856.run.several-trains")
def test_trains_share_stops_but_no_track() -> None:
    assert lps(4, THREE, FOUR) == []
    assert lps(4, THREE, "B13.0 C14.0 D13 E14 F13.1") == ["shared_track"]
    assert lps(4, THREE, THREE) == ["shared_track"]
    trains = {"3": TrainRange(3)}
    twice = [run("3", THREE), run("3", "B13.0 B15 C14.0")]
    tiles, tokens = laid(LPS_TILES), marked("C14.0:LPS")
    assert [p.key for p in check_runs(serving(tiles, tokens, "LPS", trains), twice)] == ["train"]
    other = [run("4", THREE)]
    assert [p.key for p in check_runs(serving(tiles, tokens, "LPS", trains), other)] == ["train"]


@pytest.mark.rule("1856.run.no-reversal")
def test_no_reversal() -> None:
    # D15 has a junction: its branches from Maudaumin and from D13 join before Glencoe.
    tiles = "C14:14:1 D15:24:0 D17:57:0 D13:7:5 E14:8:2 F13:56:0"
    assert keys(tiles, "C14.0:LPS", "LPS", 3, "C14.0 D15 D17.0") == []
    assert keys(tiles, "F13.1:LPS", "LPS", 3, "F13.1 E14 D13 D15 D17.0") == []
    assert keys(tiles, "C14.0:LPS", "LPS", 3, "C14.0 D15 D13 E14 F13.1") == ["reversal"]
    assert "reversal" in keys(tiles, "C14.0:LPS", "LPS", 3, "C14.0 D15 C14.0")


@pytest.mark.rule("1856.run.offboard-ends")
def test_offboard_places_are_ends() -> None:
    assert "offboard_end" in lps(4, "D17.0 D15 C14.0 B13.0 B15 C14.0")
    goderich = LPS_TILES + " G10:9:2 H11:3:2"
    assert keys(goderich, "C14.0:LPS", "LPS", 4, "C14.0 D13 E14 F13.1 F11 F9.0 G10 H11.0") == []


@pytest.mark.rule("1856.run.no-repeat-stop", "1856.run.no-repeat-track")
def test_nothing_twice() -> None:
    assert "repeat_stop" in lps(None, "C14.0 B13.0 B15 C14.0 D15 D17.0")
    assert lps(None, "D17.0 D15 C14.0 D15 D17.0") == ["repeat_stop", "repeat_track"]
    # Both small cities of a hex count.
    both = "F11:9:0 F13:56:0 E14:7:4 F15:126:0"
    assert keys(both, "F15.0:GW", "GW", 3, "F9.0 F11 F13.1 E14 F15.0 F13.0") == ["length"]
    assert keys(both, "F15.0:GW", "GW", 4, "F9.0 F11 F13.1 E14 F15.0 F13.0") == []
    # A hex may be crossed twice on separate track.
    crossed = "C14:57:2 D15:8:2 E14:20:0 F13:56:0 F11:7:0 E12:8:4 E16:8:1 D17:57:1"
    path = "C14.0 D15 E14 F13.1 F11 E12 E14 E16 D17.0"
    assert keys(crossed, "C14.0:LPS", "LPS", 3, path) == []
    assert run("3", path).hexes.count("E14") == 2


def test_blocked_cities_are_ends() -> None:
    tiles = "C14:57:2 D15:8:0 D17:57:0"
    tokens = "C14.0:LPS D17.0:CA"
    assert keys(tiles, tokens, "CA", 3, "D17.0 D15 C14.0") == []
    assert keys(tiles, tokens, "CA", 3, "D17.0 D15 C14.0 B13.0") == ["blocked_city"]
    assert keys(tiles, tokens, "LPS", 3, "D17.0 D15 C14.0 B13.0") == []


def test_track_that_is_not_there() -> None:
    assert lps(3, "C14.0 C16 D17.0")[0] == "unknown_track"
    assert lps(3, "C14.0 D17.0") == ["unknown_track"]
    assert lps(3, "C14.0 Z99") == ["unknown_track"]
    assert lps(3, "C14.7 B13.0") == ["unknown_track"]
    assert lps(3, "C14.x B13.0") == ["unknown_track"]


def test_offboard_places_of_two_hexes_count_once() -> None:
    tiles = "O16:15:5 O18:15:2"
    assert keys(tiles, "O16.0:WR", "WR", 3, "P17.0 O16.0 O18.0") == []
    assert keys(tiles, "O16.0:WR", "WR", 4, "P17.0 O16.0 O18.0 P19.0") == ["repeat_stop"]


def test_the_bridge_counts_once_a_train() -> None:
    tiles = laid("O16:15:5 O18:15:1")
    bridge = Bonus("bridge", ("P17", "P19"), 10)
    one = earned(T, tiles, run("2", "O16.0 P17.0"), TrainRange(2), "brown", [bridge])
    assert one.total == 30 + 40 + 10
    assert str(one) == "Niagara Falls 30, Buffalo 40 + bridge 10 = 80"


def test_pairs_of_offboard_places() -> None:
    t = tables("t1851")
    tiles = laid("A5:57:1 A7:9:1")
    trip = run("3", "A3.0 A5.0")
    assert earned(t, tiles, trip, TrainRange(3), "phase2", pair=10).pair == 0
    far = Run("4", ("A3.0", "A5.0", "@18.0"))
    assert earned(t, tiles, far, TrainRange(4), "phase2", pair=10).pair == 30


def test_trains_that_count_hexes_or_cities() -> None:
    tiles, tokens = laid(LPS_TILES), marked("C14.0:LPS")

    def found(kind: TrainRange, path: str) -> list[str]:
        return [p.key for p in check_runs(serving(tiles, tokens, "LPS", {"x": kind}), [run("x", path)])]

    assert found(TrainRange(2, "hexes"), "C14.0 D15 D17.0") == []
    assert found(TrainRange(1, "hexes"), "C14.0 D15 D17.0") == ["length"]
    assert found(TrainRange(2, "cities"), "F13.1 E14 D13 C14.0 D15 D17.0") == []
    assert found(TrainRange(2, "cities"), "F13.1 E14 D13 C14.0") == ["two_stops"]
    express = TrainRange(2, "cities", 2)
    assert earned(T, tiles, run("x", "F13.1 E14 D13 C14.0 D15 D17.0"), express, "yellow").total == 100


def test_louisville_runs_between_its_two_cities() -> None:
    t = tables("t1851")
    tokens = marked("B16.0:L&N")
    trains = {"2": TrainRange(2)}
    assert check_runs(serving({}, tokens, "L&N", trains, table=t), [run("2", "B16.0 B16.1")]) == []
    plan = best_runs(serving({}, tokens, "L&N", trains, "phase2", table=t))
    assert (plan.total, plan.runs) == (40, (run("2", "B16.0 B16.1"),))


def test_parallel_tracks_of_chicago() -> None:
    t = tables("t18gl")
    tokens = marked("D12.0:MILW")
    two = {"a": TrainRange(2, "hexes"), "b": TrainRange(2, "hexes")}
    both = [run("a", "D12.0 D14.0"), run("b", "D12.0 D14.0")]
    brown = laid("D12:CHI-B:0 D14:CHI-B:3")
    green = laid("D12:CHI-B:0 D14:CHI-G:3")
    assert check_runs(serving(brown, tokens, "MILW", two, table=t), both) == []
    assert [p.key for p in check_runs(serving(green, tokens, "MILW", two, table=t), both)] == ["shared_track"]
    assert best_runs(serving(brown, tokens, "MILW", two, "first", table=t)).total == 280
    assert best_runs(serving(green, tokens, "MILW", two, "first", table=t)).total < 280
