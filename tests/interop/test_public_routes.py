"""Conversion of the site's routes to runs."""

from __future__ import annotations

from typing import Any

import pytest

import trunkline
from trunkline.engine.track.map_index import PlacedTile, Token
from trunkline.interop.eighteenxx.routes import run_of

TABLES = trunkline.new("1856", ["Ann", "Bob", "Cy"]).title.tables
TILES = {
    "M12": PlacedTile("8", 2),
    "L13": PlacedTile("57", 2),
    "O10": PlacedTile("9", 1),
    "P9": PlacedTile("57", 1),
}
TOKENS = {"N11": (Token(0, "CVR", 0), Token(1, "GT", 0)), "P9": (Token(0, "GT", 0),)}
"""Toronto's two cities are not connected: CVR has a token in the western one, GT in the eastern one."""


def path(corp: str, connections: list[list[str]], nodes: list[str] | None = None) -> tuple[str, ...]:
    route: dict[str, Any] = {"train": "4-0", "connections": connections}
    if nodes is not None:
        route["nodes"] = nodes
    run = run_of(TABLES, TILES, TOKENS, corp, "4-0", route)
    assert run is not None
    assert run.train == "4-0"
    return run.path


def test_a_segment_is_a_run_over_plain_hexes() -> None:
    assert path("GT", [["P9", "O10", "N11"]], ["P9-0", "N11-1"]) == ("P9.0", "O10", "N11.1")


def test_segments_may_be_turned_and_out_of_order() -> None:
    wanted = ("Q8.0", "P9.0", "O10", "N11.1")
    nodes = ["P9-0", "Q8-0", "N11-1"]
    assert path("GT", [["Q8", "P9"], ["P9", "O10", "N11"]], nodes) == wanted
    assert path("GT", [["P9", "Q8"], ["N11", "O10", "P9"]], nodes) == wanted
    assert path("GT", [["P9", "O10", "N11"], ["P9", "Q8"]], nodes)[::-1] == wanted


def test_the_track_says_which_city_is_meant() -> None:
    assert path("GT", [["P9", "O10", "N11"]]) == ("P9.0", "O10", "N11.1")
    assert path("CVR", [["N11", "M12", "L13"]]) == ("N11.0", "M12", "L13.0")


def test_a_hop_inside_a_hex_names_two_stops() -> None:
    assert path("GT", [["P9", "O10", "N11"], ["N11 1.0"]]) == ("P9.0", "O10", "N11.1", "N11.0")
    assert path("GT", [["N11 0.1"], ["P9", "O10", "N11"]])[:2] == ("N11.0", "N11.1")


def test_an_illegal_route_is_read_as_it_stands() -> None:
    assert path("GT", [["P9", "N11"]], ["P9-0", "N11-0"]) == ("P9.0", "N11.0")


def test_a_train_may_stay_at_home() -> None:
    assert run_of(TABLES, TILES, TOKENS, "GT", "4-0", {"connections": []}) is None


@pytest.mark.parametrize(
    ("connections", "why"),
    [([["P9", "Q8"], ["C14", "B13"]], "its segments do not join"), ([["P9", "Z99"]], "there is no hex Z99")],
)
def test_what_is_no_route_is_refused(connections: list[list[str]], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        path("GT", connections)
