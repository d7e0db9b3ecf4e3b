"""Tests of exits from a home, by existing or possible track."""

from __future__ import annotations

import pytest

from engine.map.boards import laid, tables
from trunkline.engine.track.reachable_homes import find_way_out, way_out

T = tables("t18gl")
YELLOW, GREEN = ("yellow",), ("yellow", "green")
DETROIT = ("J12",)  # printed track leads to Flint (I11) and Toledo (I13)


def test_a_way_leads_to_the_nearest_other_stop() -> None:
    near = (frozenset(("J12", "I11")), frozenset(("J12", "I13")))
    assert find_way_out(T, {}, DETROIT, YELLOW) in near
    # Printed track joins both halves of Chicago.
    assert find_way_out(T, {}, ("D12",), YELLOW) == frozenset(("D12", "D14"))


def test_a_way_leads_over_plain_hexes() -> None:
    found = find_way_out(T, {}, ("N18",), YELLOW)
    assert found is not None
    assert "N18" in found
    assert len(found) > 2


@pytest.mark.parametrize(
    ("lies", "colours", "is_open"),
    [
        ("I11:57:0", YELLOW, True),
        ("I11:57:0 I13:57:0", YELLOW, False),
        ("I11:57:0 I13:57:0", GREEN, True),
        ("I11:57:2 I13:57:0", YELLOW, True),
        ("J12:DET-G:0 I11:57:0 I13:57:0", GREEN, True),
    ],
)
def test_track_that_does_not_meet_it_shuts_a_home(lies: str, colours: tuple[str, ...], is_open: bool) -> None:
    tiles = laid(lies)
    assert (find_way_out(T, tiles, DETROIT, colours) is not None) == is_open
    assert way_out(T, tiles, DETROIT, colours) == find_way_out(T, tiles, DETROIT, colours)


def test_a_way_stands_until_something_is_laid_on_it() -> None:
    way = way_out(T, {}, DETROIT, YELLOW)
    assert way is not None
    assert way_out(T, laid("N18:57:0"), DETROIT, YELLOW) == way
    (beyond,) = way.difference(DETROIT)
    other = way_out(T, laid(f"{beyond}:57:0"), DETROIT, YELLOW)
    assert other is not None
    assert beyond not in other
    # If the hexes have no tiles, either exit works.
    assert way_out(T, {}, DETROIT, YELLOW) in (way, other)


def test_both_hexes_of_a_home_count() -> None:
    # Toronto: the exit to N6 is closed, the one to N8 open.
    shut = laid("M7:7:5")
    assert find_way_out(T, shut, ("N6",), YELLOW) is None
    assert find_way_out(T, shut, ("N6", "N8"), YELLOW) is not None


def test_lines_over_lakes_are_no_way() -> None:
    # Alpena has track to the south and west, and lines over Lake Huron.
    found = find_way_out(T, {}, ("I5",), YELLOW)
    assert found is not None
    assert not {"J4", "J6"} & found
