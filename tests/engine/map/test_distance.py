"""Tests of distances along a company's routes: worked cases, and random boards against a plain search."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable

import pytest

from engine.map.boards import TITLES, Tiles, Tokens, laid, marked, tables
from engine.map.oracle import random_board
from engine.routing.odd import grown, stops_with_track
from trunkline.engine.track import MapIndex, Token, TrackState, network
from trunkline.engine.track.distance import Distances
from trunkline.engine.track.map_index import STOP, STOPS_A_HEX

GL = tables("t18gl")


def far(tiles: str, tokens: str, corp: str, place: str, *, shut: str = "") -> int | None:
    """Return the distance from a company's tokens to a stop of 18GL's board, with some hexes closed."""
    hex_id, _, stop = place.partition(".")
    closed = frozenset(GL.index[name] for name in shut.split())
    return network(GL, laid(tiles), marked(tokens), corp, closed).distance(hex_id, int(stop))


def test_the_target_hex_counts_and_the_first_does_not() -> None:
    tiles = "I13:57:0 I15:9:0 I17:4:0 I11:57:0"
    assert far(tiles, "I13.0:DT&I", "DT&I", "I11.0") == 1
    assert far(tiles, "I13.0:DT&I", "DT&I", "I17.0") == 2
    assert far(tiles, "I11.0:DT&I", "DT&I", "I17.0") == 3
    assert far(tiles, "I13.0:DT&I", "DT&I", "I13.0") == 0
    assert far(tiles, "I13.0:DT&I", "DT&I", "D12.0") is None
    assert far(tiles, "", "DT&I", "I11.0") is None


def test_the_nearest_token_counts_and_a_full_city_ends_the_way() -> None:
    tiles = "I13:57:0 I15:9:0 I17:4:0 I11:57:0"
    assert far(tiles, "I13.0:IC I11.0:IC", "IC", "I17.0") == 2
    assert far(tiles, "I13.0:NYC I11.0:IC", "IC", "I13.0") == 1
    assert far(tiles, "I13.0:NYC I11.0:IC", "IC", "I17.0") is None


def test_an_active_ferrys_lakes_count_one_each() -> None:
    tiles = "D10:MIL-Y:0 E9:FER-G:5 F10:PT1:2"
    assert far(tiles, "D12.0:MILW", "MILW", "F10.0") == 1 + 2
    assert far(tiles.replace("E9:FER-G:5 ", ""), "D12.0:MILW", "MILW", "F10.0") is None
    assert far(tiles, "D12.0:MILW", "MILW", "F10.0", shut="E9") is None
    ontario = "J4:FER-S:1 J6:FER-S:2 K7:FER-S:2 L8:PT1:2"
    assert far(ontario, "I5.0:GT", "GT", "L8.0") == 3
    assert far(ontario, "L8.0:GT", "GT", "K3.0") == 5
    assert far(ontario, "K3.0:GT J2.0:GT", "GT", "I5.0") == 2


def test_a_home_of_two_hexes_starts_from_either() -> None:
    tiles = "M19:9:0 M17:57:0"
    assert far(tiles, "L20.0:B&O M21.0:B&O", "B&O", "M17.0") == 2
    assert far(tiles, "L20.0:B&O", "B&O", "M17.0") is None


def test_a_way_that_comes_back_over_its_own_track_is_none() -> None:
    """A route may not come back over its own track.

    North of H18 is a junction, and beyond it a loop that leads back to it. I17 would be seven hexes away if a
    train could turn round, and is eight hexes away by the eastern route.
    """
    loop = "H18:6:3 H16:24:3 H14:23:0 H12:7:5 I13:7:1 I17:6:2"
    east = " I19:8:2 J18:9:1 K17:9:1 L16:8:1 L14:7:0 K15:9:1 J16:9:1"
    n = network(GL, laid(loop + east), marked("H18.0:MON"), "MON")
    target = STOPS_A_HEX * GL.index["I17"]
    assert Distances(n.pos, n.own, n.blocked).stops[target] == 7
    assert n.distance("I17", 0) == 8
    assert far(loop, "H18.0:MON", "MON", "I17.0") is None


def shortest(
    pos: TrackState, starts: Iterable[int], blocked: Collection[int], limit: int = 60_000
) -> dict[int, int] | None:
    """Return the hexes to all stops by walking all simple paths, or None if there are too many paths."""
    found: dict[int, int] = {}
    steps = 0

    def walk(h: int, end: int, hexes: int, used: frozenset[int]) -> None:
        nonlocal steps
        steps += 1
        for onward in pos.pieces[h].at[end] if steps <= limit else ():
            if onward < STOP:
                face = STOP * h + onward
                other = pos.tables.mate[face]
                if other >= 0 and min(face, other) not in used:
                    walk(other // STOP, other % STOP, hexes + 1, used | {min(face, other)})
                continue
            g = STOPS_A_HEX * h + onward - STOP
            if -1 - g in used:
                continue
            found[g] = min(found.get(g, hexes), hexes)
            if not pos.pieces[h].terminal and g not in blocked:
                walk(h, onward, hexes, used | {-1 - g})

    for g in starts:
        found[g] = 0
        walk(g // STOPS_A_HEX, STOP + g % STOPS_A_HEX, 0, frozenset({-1 - g}))
    return found if steps <= limit else None


def compare(t: MapIndex, tiles: Tiles, tokens: Tokens, corp: str) -> bool:
    """Compare all distances of a company with those of all its paths.

    Returns:
        False if there are too many paths.
    """
    n = network(t, tiles, tokens, corp)
    truth = shortest(n.pos, n.own, n.blocked)
    if truth is None:
        return False
    stops = [(name, s) for h, name in enumerate(t.names) for s in range(len(n.pos.pieces[h].stops))]
    found = {(name, s): n.distance(name, s) for name, s in stops}
    assert found == {(name, s): truth.get(STOPS_A_HEX * t.index[name] + s) for name, s in stops}
    return True


@pytest.mark.parametrize("title", TITLES)
def test_random_boards(title: str) -> None:
    t = tables(title)
    rng = random.Random(title)
    compared = 0
    for lays in (10, 25, 40, 60, 90) * 6:
        tiles, tokens = random_board(t, rng, lays)
        compared += sum(compare(t, tiles, tokens, corp) for corp in "WXYZ")
    assert compared >= 80


def test_boards_of_tiles_anywhere() -> None:
    t = tables("t1851")
    rng = random.Random(3)
    compared = 0
    for _ in range(60):
        tiles = grown(t, rng.randrange(200), [rng.randrange(10**6) for _ in range(40)], wild=True)
        stops, count = stops_with_track(t, tiles)
        name, s = stops[rng.randrange(count or 1)]
        compared += compare(t, tiles, {name: (Token(s, "W", 0),)}, "W")
    assert compared >= 40
