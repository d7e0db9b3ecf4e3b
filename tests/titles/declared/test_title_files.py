"""Faults in title files, each told in one sentence, and the list of titles."""

from __future__ import annotations

import re
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import trunkline
from titles.declared.conftest import ISLE, PRINTED, Add, changed
from trunkline import UsageError
from trunkline.cli.command_line import main
from trunkline.titles import add_file, registry
from trunkline.titles.declared.title_file import title_from

FROM_A_FILE = r"If it is in a file, give the path of the file with --title, or in TRUNKLINE_TITLES\."


def line(text: str) -> int:
    """Return the number of the line with a text in the example, from 1."""
    return next(number for number, row in enumerate(PRINTED.splitlines(), 1) if text in row)


FAULTS = {
    "unknown switch": (
        ("must_own_train: with a route", "must_own_trains: always"),
        "must_own_train:",
        "unknown key `must_own_trains` in switches; the closest name is must_own_train.",
    ),
    "unknown choice": (
        ("must_own_train: with a route", "must_own_train: perhaps"),
        "must_own_train",
        "switches.must_own_train: it must be one of always, never, with a route, not 'perhaps'.",
    ),
    "unknown key": (("bank: 2400", "bank: 2400\nbonk: 1"), "bank: 2400", "the closest name is bank."),
    "an unknown key of the description": (("  designers: the", "  designer: the"), "designers", "designers."),
    "a word for a number of players": (
        ("  2: {cash: 500", "  two: {cash: 500"),
        "players:",
        "players: a key must be a whole number from 1 to 20, not 'two'.",
    ),
    "a text for a number in a table of a hex": (
        ("values: {early: 30, late: 50}", "values: {early: 30, late: much}"),
        "C1:",
        "hexes 'C1' at values.late: it must be a whole number, not 'much'.",
    ),
    "a number for the name of a train": (
        ('{name: "2", price', "{name: 2, price"),
        'name: "2", price',
        "it must be a text in quotes, not 2.",
    ),
    "a list for a section": (
        ("layout: {orientation: pointy, columns: numbers}", "layout: [1]"),
        "layout",
        "keys",
    ),
    "a track of one end": (("track: [[0, 1]]", "track: [[0]]"), '"7":', "a list of 2 values, not [0]."),
    "a name that no address can contain": (
        ("title: 18Isle", "title: a/b"),
        "title: 18",
        "such as 18Foo, not 'a/b'.",
    ),
    "a private that does not exist": (
        ("A5: {kind: clear}", "A5: {kind: clear, private: lighthaus}"),
        "A5:",
        "'lighthaus' is not on the board; the closest name is lighthouse.",
    ),
    "privates that close in no phase": (
        ('close_on_phase: "5"', 'close_on_phase: "9"'),
        "private_rules",
        "'9' is not on the board; there are 2, 3, 4, 5, D.",
    ),
    "a private for two players that does not exist": (
        ("certificates: 14}", "certificates: 14, privates: [key]}"),
        "certificates: 14}",
        "players 2, privates: 'key' is not on the board; there are lighthouse, quay.",
    ),
    "no number of players": (
        (PRINTED[PRINTED.index("players:\n") : PRINTED.index("share_limit")], "players: {}\n"),
        "players:",
        "list one",
    ),
    "a number of players left out": (
        ("  3: {cash: 400, certificates: 11}\n", ""),
        "players:",
        "3 is missing; list each number from 2 to 4.",
    ),
    "floating with 150 percent": (("percent: 50", "percent: 150"), "floating", "from 1 to 100, not 150."),
    "a train that costs nothing": (
        ('{name: "3", price: 180', '{name: "3", price: 0'),
        'name: "3", price',
        "trains '3' at price: it must be a whole number of at least 1, not 0.",
    ),
    "a corporation of 110 percent": (
        (
            'tokens: [0, 40, 60], colour: "#1f6f43", text_colour: white,\n     shares: [20,',
            'tokens: [0, 40, 60], colour: "#1f6f43", text_colour: white,\n     shares: [30,',
        ),
        "text_colour: white,",
        "its shares make 110 percent; they must make 100,",
    ),
    "upgrades in a circle": (
        (
            '"23": {colour: green, count: 2, track: [[0, 3], [0, 4]]}',
            '"23": {colour: green, count: 2, track: [[0, 3], [0, 4]], upgrades_to: ["9"]}',
        ),
        '"23": {',
        "its upgrades go in a circle, 23, 9, 23; a tile may not lead back",
    ),
    "par prices that are not on the chart": (
        ("par_values: [60, 70, 80]", "par_values: []"),
        "par_values",
        "both must be the same prices",
    ),
    "a chart without a start": (
        (PRINTED[PRINTED.index("chart:") : PRINTED.index("par_values")], "chart: {rows: [[{price: 60}]]}\n"),
        "chart:",
        "no corporation can start; mark one with par: true",
    ),
    "a row without boxes": (
        ("{price: 300}]\n", "{price: 300}]\n    - []\n"),
        "{price: 300}",
        "chart: row 2 has no box; give it one, or leave it out.",
    ),
    "a par price of nothing": (
        (
            PRINTED[PRINTED.index("chart:") : PRINTED.index("bank:")],
            "chart: {rows: [[{price: 0, par: true}]]}\n",
        ),
        "chart:",
        "chart: a par price is at least $1, not $0.",
    ),
    "a home without a city": (("home: [A7]", "home: [A5]"), "id: GH", "A5 has no city"),
    "a city without cities": (
        ("name: Millbrook, cities: 1}", "name: Millbrook}"),
        "B6:",
        "hex B6: it is a city without cities; give cities: 1.",
    ),
    "a home stop that its hex lacks": (
        ("home: [A7]", "home: [A7], home_stop: 1"),
        "id: GH",
        "GH: home_stop is 1, but A7 has 1 stops; the first one is 0.",
    ),
    "two corporations of one id": (
        ("{id: GH,", "{id: NW,"),
        "id: GH",
        "corporations: two entries have the id NW.",
    ),
    "a plus train of hexes": (
        ("count: 3, range: 3,", "count: 3, range: 3, plus: 2, unit: hexes,"),
        'name: "3", price',
        "train 3: plus is a limit of towns, so it contradicts unit: hexes; leave one of them out.",
    ),
    "a plus train of any number of cities": (
        ("range: null,", "range: null, plus: 2,"),
        'name: "D", price',
        "train D: plus needs a range of at least 1, which is the limit of cities; such as range: 3.",
    ),
    "a plus train without towns": (
        ("count: 3, range: 3,", "count: 3, range: 3, plus: -1,"),
        'name: "3", price',
        "trains '3' at plus: it must be a whole number from 1 to 1000 or null, not -1.",
    ),
    "a train on sale with an unknown one": (
        ('{name: "5", price: 450', '{name: "5", available_on: "6", price: 450'),
        'name: "5", price',
        "train 5, available_on: '6' is not on the board; there are 2, 3, 4, 5, D.",
    ),
    "a discount of the whole price": (
        ('{name: "D", price: 700', '{name: "D", discount: {"4": 700}, price: 700'),
        'name: "D", price',
        "train D: its discount for 4, $700, must be below its price, $700.",
    ),
    "no floating": (("floating: {percent: 50, price_multiple: 10, unsold: ipo}\n", ""), "", "floating"),
    "privates without an increment": (("bid_increment: 5\n", ""), "privates:", "bid_increment"),
    "loans": (
        ("bank: 2400", "bank: 2400\nloans: {value: 100, interest: 10}"),
        "bank: 2400",
        "loans: no phase has loans: true, so no corporation can take one.",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_told_with_its_line_and_key(add: Add, fault: str) -> None:
    change, where, word = FAULTS[fault]
    with pytest.raises(UsageError, match=r"^title\.yaml, line \d+: ") as refused:
        add(change)
    text = str(refused.value)
    assert word in text
    if where:
        at = int(text.partition("line ")[2].partition(":")[0])
        assert abs(at - line(where)) <= 1, (at, line(where), text)
    assert "18Isle" not in trunkline.catalogue()


PLAIN = """title: 18Plain
full_title: A plain title
family: 1830
layout: {orientation: pointy, columns: numbers}
hexes:
  A3: {kind: city, name: Alder, cities: 1}
  A5: {kind: clear}
corporations:
  - {id: NW, name: North West, home: [A3], colour: black}
"""


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("bank: 100\n", "line 3: players.2 (set by family 1830): players 2: they begin with more than"),
        (
            'trains:\n  - {name: "2", price: 80, count: 6, range: 2}\n',
            "line 3: phases (set by family 1830): phase 3: '3' is not on the board; there are 2.",
        ),
        (
            """privates: [{id: a, name: A, cost: 20, revenue: 5}]
phases: [{name: "2", on_train: ["2"], tiles: [yellow], train_limit: 4, operating_rounds: 1, off_board: early}]
""",
            "line 3: private_rules.close_on_phase (set by family 1830): private_rules.close_on_phase: '5'",
        ),
        ("floating: {percent: 150}\n", "line 10: floating.percent: it must be"),
    ],
)
def test_a_fault_in_a_value_of_a_family_names_the_key_and_the_family(more: str, said: str) -> None:
    with pytest.raises(UsageError) as refused:
        title_from(PLAIN + more, "title.yaml")
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", "is no title"),
        (b"- a\n- b\n", "is no title"),
        (b"a: [", "line 2: it cannot be read"),
        (b"a: 1\n\tb: 2\n", "line 2: it cannot be read"),
        (b"\xff\xfe\x00", "is no text"),
        (b"a: " + b"x" * 1_000_001, "is larger than 1 MB"),
        (b"a: " + b"x" * 10_000_000, "is larger than 1 MB"),
        (b"a: " + "\u20ac".encode() * 3_400_000, "is larger than 1 MB"),
        (b"a: 1\na: 2\n", "line 2: it cannot be read: key 'a' is given twice"),
        (b"a: 1\n? [b]\n: 2\n", "line 2: it cannot be read: a key must be a word or a number"),
    ],
)
def test_a_file_that_is_no_title_is_told_in_one_sentence(
    add: Add, tmp_path: Path, text: bytes, said: str
) -> None:
    path = tmp_path / "other.yaml"
    path.write_bytes(text)
    with pytest.raises(UsageError, match=said) as refused:
        add_file(path)
    assert "\n" not in str(refused.value)


