"""Tests of tiles that fit a hex: lists, colours, kept track, dead ends and kept tokens."""

from __future__ import annotations

import pytest

from engine.map.boards import TITLES, laid, marked, tables
from trunkline.engine.track import (
    PlacedTile,
    Token,
    allowed_on,
    carry_tokens,
    change_phase_open,
    colour_fits,
    colour_open,
    dead_end,
    first_tiles,
    fitting_rotations,
    is_full,
    is_small_city_change,
    keeps_track,
    lays_on,
    replacements,
    stops_at,
    stops_fit,
    supply,
    supply_left,
    value_at,
)

T = tables("t1856")
B = T.board


def legal(hex_id: str, phase: str, tiles: str = "") -> set[str]:
    """Return the legal tiles of a hex in a phase."""
    now = laid(tiles)
    old = now.get(hex_id)
    return {
        p.tile
        for p in lays_on(T, now, hex_id)
        if colour_open(B, p.tile, phase)
        and colour_fits(T, now, hex_id, p.tile)
        and (old is None or change_phase_open(B, old.tile, phase))
    }


@pytest.mark.parametrize("title", TITLES)
def test_lists_agree_with_the_track(title: str) -> None:
    """Every listed replacement keeps the track in some rotation, and every hex has a first tile that fits."""
    t = tables(title)
    for hex_id in t.names:
        first = first_tiles(t, hex_id)
        assert all(allowed_on(t.board, hex_id, tile) for tile in first)
        assert not first or any(fitting_rotations(t, {}, hex_id, tile) for tile in first), hex_id
    for name, kind in t.board.tiles.items():
        for target in kind.upgrades_to + kind.downgrades_to + kind.upgrades_to_public:
            old = t.piece(name, 0)
            assert any(t.change(old, t.piece(target, r)).keeps for r in range(6)), (name, target)


