"""Tests of 18GL's places of two hexes: one location, with a token in both hexes or in the chosen one."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.map.boards import laid, marked, tables
from trunkline.engine.routing import RouteContext, Run, TrainRange, best_runs, check_runs
from trunkline.engine.track import network

T = tables("t18gl")
D = {"D": TrainRange(None, "hexes")}


def context(
    tiles: str, tokens: str, corp: str, *, trains: Mapping[str, TrainRange] = MappingProxyType(D)
) -> RouteContext:
    """Return the context of a company in the first phase, with a Diesel or other trains."""
    return RouteContext(T, laid(tiles), marked(tokens), corp, trains, "first")


def test_no_train_visits_both_hexes_of_a_place() -> None:
    # From one hex of West Virginia by M19 to the other.
    both = context("M19:7:0", "L20.0:B&O M21.0:B&O", "B&O")
    assert best_runs(both).total == 0
    (problem,) = check_runs(both, [Run("D", ("L20.0", "M19", "M21.0"))])
    assert problem.key == "repeat_stop"
    assert not network(T, both.tiles, both.tokens, "B&O").has_run()


def test_a_home_of_two_hexes_runs_from_either() -> None:
    # From one hex to Pittsburgh, from the other to Akron.
    home = "L20.0:B&O M21.0:B&O"
    tiles = "M19:8:4 L18:9:0 L16:57:0"
    plan = best_runs(context(tiles, home, "B&O", trains=D | {"E": TrainRange(None, "hexes")}))
    assert [run.stops for run in plan.runs] == [("M21.0", "N18.0"), ("L16.0", "L20.0")]
    assert plan.revenues == (20 + 40, 20 + 20)
    alone = best_runs(context(tiles, "M21.0:B&O", "B&O", trains=D | {"E": TrainRange(None, "hexes")}))
    assert alone.revenues == (60,)


def test_the_wabash_is_at_home_in_the_hex_it_chose_alone() -> None:
    # St. Louis is B18 and C19; from C19 track leads north to a city.
    tiles = "C17:9:0 C15:57:0"
    assert best_runs(context(tiles, "C19.0:WAB", "WAB")).total == 40 + 20
    assert best_runs(context(tiles, "B18.0:WAB", "WAB")).total == 0
    assert network(T, laid(tiles), marked("C19.0:WAB"), "WAB").reaches_stop("C15", 0)
    assert not network(T, laid(tiles), marked("B18.0:WAB"), "WAB").reaches_stop("C15", 0)


def test_others_run_to_a_home_at_the_edge_and_not_through() -> None:
    # C15 and B16 both lead to St. Louis; a run between them would go through it.
    tiles = "C17:9:0 C15:57:0 B16:4:0"
    plan = best_runs(context(tiles, "C19.0:WAB B18.0:WAB C15.0:IC", "IC"))
    assert [" ".join(run.path) for run in plan.runs] == ["C15.0 C17 C19.0"]
    assert plan.total == 40 + 20