def test_a_title_may_not_have_the_name_of_another(add: Add) -> None:
    with pytest.raises(UsageError, match=r"There is a title 1856 already\."):
        add(("title: 18Isle", 'title: "1856"'))
    assert list(trunkline.catalogue()) == ["1856", "1851", "18GL", "18Dale"]


def test_a_file_that_is_added_again_is_read_again(add: Add) -> None:
    assert add() == "18Isle"
    assert add(("bank: 2400", "bank: 3000")) == "18Isle"
    assert trunkline.new("18Isle", ("Ann", "Bob")).title.board.bank == 3000


def test_a_folder_of_the_environment_can_be_added_as_a_path(
    add: Add, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add()
    monkeypatch.setenv(registry.VARIABLE, str(tmp_path))
    registry.packages.cache_clear()
    assert add_file(tmp_path / "title.yaml") == "18Isle"


def test_an_unknown_title_says_how_to_add_a_file(add: Add) -> None:
    with pytest.raises(UsageError, match=f"{FROM_A_FILE}$"):
        trunkline.new("18Foo", ("Ann", "Bob"))


COMMANDS = {
    "replay": ["replay", "GAME"],
    "state": ["state", "GAME", "--line"],
    "export": ["export", "GAME", "--to", "text", "-o", "OUT"],
    "map": ["map", "--game", "GAME", "-o", "OUT"],
    "routes": ["routes", "--game", "GAME"],
    "perft": ["perft", "GAME", "--depth", "1"],
}


@pytest.mark.parametrize("command", list(COMMANDS))
def test_a_game_of_a_title_in_a_file_needs_the_option(
    command: str,
    add: Add,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    add()
    game = trunkline.new("18Isle", ("Ann", "Bob"))
    path = tmp_path / "game.json"
    path.write_bytes(game.to_bytes())
    monkeypatch.setenv(registry.VARIABLE, "")
    registry.packages.cache_clear()
    places = {"GAME": str(path), "OUT": str(tmp_path / "out")}
    typed = [places.get(word, word) for word in COMMANDS[command]]
    assert main(typed) == 2
    said = capsys.readouterr().err
    assert re.search(f"There is no title '18Isle'; there are .*{FROM_A_FILE}\n$", said)
    assert main([*typed, "--title", str(tmp_path / "title.yaml")]) == 0
    assert capsys.readouterr().err == ""


def test_an_installed_package_may_have_titles(add: Add, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("titles.declared.conftest.INSTALLED", str(ISLE), raising=False)
    point = EntryPoint("isle", "titles.declared.conftest:INSTALLED", registry.GROUP)
    monkeypatch.setattr(registry, "entry_points", lambda group: [point] if group == registry.GROUP else [])
    registry.packages.cache_clear()
    assert "18Isle" in trunkline.catalogue()


def test_a_faulty_installed_title_is_told_in_one_sentence(add: Add, monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("isle", "titles.declared.nothing:TITLE", registry.GROUP)
    monkeypatch.setattr(registry, "entry_points", lambda group: [point])
    registry.packages.cache_clear()
    with pytest.raises(UsageError, match=r"^The installed title isle cannot be loaded: ModuleNotFoundError"):
        trunkline.catalogue()


def test_commands_take_the_path_of_a_title(
    add: Add, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "title.yaml"
    path.write_text(changed(), encoding="utf-8")
    assert main(["play", str(path), "--players", "3", "--seed", "2"]) == 0
    assert "Finished" in capsys.readouterr().out
    assert main(["rules", str(tmp_path), "float.capital"]) == 0
    assert "gets 10 times its share price from the bank" in capsys.readouterr().out
    assert main(["map", str(tmp_path), "-o", str(tmp_path / "map.svg")]) == 0
    assert ">A7</text>" not in (tmp_path / "map.svg").read_text(encoding="utf-8")
    assert main(["map", str(tmp_path), "--coordinates", "-o", str(tmp_path / "map.svg")]) == 0
    drawn = (tmp_path / "map.svg").read_text(encoding="utf-8")
    assert all(f">{text}</text>" in drawn for text in ("Gullhaven", "A7", "GH"))
    assert main(["arena", str(tmp_path), "clerk", "random", "--games", "2", "--jobs", "2"]) == 0
    assert "18Isle: 2 games" in capsys.readouterr().out


def test_commands_tell_what_is_wrong_with_a_path(add: Add, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "./nothing.yaml"]) == 2
    assert capsys.readouterr().err == "nothing.yaml cannot be read: No such file or directory.\n"
    assert main(["play", "./" + "x" * 5000]) == 2
    assert capsys.readouterr().err.endswith("cannot be read: File name too long.\n")
    assert main(["rules", "9" * 5000]) == 2
    assert "Give the path" in capsys.readouterr().err
    assert main(["rules", "18Foo"]) == 2
    assert "Give the path of another title's file" in capsys.readouterr().err


def test_a_faulty_file_in_the_environment_is_told_by_every_command(
    add: Add, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(registry.VARIABLE, "/nowhere/title.yaml")
    registry.packages.cache_clear()
    assert main(["titles"]) == 2
    assert capsys.readouterr().err == "title.yaml cannot be read: No such file or directory.\n"