def test_neighbours() -> None:
    flat, pointed = tables("t1856"), tables("t1851")

    def beyond(t: object, hex_id: str, edge: int) -> str | None:
        assert t in (flat, pointed)
        table = flat if t is flat else pointed
        mate = table.mate[6 * table.index[hex_id] + edge]
        return None if mate < 0 else table.names[mate // 6]

    assert [beyond(flat, "C14", e) for e in range(6)] == ["C16", "B15", "B13", None, "D13", "D15"]
    assert [beyond(pointed, "C11", e) for e in range(6)] == ["D10", "C9", "B10", "B12", "C13", "D12"]
    assert beyond(pointed, "A19", 2) == "@18"


def test_rotations_that_look_the_same_are_named_once() -> None:
    assert T.rotations("9") == (0, 1, 2)
    assert T.rotations("8") == (0, 1, 2, 3, 4, 5)
    assert T.rotations("63") == (0,)
    assert T.rotations("121") == (0, 1)
    assert T.rotations("1") == (0, 1, 2)
    assert T.same_track("9", 1, 4)
    assert not T.same_track("1", 0, 3)  # the towns change places, though the lay is the same
    assert T.same_lay("9", 1, 4)
    assert T.same_lay("1", 0, 3)
    assert not T.same_lay("9", 1, 2)


def test_first_tiles() -> None:
    assert first_tiles(T, "B15") == ("7", "8", "9")
    assert first_tiles(T, "J9") == ("3", "4", "58")
    assert first_tiles(T, "H7") == ("1", "2", "55", "56", "69")
    assert first_tiles(T, "C14") == ("5", "6", "57")
    assert first_tiles(T, "B13") == ()
    assert first_tiles(T, "F9") == ()
    assert first_tiles(tables("t1851"), "F12") == ("202",)
    assert first_tiles(tables("t18gl"), "D10") == ("MIL-Y",)
    assert first_tiles(tables("t18gl"), "F6") == ("FC1", "FC2")
    assert stops_fit(T, "H7", "1")
    assert not stops_fit(T, "H7", "3")
    assert not stops_fit(T, "C14", "8")


@pytest.mark.rule("1856.upgrade.yellow-cities", "1856.upgrade.yellow-plain", "1856.upgrade.yellow-69")
def test_yellow_upgrades() -> None:
    for tile in ("5", "6", "57"):
        assert legal("G12", "2", f"G12:{tile}:0") == {"14", "15"}
        assert legal("G12", "1", f"G12:{tile}:0") == set()
    assert legal("G10", "2", "G10:7:0") == {"18", "26", "27", "28", "29"}
    assert legal("G10", "2", "G10:8:0") == {"16", "17", "19", "23", "24", "25", "28", "29"}
    assert legal("G10", "2", "G10:9:0") == {"18", "19", "20", "23", "24", "26", "27"}
    for phase in B.phase:
        assert legal("H7", phase, "H7:69:1") == set()


@pytest.mark.rule("1856.upgrade.printed-cities", "1856.upgrade.green-120-121", "1856.upgrade.gray")
def test_special_cities() -> None:
    printed = {"F15": "121", "M4": "121", "N11": "120", "L15": "59", "N17": "59", "I12": "59"}
    for hex_id, tile in printed.items():
        assert legal(hex_id, "1") == set()
        assert legal(hex_id, "2") == {tile}
    assert legal("N11", "4", "N11:120:1") == {"122"}
    assert legal("F15", "4", "F15:121:0") == {"126"}
    assert legal("M4", "4", "M4:121:0") == {"127"}
    assert legal("N11", "5", "N11:122:1") == {"124"}
    assert legal("N11", "4", "N11:122:1") == set()
    for tile in ("64", "65", "66", "67", "68"):
        assert legal("I12", "5", f"I12:{tile}:0") == set()
        assert legal("N17", "5", f"N17:{tile}:0") == set()
    assert legal("L15", "5", "L15:64:3") == {"123"}


@pytest.mark.rule(
    "1856.upgrade.green-cities",
    "1856.upgrade.green-16-20",
    "1856.upgrade.green-23-29",
    "1856.upgrade.green-59",
)
def test_green_upgrades() -> None:
    for tile in ("14", "15"):
        assert legal("G12", "4", f"G12:{tile}:0") == {"63"}
        assert legal("P9", "4", f"P9:{tile}:1") == {"125"}
        assert legal("G12", "3", f"G12:{tile}:0") == set()
    listed = {
        "16": "43 70",
        "17": "47",
        "18": "43",
        "19": "45 46",
        "20": "44 47",
        "23": "41 43 45 47",
        "24": "42 43 46 47",
        "25": "40 45 46",
        "26": "42 44 45",
        "27": "41 44 46",
        "28": "39 46 70",
        "29": "39 45 70",
    }
    for tile, browns in listed.items():
        assert legal("G10", "4", f"G10:{tile}:0") == set(browns.split())
    assert legal("I12", "4", "I12:59:0") == {"64", "65", "66", "67", "68"}
    assert "43" in replacements(T, laid("G10:28:0"), "G10", T.board.unlisted_upgrades)


@pytest.mark.rule("1856.upgrade.small-double", "1856.upgrade.small-single", "1856.upgrade.small-downgrade")
def test_small_cities_change_from_phase_five() -> None:
    for tile, green in (("1", "14"), ("55", "14"), ("2", "15"), ("56", "15")):
        assert legal("F13", "5", f"F13:{tile}:0") == {green}
        assert legal("F13", "4", f"F13:{tile}:0") == set()
    for tile, city, plain in (("3", "5", "7"), ("4", "57", "9"), ("58", "6", "8")):
        assert legal("J9", "5", f"J9:{tile}:0") == {city, plain}
        assert legal("J9", "4", f"J9:{tile}:0") == set()
        assert is_small_city_change(B, tile, plain)
        assert fitting_rotations(T, laid(f"J9:{tile}:1"), "J9", plain) in {(1,), (2,)} or tile == "4"
        assert not stops_at(T, laid(f"J9:{plain}:1"), "J9")
    assert not is_small_city_change(B, "57", "14")


def test_track_is_kept() -> None:
    now = laid("G10:9:0")
    assert fitting_rotations(T, now, "G10", "20") == (0, 2)
    assert keeps_track(T, now, "G10", "18", 3)
    assert not keeps_track(T, now, "G10", "18", 1)
    # Separate cities do not run together on a tile with two of them.
    assert not keeps_track(T, laid("L15:59:1"), "L15", "67", 5)
    # Of two-town tiles only the exits must stay.
    assert keeps_track(T, laid("F13:1:0"), "F13", "14", 0)


def test_dead_ends() -> None:
    assert dead_end(T, "C14", "57", 0) == 3  # north of Maudaumin there is nothing
    assert dead_end(T, "C14", "57", 2) is None  # into Sarnia
    assert dead_end(T, "B15", "8", 4) is None
    assert dead_end(T, "F11", "9", 0) is None  # Goderich has track to the south
    assert dead_end(T, "B15", "9", 2) == 2  # Port Huron
    assert dead_end(T, "B19", "57", 1) is None  # into Detroit
    assert dead_end(T, "M6", "4", 1) == 4  # Lake Simcoe
    assert dead_end(tables("t1851"), "E11", "57", 0) == 0  # a river too wide to bridge
    assert dead_end(tables("t18gl"), "D8", "4", 1) is not None


def test_louisville() -> None:
    t = tables("t1851")
    assert list(lays_on(t, {}, "B16")) == [PlacedTile("511", 0)]
    carried = carry_tokens(t, {}, marked("B16.0:L&N"), "B16", "511", 0)
    assert carried.tokens == (Token(0, "L&N", 0),)
    both = carry_tokens(t, {}, marked("B16.0:L&N B16.1:SR"), "B16", "511", 0)
    assert both.tokens == (Token(0, "L&N", 0), Token(0, "SR", 1))


def test_ferry_tiles_lie_on_their_lines() -> None:
    t = tables("t18gl")
    assert [p.tile for p in lays_on(t, {}, "E9")] == ["FER-G"]
    assert len(list(lays_on(t, {}, "L12"))) == 1
    assert all(4 in line for p in lays_on(t, {}, "D10") for line in t.piece(*p).ferry)
    assert [p.rotation for p in lays_on(t, {}, "D14")] == [3]
    assert [p.rotation for p in lays_on(t, {}, "D12")] == [0]


def test_tokens_follow_the_track() -> None:
    toronto = carry_tokens(T, {}, marked("N11.0:CVR N11.1:GT"), "N11", "120", 1)
    assert toronto.tokens == (Token(0, "CVR", 0), Token(1, "GT", 0))
    brown = carry_tokens(T, laid("N11:120:1"), marked("N11.0:CVR N11.1:GT"), "N11", "122", 1)
    assert brown.tokens == (Token(0, "CVR", 0), Token(1, "GT", 0))
    gray = carry_tokens(T, laid("N11:122:1"), marked("N11.0:CVR,CPR N11.1:GT"), "N11", "124", 1)
    assert set(gray.tokens) == {Token(0, "CVR", 0), Token(0, "CPR", 1), Token(0, "GT", 2)}
    hamilton = carry_tokens(T, laid("L15:64:3"), marked("L15.0:THB L15.1:BB"), "L15", "123", 5)
    assert set(hamilton.tokens) == {Token(0, "THB", 0), Token(0, "BB", 1)}
    assert not hamilton.choice


def test_bare_circles_leave_a_choice() -> None:
    bare = carry_tokens(T, {}, marked("L15.1:THB"), "L15", "59", 1)
    assert bare.tokens == ()
    assert bare.choice == (Token(1, "THB", 0),)
    assert carry_tokens(T, {}, marked("C14.0:LPS"), "C14", "57", 2).tokens == (Token(0, "LPS", 0),)


def test_stops_and_supply() -> None:
    now = laid("C14:57:2 L15:59:1 N17:59:2 B17:8:0")
    assert [s.kind for s in stops_at(T, now, "L15")] == ["city", "city"]
    assert value_at(T, now, "C14", 0, "yellow") == 20
    assert value_at(T, now, "F9", 0, "brown") == 50
    assert value_at(T, now, "B13", 0, "gray") == 50
    assert is_full(T, now, marked("C14.0:LPS"), "C14", 0)
    assert not is_full(T, laid("C14:14:1"), marked("C14.0:LPS"), "C14", 0)
    assert supply_left(T, now, "59") == 0
    assert supply_left(T, now, "8") == 12
    assert supply(T, now)["57"] == 3
    assert supply_left(tables("t1851"), laid("A7:8:0"), "8") is None
