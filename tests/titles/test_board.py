"""The board files of all three titles: they follow one schema, and a sentence names each mistake."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from engine.map.boards import FOLDER, TITLES, board
from trunkline.engine.board import BoardError, board_data, board_from, load_board


def counts(title: str, colour: str) -> dict[str, int | None]:
    """Return the number of pieces of each tile of a colour."""
    return {t: k.count for t, k in board(title).tiles.items() if k.colour == colour}


def test_1856() -> None:
    b = board("t1856")
    assert (b.title, len(b.hexes), len(b.tiles)) == ("1856", 100, 53)
    assert sum(box is not None for row in b.chart.rows for box in row) == 116
    assert b.par_values == (65, 70, 75, 80, 90, 100)
    assert b.bank == 12000
    assert b.players[4].cash == 375
    assert b.players[4].certificates == 16
    assert b.certificates_late[8] == {3: 20, 4: 16, 5: 13, 6: 11}
    assert b.corporation["THB"].home_stop is None
    assert b.corporation["CVR"].home_stop == 0
    assert b.corporation["CVR"].public_id == "CV"
    assert b.train["4"].rusts_on == ("D", "8")
    assert b.train["D"].count is None
    assert b.phase_index["6"] == 5
    assert b.homes["J11"] == ("WGB",)
    assert b.hexes["F9"].pass_through


def test_1851() -> None:
    b = board("t1851")
    assert (b.title, len(b.hexes), len(b.tiles)) == ("1851", 91, 46)
    assert sum(box is not None for row in b.chart.rows for box in row) == 65
    assert b.tiles["7"].count is None
    assert b.hexes["J12"].usable_from_phase == "4"
    assert b.corporation["L&N"].home == ("B16",)
    assert b.players[3].privates == ("lo", "mc", "etwnc")
    assert b.offboard_pair_bonus == 10


def test_18gl() -> None:
    b = board("t18gl")
    assert (b.title, len(b.hexes), len(b.tiles)) == ("18GL", 125, 85)
    assert b.corporation["B&O"].home == ("L20", "M21")
    assert b.train["E"].range_table[0].factor == 2
    assert b.train["10H"].count_by_corporations == {7: 4, 6: 3, 5: 3, 4: 2}
    assert b.corporation["CR"].merger is not None
    assert sum(b.corporation["CR"].shares_second_issue) == 100
    # The printed manifest, row by row: count, and n where the tile has no further upgrade.
    rows = [
        f"{k.supplied or k.count}{'' if k.upgrades_to else 'n'}"
        for k in sorted(b.tiles.values(), key=lambda k: k.row or 0)
    ]
    assert rows == list(b.manifest)


def pieces(text: str) -> dict[str, int]:
    """Return counts from text such as "57 4 58 3"."""
    words = text.split()
    return dict(zip(words[::2], map(int, words[1::2]), strict=True))


@pytest.mark.rule("1856.tiles.yellow")
def test_yellow_tiles() -> None:
    listed = pieces("1 1 2 1 3 3 4 3 5 2 6 2 7 7 8 13 9 13 55 1 56 1 57 4 58 3 69 1")
    assert counts("t1856", "yellow") == listed
    assert sum(listed.values()) == 55


@pytest.mark.rule("1856.tiles.green")
def test_green_tiles() -> None:
    listed = pieces("14 4 15 4 16 1 17 1 18 1 19 1 20 1 23 4 24 4 25 1 26 1 27 1 28 1 29 1 59 2 120 1 121 2")
    assert counts("t1856", "green") == listed
    assert sum(listed.values()) == 31


@pytest.mark.rule("1856.tiles.brown")
def test_brown_tiles() -> None:
    listed = pieces(
        "39 1 40 1 41 3 42 3 43 2 44 1 45 2 46 2 47 2 63 4 64 1 65 1 66 1 67 1 68 1 70 1 "
        "122 1 125 4 126 1 127 1"
    )
    assert counts("t1856", "brown") == listed
    assert sum(listed.values()) == 34


@pytest.mark.rule("1856.tiles.gray")
def test_gray_tiles() -> None:
    assert counts("t1856", "gray") == {"123": 1, "124": 1}
    assert sum(k.count or 0 for k in board("t1856").tiles.values()) == 122


@pytest.mark.rule("1856.company.counts")
def test_companies() -> None:
    b = board("t1856")
    assert len(b.privates) == 6
    assert [c.id for c in b.corporations if not c.home] == ["CGR"]
    assert len(b.corporations) == 12


@pytest.mark.parametrize("title", TITLES)
def test_shares_make_a_hundred(title: str) -> None:
    for c in board(title).corporations:
        assert sum(c.shares) == 100
        assert sum(c.shares_second_issue) in {0, 100}


@pytest.mark.parametrize("title", TITLES)
def test_goes_through_json(title: str) -> None:
    b = board(title)
    again = board_from(msgspec.json.decode(msgspec.json.encode(board_data(b))))
    assert again is not b
    assert again.hash == b.hash
    assert again.players == b.players


def test_loaded_once_and_named_by_content() -> None:
    assert board("t1856") is board("t1856")
    hashes = {board(title).hash for title in TITLES}
    assert len(hashes) == 3
    changed = board_from(board_data(board("t1856")) | {"bank": 11999})
    assert changed.hash not in hashes
    noted = board_from(board_data(board("t1856")) | {"notes": []})
    assert noted.hash in hashes


def broken(**changes: Any) -> dict[str, Any]:
    """Return the 1856 board as data that a test may break."""
    data = yaml.safe_load((FOLDER / "t1856" / "board.yaml").read_text())
    assert isinstance(data, dict)
    return data | changes


def test_misspelt_keys_are_named() -> None:
    with pytest.raises(BoardError, match=r"^unknown key `bonk` in the board; the closest name is bank$"):
        board_from(broken(bonk=1))
    data = broken()
    data["hexes"]["B15"]["kindd"] = "clear"
    with pytest.raises(BoardError, match=r"^unknown key `kindd` in hexes 'B15'; the closest name is kind$"):
        board_from(data)
    data = broken()
    data["tiles"]["57"]["stops"][0]["slot"] = 2
    with pytest.raises(BoardError, match=r"^unknown key `slot` in tiles '57' at stops\[0\]; the closest"):
        board_from(data)
    data = broken()
    del data["trains"][2]["price"]
    with pytest.raises(BoardError, match=r"^missing key `price` in trains '4'$"):
        board_from(data)


def test_names_that_are_not_on_the_board_are_refused() -> None:
    data = broken()
    data["tiles"]["57"]["upgrades_to"] = ["14", "1500"]
    with pytest.raises(BoardError, match=r"^tile 57: '1500' is not on the board; the closest name is"):
        board_from(data)
    data = broken()
    data["tiles"]["57"]["track"] = [[0, "s1"]]
    with pytest.raises(BoardError, match="track ends at s1, but there are 1 stops"):
        board_from(data)
    data = broken()
    data["hexes"]["F9"]["group"] = "Lake"
    with pytest.raises(BoardError, match="hex F9: only places where runs end"):
        board_from(data)
    data = broken(par_values=[65, 70])
    with pytest.raises(BoardError, match="par_values"):
        board_from(data)


def test_a_key_given_twice_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "board.yaml"
    path.write_text((FOLDER / "t1856" / "board.yaml").read_text() + "\nbank: 1\n")
    with pytest.raises(BoardError, match="key 'bank' is given twice"):
        load_board(path)
    with pytest.raises(BoardError, match="cannot be read"):
        load_board(tmp_path / "none.yaml")
