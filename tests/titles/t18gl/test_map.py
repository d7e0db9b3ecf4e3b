"""The map: its stops and their values, its off-map locations, terrain and ferries."""

from __future__ import annotations

import pytest

from scenes_18gl import Scene
from trunkline.engine.powers.ferry import opened
from trunkline.engine.track.map_index import Piece

TITLE = Scene().game.title
HEXES, TILES = TITLE.board.hexes, TITLE.board.tiles


def pieces() -> list[Piece]:
    """Return the printed parts of the map and all tiles."""
    return [*TITLE.tables.printed, *(TITLE.tables.piece(tile, 0) for tile in TILES)]


@pytest.mark.rule("18gl.map.stop-kinds")
def test_stops_are_cities_towns_and_off_map_locations() -> None:
    assert {stop.kind for piece in pieces() for stop in piece.stops} == {"city", "town", "offboard"}


@pytest.mark.rule("18gl.map.town-values")
def test_towns_are_worth_10_then_20_and_40_at_most() -> None:
    worth: dict[str, set[int]] = {}
    for tile in TILES.values():
        for stop in tile.stops:
            if stop.kind == "town":
                worth.setdefault(tile.colour, set()).add(stop.value)
    assert worth == {"yellow": {10}, "green": {10, 40}, "brown": {20}}


@pytest.mark.rule("18gl.map.double-towns")
def test_three_hexes_hold_two_towns() -> None:
    assert {name for name, spot in HEXES.items() if spot.towns == 2} == {"C17", "G13", "M13"}
    double = {name for name, tile in TILES.items() if len(tile.stops) == 2}
    assert {tile for entry in TITLE.board.first_tiles if entry.towns == 2 for tile in entry.tiles} == double


@pytest.mark.rule("18gl.map.chicago-double-hex")
def test_chicago_fills_two_hexes() -> None:
    assert {name for name, spot in HEXES.items() if spot.name.startswith("Chicago")} == {"D12", "D14"}
    tables = TITLE.tables
    assert len({tables.place[4 * tables.index[name]] for name in ("D12", "D14")}) == 2


@pytest.mark.rule("18gl.map.off-map-locations")
def test_eleven_off_map_locations() -> None:
    off_map = [spot for spot in HEXES.values() if spot.kind == "offboard"]
    places = {spot.group or spot.name: spot.values for spot in off_map}
    assert len(places) == 11
    for values in places.values():
        assert list(values) == ["first", "second", "third"]
        first, second, third = values.values()
        assert 20 <= first < second < third <= 120


@pytest.mark.rule("18gl.map.off-map-arrows")
def test_track_meets_off_map_locations_at_their_arrows_only() -> None:
    tables = TITLE.tables
    for name, spot in HEXES.items():
        if spot.kind == "offboard":
            edges = tables.printed[tables.index[name]].edges
            arrows = set(spot.exits) | set(spot.ferry_edges)
            assert {edge for edge in range(6) if edges >> edge & 1} == arrows


@pytest.mark.rule("18gl.map.terrain-costs")
def test_terrain_is_river_or_hill_at_its_printed_cost() -> None:
    costs: dict[str, set[int]] = {}
    for spot in HEXES.values():
        assert bool(spot.cost) == bool(spot.terrain)
        if spot.cost:
            costs.setdefault(spot.terrain, set()).add(spot.cost)
    assert costs == {"river": {20, 40, 50}, "hill": {20, 40, 50, 60}}


@pytest.mark.rule("18gl.map.ferries")
def test_four_ferries_one_of_two_stretches_none_open() -> None:
    ferries = TITLE.board.ferries
    assert sorted(len(ferry.segments) for ferry in ferries) == [1, 1, 1, 2]
    assert opened(Scene().table) == ()
