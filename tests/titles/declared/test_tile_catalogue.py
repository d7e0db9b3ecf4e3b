"""Standard tiles by number, what follows from them, and the values of a family."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

import trunkline
from titles.declared.conftest import PRINTED, Add
from trunkline import UsageError
from trunkline.engine.board import Board, TileType
from trunkline.lab.soak.games import Plan, play_all
from trunkline.titles import add_file, boards, registry
from trunkline.titles.declared.tile_catalogue import catalogue, upgrades
from trunkline.util.strict_yaml import parse_yaml

EXPLICIT = parse_yaml(PRINTED)["tiles"]
COUNTS = "tiles: {" + ", ".join(f'"{name}": {tile["count"]}' for name, tile in EXPLICIT.items()) + "}"
BY_NUMBER = (PRINTED[PRINTED.index("tiles:\n") : PRINTED.index("chart:\n")], f"{COUNTS}\n")
"""The change of the example that lists its tiles by number and count, without first tiles."""


def board(add: Add, *changes: tuple[str, str]) -> Board:
    """Return the board of the example with changes."""
    title = add(*changes)
    return boards()[title]()


def shape(tile: TileType | dict[str, Any]) -> tuple[object, ...]:
    """Return what a standard tile must share with the tiles of the printed boards."""
    if isinstance(tile, TileType):
        stops = [(stop.kind, stop.value, stop.slots) for stop in tile.stops]
        return tile.colour, tile.label, stops, sorted(sorted(map(str, piece)) for piece in tile.track)
    stops = [(stop["kind"], stop["value"], stop.get("slots", 0)) for stop in tile.get("stops", [])]
    pieces = sorted(sorted(map(str, piece)) for piece in tile["track"])
    return tile["colour"], tile.get("label", ""), stops, pieces


@pytest.mark.parametrize("title", registry.OWN)
def test_the_catalogue_has_the_standard_tiles_of_the_printed_boards(title: str) -> None:
    tiles = boards()[title]().tiles
    special = {str(number) for number in range(120, 128)}
    standard = {name for name in tiles if name.isdigit()} - special
    assert standard <= catalogue().keys()
    for name in standard:
        assert shape(tiles[name]) == shape(catalogue()[name]), name


def edges(number: str) -> set[frozenset[object]]:
    """Return the track of a standard tile."""
    return {frozenset(piece) for piece in catalogue()[number]["track"]}


@pytest.mark.parametrize(
    ("tiles", "like"),
    [
        (("201", "621"), ("5", "57")),
        (("207", "208", "622"), ("15", "14", "619")),
        (("141", "142", "143", "144"), ("205", "206", "12", "13")),
        (("80", "81", "82", "83"), ("39", "40", "41", "42")),
    ],
)
def test_related_standard_tiles_have_the_same_track(tiles: tuple[str, ...], like: tuple[str, ...]) -> None:
    assert [edges(number) for number in tiles] == [edges(number) for number in like]


def test_green_tiles_of_three_exits_have_upgrades() -> None:
    kinds = {
        number: msgspec.convert({**catalogue()[number], "count": 1}, TileType)
        for number in ("5", "12", "58", "143", "7", "80", "202", "207", "63", "148", "216", "39")
    }
    found = {number: list(upgrades(kinds, kind)) for number, kind in kinds.items() if kind.colour != "brown"}
    assert found == {
        "5": ["12"],
        "12": ["63"],
        "58": ["143"],
        "143": ["148"],
        "7": ["80"],
        "80": ["39"],
        "202": ["207"],
        "207": ["216"],
    }


def test_tiles_by_number_have_the_upgrades_and_first_tiles_of_the_example(add: Add) -> None:
    written = board(add)
    by_number = board(add, BY_NUMBER)
    for name, tile in written.tiles.items():
        assert set(by_number.tiles[name].upgrades_to) == set(tile.upgrades_to), name
        assert by_number.tiles[name].count == tile.count
    assert {hex: entry.tiles for entry in by_number.first_tiles for hex in entry.hexes} == {
        hex: ("5", "6", "57") if facts.cities else ("7", "8", "9")
        for hex, facts in written.hexes.items()
        if facts.kind in ("clear", "city")
    }


def test_a_listed_tile_may_change_single_keys(add: Add) -> None:
    changed = ('"57": 4', '"57": {count: 2, upgrades_to: ["14"]}')
    found = board(add, (BY_NUMBER[0], BY_NUMBER[1].replace(*changed)))
    assert found.tiles["57"].count == 2
    assert found.tiles["57"].upgrades_to == ("14",)
    assert found.tiles["57"].stops[0].value == 20


def test_a_labelled_hex_takes_the_tiles_with_its_label(add: Add) -> None:
    label = ("name: Carrow, cities: 1,", "name: Carrow, cities: 1, label: Y,")
    tiles = BY_NUMBER[1].replace('"57": 4', '"57": 4, "202": 1, "511": 1, "216": 1')
    found = board(add, (BY_NUMBER[0], tiles), label)
    assert next(entry.tiles for entry in found.first_tiles if "C5" in entry.hexes) == ("202",)
    assert found.tiles["202"].upgrades_to == ("511",)
    assert found.tiles["57"].upgrades_to == ("14", "15", "619")


FAMILY = """
title: 18Plain
full_title: A plain title
family: 1830
switches: {must_own_train: always}
floating: {percent: 50}
layout: {orientation: pointy, columns: numbers}
hexes:
HEXES
corporations:
  - {id: NW, name: North West, home: [A3], colour: "#1f6f43"}
  - {id: GH, name: Gullhaven, home: [A7], colour: "#22508f"}
  - {id: SM, name: Southmoor, home: [E3], colour: "#a33327", tokens: [0, 20]}
""".replace("HEXES", "\n".join(re.findall(r"^  [A-E]\d: .*$", PRINTED, re.MULTILINE)))


def test_a_file_of_a_family_gives_only_what_differs(add: Add, tmp_path: Path) -> None:
    path = tmp_path / "plain.yaml"
    path.write_text(FAMILY, encoding="utf-8")
    title = add_file(path)
    board = boards()[title]()
    assert (board.bank, board.floating and board.floating.percent, len(board.trains)) == (12000, 50, 6)
    assert board.floating is not None
    assert board.floating.price_multiple == 10
    assert [corp.tokens for corp in board.corporations] == [(0, 40, 100), (0, 40, 100), (0, 20)]
    assert board.par_values == (66, 70, 75, 80, 88, 96)
    outcomes = list(play_all(Plan(title, 2, (3, 5), seed=1)))
    assert [outcome.finding for outcome in outcomes] == [None, None]
    assert trunkline.new(title, ("Ann", "Bob")).state.stock is not None, "it has no privates"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("full_title:", "family: 1899\nfull_title:"), "there is no family 1899; there are 1830"),
        (
            (BY_NUMBER[0], BY_NUMBER[1].replace('"57": 4', '"57": 4, "999": 1')),
            "tile 999: it is no standard tile",
        ),
        ((BY_NUMBER[0], 'tiles: {"7": 4, "8": 4, "9": 4}\n\n'), "no tile of the file fits it"),
        ((BY_NUMBER[0], BY_NUMBER[1].replace('"57": 4', '"57": x')), "57"),
    ],
)
def test_a_fault_is_told_with_its_line(add: Add, change: tuple[str, str], said: str) -> None:
    with pytest.raises(UsageError, match=r"^title\.yaml, line \d+: ") as refused:
        add(change)
    assert said in str(refused.value)
