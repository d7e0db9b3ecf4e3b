"""Lists of positions in files. A refusal is a sentence that names the place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from trunkline import UsageError, routes
from trunkline.engine.routing import Bonus, Toll, TrainRange, check_runs
from trunkline.game.routes import EXAMPLES, Listed
from trunkline.titles import boards, catalogue

ROOT = Path(__file__).resolve().parents[2]

LPS: dict[str, Any] = {
    "title": 1856,
    "company": "LPS",
    "phase": 3,
    "trains": [3, 4],
    "tiles": {"C14": [14, 1], "D15": [8, 0], "D17": [57, 0]},
    "markers": {"C14": {0: ["LPS"]}},
}
MILW: dict[str, Any] = {
    "title": "18gl",
    "company": "MILW",
    "phase": "D",
    "trains": ["4H", "4H", "E"],
    "tiles": {},
    "markers": {"D12": {0: ["MILW"]}},
}


def read(path: Path, *entries: object) -> list[Listed]:
    """Write a file of these entries and read its positions."""
    path = path / "positions.yaml"
    path.write_text(yaml.safe_dump(list(entries)))
    return routes.read(path)


def one(path: Path, base: dict[str, Any], **changes: object) -> Listed:
    """Return the only position of a file: an entry with changes."""
    (found,) = read(path, {**base, **changes})
    return found


def test_the_recorded_positions(shared_games: Path) -> None:
    path = shared_games / "routes" / "1856-positions.yaml"
    positions = routes.read(path)
    assert len(positions) == 13
    for position, entry in zip(positions, yaml.safe_load(path.read_text()), strict=True):
        plan = position.best()
        assert (plan.total, plan.proof) == (entry["best"], "optimal"), position.source
        assert check_runs(position.context, plan.runs) == []
        assert position.trains == tuple(entry["trains"])
        assert (position.stated, position.phase) == (entry["best"], str(entry["phase"]))


def test_our_examples_on_the_boards_of_all_titles(tmp_path: Path) -> None:
    lps, dixie, milw = routes.read(EXAMPLES)
    assert [each.title for each in (lps, dixie, milw)] == list(catalogue(teaching=False))
    assert [each.best().total for each in (lps, dixie, milw)] == [180, 300, 620]
    assert all(each.best().optimal for each in (lps, dixie, milw))
    entries = yaml.safe_load(EXAMPLES.read_text())
    assert one(tmp_path, entries[0], rights=["tunnel"]).best().total == 200
    # Two connected off-board places: $10 for each of three stops.
    assert [earned.pair for earned in dixie.best().earned] == [0, 30]
    # The ferry adds $80 - $50 to the E train's run. A company without that money or with a single E train
    # does not use it.
    assert milw.best().fees == 50
    for changes in ({"purse": 0}, {"owned": {"E": 1}}):
        assert one(tmp_path, entries[2], **changes).best().fees == 0
    assert one(tmp_path, entries[2], ferries={"milwaukee_muskegon": 0}).best().total == 620
    assert one(tmp_path, entries[2], ferries={}).best().total == 140 + 400


def test_what_a_route_context_is_made_of(tmp_path: Path) -> None:
    plain = one(tmp_path, MILW)
    assert plain.context.trains["E-0"] == TrainRange(5, "cities")
    assert plain.context.values == "third"
    early = one(tmp_path, MILW, phase="6H", owned={"E": 4}, longer={"4H": 2}).context
    assert early.trains == {
        "4H-0": TrainRange(6, "hexes"),
        "4H-1": TrainRange(4, "hexes"),
        "E-0": TrainRange(4, "cities", 2),
    }
    tokens = one(tmp_path, MILW, rights=["mine"], tokens={"terminal": "D14"}, port="D10").context
    assert tokens.bonuses == (
        Bonus("mine", ("E1",), 50),
        Bonus("terminal", ("D14",), 10),
        Bonus("port", ("D10",), 20),
    )
    lakes = one(tmp_path, MILW, ferries={ferry.id: 50 for ferry in boards()["18GL"]().ferries}, purse=90)
    assert lakes.context.purse == 90
    assert [toll.hexes for toll in lakes.context.tolls] == [
        ("E9",),
        ("E5",),
        ("J4", "J6", "K7"),
        ("L12",),
    ]
    assert lakes.context.tolls[0] == Toll("Milwaukee - Muskegon", ("E9",), 50)
    for hex in ("E9", "E5", "J4", "J6", "K7", "L12"):
        piece = lakes.context.position.pieces[lakes.context.tables.index[hex]]
        # Active ferry lines connect to the printed track on the lake.
        assert [tuple(line) for line in boards()["18GL"]().hexes[hex].ferry] == list(piece.segments)


def test_a_hex_that_opens_late_is_closed_before(tmp_path: Path) -> None:
    # A train from J14 into Birmingham, whose printed track opens in phase 4.
    entry = {
        "title": 1851,
        "company": "Dixie",
        "trains": [2],
        "tiles": {"J14": [57, 1]},
        "markers": {"J14": {0: ["Dixie"]}},
    }
    assert one(tmp_path, entry, phase=3).best().runs == ()
    assert one(tmp_path, entry, phase=4).best().total == 50


def test_free_slots_and_words_for_numbers(tmp_path: Path) -> None:
    position = one(tmp_path, LPS, title="1856", markers={"C14": {"0": [None, "LPS"]}, "P9": {0: []}})
    assert [token.slot for token in position.context.tokens["C14"]] == [1]
    assert position.best().total == 110
    assert position.source == ""


def test_json_is_yaml_too(tmp_path: Path) -> None:
    path = tmp_path / "positions.json"
    path.write_text(json.dumps([LPS]))
    assert routes.read(str(path))[0].best().total == 110


@pytest.mark.parametrize(
    ("base", "changes", "said"),
    [
        (LPS, {"colour": "blue"}, "unknown key colour"),
        (LPS, {"title": 1899}, "title: there is no board of 1899; there are 1856, 1851, 18GL"),
        (LPS, {"title": 1856.5}, "title: expected a name, got a fraction"),
        (LPS, {"title": True}, "title: expected a name"),
        (LPS, {"company": "XYZ"}, "company: 1856 has no company 'XYZ'"),
        (LPS, {"company": 3}, "company: expected a text, got a whole number"),
        (LPS, {"phase": 9}, "phase: there is no phase '9'"),
        (LPS, {"trains": ["3", "9"]}, "trains: there is no train '9'"),
        (LPS, {"trains": "34"}, "trains: expected a list, got a text"),
        (LPS, {"trains": [3] * 9}, "trains: there are 9"),
        (LPS, {"tiles": {"Z9": [7, 0]}}, "tiles: there is no hex 'Z9'"),
        (LPS, {"tiles": {"C14": [9999, 0]}}, "tiles, 'C14': there is no tile '9999'"),
        (LPS, {"tiles": {"D17": [7, 0], "C14": [7, 6]}}, "tiles, 'C14': a rotation is a number from 0 to 5"),
        (LPS, {"tiles": {"D17": [7, 0], "C14": [7, "x"]}}, "tiles, C14: expected a whole number"),
        (LPS, {"tiles": {"D17": [7, 0], "C14": [7]}}, "tiles, C14: "),
        (LPS, {"tiles": {"B13": [7, 0]}}, "tiles, 'B13': tile 7 does not fit on B13"),
        (LPS, {"tiles": {"N5": [7, 0]}}, "tiles, 'N5': tile 7 does not fit on N5"),
        (LPS, {"tiles": [["C14", 7, 0]]}, "tiles: expected a table of keys, got a list"),
        (LPS, {"markers": {"Z9": {0: ["LPS"]}}}, "markers: there is no hex 'Z9'"),
        (LPS, {"markers": {"C14": {1: ["LPS"]}}}, "markers, C14, '1': there is no such stop"),
        (LPS, {"markers": {"D15": {0: ["LPS"]}}}, "markers, D15, '0': there is no such stop"),
        (LPS, {"markers": {"C14": {"x": ["LPS"]}}}, "markers, C14, 'x': there is no such stop"),
        (LPS, {"markers": {"C14": {0: ["XYZ"]}}}, "markers, C14, '0': there is no company 'XYZ'"),
        (LPS, {"markers": {"C14": {0: ["LPS", "CA", "GT"]}}}, "there is room for 2 and not for 3"),
        (LPS, {"markers": {"C14": {0: ["LPS", "LPS"]}}}, "at most one token there"),
        (LPS, {"markers": {"C14": {0: "LPS"}}}, "markers, C14: expected a list, got a text"),
        (LPS, {"rights": ["ferry"]}, "rights: there is no bonus 'ferry'"),
        (LPS, {"rights": ["port"]}, "rights: the port counts on one hex only"),
        (LPS, {"rights": ["tunnel", "tunnel"]}, "rights: one is given twice"),
        (LPS, {"port": "D17"}, "port: it does not fit on 'D17'"),
        (LPS, {"port": "C14", "tokens": {"port": "C14"}}, "port: it is also listed under tokens"),
        (LPS, {"tokens": {"anchor": "C14"}}, "tokens, 'anchor': there is no bonus 'anchor'"),
        (LPS, {"tokens": {"tunnel": "B13"}, "rights": ["tunnel"]}, "it is also listed under rights"),
        (LPS, {"longer": {"5": 2}}, "longer: the company has no train '5'"),
        (LPS, {"longer": {"3": 0}}, "longer, 3: it must be from 1"),
        (LPS, {"longer": {"D": 2}, "trains": ["D"]}, "longer, D: what such a train reaches"),
        (LPS, {"owned": {"9": 2}}, "owned: there is no train '9'"),
        (LPS, {"owned": {"3": 1}, "trains": [3, 3]}, "owned, 3: it must be from 2"),
        (LPS, {"ferries": {"milwaukee_muskegon": 50}}, "ferries: there is no ferry route"),
        (MILW, {"ferries": {"milwaukee_muskegon": -1}}, "ferries, milwaukee_muskegon: it must be from 0"),
        (MILW, {"tiles": {"C9": ["FER-G", 0]}}, "tiles, 'C9': tile FER-G does not fit on C9"),
        (MILW, {"tiles": {"E9": [9, 0]}}, "tiles, 'E9': tile 9 does not fit on E9"),
        (LPS, {"purse": -5}, "purse: it must be from 0"),
        (LPS, {"purse": 10**30}, "purse: "),
        (LPS, {"best": "many"}, "best: expected a whole number, got a text"),
        (LPS, {"source": [LPS]}, "source: "),
    ],
)
def test_what_is_wrong_is_said_with_entry_and_key(
    base: dict[str, Any], changes: dict[str, Any], said: str, tmp_path: Path
) -> None:
    with pytest.raises(UsageError) as caught:
        read(tmp_path, LPS, {**base, **changes})
    text = str(caught.value)
    assert text.startswith("positions.yaml, entry 2: ")
    assert said in text
    assert text.endswith(".")
    assert "\n" not in text
    assert len(text) < 250


@pytest.mark.parametrize("key", ["title", "company", "phase", "trains", "tiles", "markers"])
def test_a_missing_key_is_named(key: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=f"entry 1: missing key {key}"):
        read(tmp_path, {name: value for name, value in LPS.items() if name != key})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", "holds no list"),
        (b"title: 1856", "holds no list"),
        (b"- 17", "entry 1: expected a table of keys"),
        (b"- {1: 2}", "entry 1: "),
        (b"- {title: 1, title: 2}", "given twice"),
        (b"\x00\xff", "is no text"),
        (b"- [", "is no YAML"),
        (b"- {[1]: 2}", "is no YAML"),
        (b"- {title: 2001-99-99}", "is no YAML"),
        (b"- !!python/object:os.system x", "is no YAML"),
        (b"[" * 100_000, "nested too deeply"),
        (b"- " * 100_000, "nested too deeply"),
        (b"#" * 5_000_001, "larger than 5 MB"),
        (b"- {}\n" * 1001, "more than 1000"),
        (b"- &a {title: *a}", "is made of itself"),
    ],
)
def test_other_files_are_refused(text: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "positions.yaml"
    path.write_bytes(text)
    with pytest.raises(UsageError) as caught:
        routes.read(path)
    assert said in str(caught.value)
    assert str(caught.value).startswith("positions.yaml")
    assert "\n" not in str(caught.value)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing.yaml", "a\0b"):
        with pytest.raises(UsageError, match="cannot be read"):
            routes.read(path)
    with pytest.raises(UsageError, match="named by its path"):
        routes.read(3)  # type: ignore[arg-type]
