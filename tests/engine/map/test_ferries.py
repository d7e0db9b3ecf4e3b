"""Tests of ferry routes: the conditions that open and close them."""

from __future__ import annotations

import pytest

from engine.map.boards import board, marked, tables
from trunkline.engine.track import PlacedTile, lake_tiles, lays_on, network, shores

T = tables("t18gl")
FERRIES = {ferry.id: ferry for ferry in board("t18gl").ferries}
LAKES = {
    "milwaukee_muskegon": {"E9": "FER-G"},
    "traverse_city_escanaba": {"E5": "FER-S"},
    "northern_ontario_owen_sound": {"J4": "FER-S", "J6": "FER-S", "K7": "FER-S"},
    "london_cleveland": {"L12": "FER-S"},
}


@pytest.mark.parametrize("ferry", LAKES)
def test_the_tiles_of_a_ferry(ferry: str) -> None:
    found = lake_tiles(T, FERRIES[ferry])
    assert {hex_id: placed.tile for hex_id, placed in found.items()} == LAKES[ferry]
    for hex_id, placed in found.items():
        assert T.piece(*placed).segments in {T.piece(*lay).segments for lay in lays_on(T, {}, hex_id)}


def test_the_shores_of_a_ferry() -> None:
    assert shores(FERRIES["northern_ontario_owen_sound"]) == ("K3", "I5", "L8")
    assert shores(FERRIES["london_cleveland"]) == ("L10", "L14")


@pytest.mark.parametrize("ferry", LAKES)
def test_a_line_leads_over_the_lake_only_where_all_its_tiles_lie(ferry: str) -> None:
    ends = shores(FERRIES[ferry])
    tiles = {"D10": ("MIL-Y", 0), "F10": ("PT1", 2), "F6": ("FC1", 2), "D4": ("PT1", 5)}
    tiles |= {"L8": ("PT1", 2), "L10": ("FC1", 0)}
    ashore = {name: PlacedTile(*lay) for name, lay in tiles.items() if name in ends}
    lakes = lake_tiles(T, FERRIES[ferry])
    tokens = marked(f"{ends[0]}.0:PRR")

    def crosses(*lying: str, closed: tuple[str, ...] = ()) -> bool:
        laid = ashore | {name: lakes[name] for name in lying}
        shut = frozenset(T.index[name] for name in closed)
        return network(T, laid, tokens, "PRR", shut).reaches_stop(ends[-1], 0)

    assert crosses(*lakes)
    assert not crosses()
    for name in lakes:
        assert not crosses(*(other for other in lakes if other != name))
        assert not crosses(*lakes, closed=(name,))
