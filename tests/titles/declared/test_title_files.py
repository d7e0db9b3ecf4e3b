"""Faults in title files, each told in one sentence, and the list of titles."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import trunkline
from titles.declared.conftest import ISLE, PRINTED, Add, changed
from trunkline import UsageError
from trunkline.cli.command_line import main
from trunkline.titles import add_file, registry


def line(text: str) -> int:
    """Return the number of the line with a text in the example, from 1."""
    return next(number for number, row in enumerate(PRINTED.splitlines(), 1) if text in row)


FAULTS = {
    "unknown switch": (
        ("must_own_train: with a route", "must_own_trains: always"),
        "switches:",
        "must_own_trains",
    ),
    "unknown choice": (
        ("must_own_train: with a route", "must_own_train: perhaps"),
        "must_own_train",
        "perhaps",
    ),
    "unknown key": (("bank: 2400", "bank: 2400\nbonk: 1"), "bank: 2400", "bonk"),
    "a train that costs nothing": (
        ('{name: "3", price: 180', '{name: "3", price: 0'),
        'name: "3", price',
        "no price",
    ),
    "a corporation of 110 percent": (
        (
            'tokens: [0, 40, 60], colour: "#1f6f43", text_colour: white,\n     shares: [20,',
            'tokens: [0, 40, 60], colour: "#1f6f43", text_colour: white,\n     shares: [30,',
        ),
        "id: NW",
        "100 percent",
    ),
    "upgrades in a circle": (
        (
            '"23": {colour: green, count: 2, track: [[0, 3], [0, 4]]}',
            '"23": {colour: green, count: 2, track: [[0, 3], [0, 4]], upgrades_to: ["9"]}',
        ),
        '"23": {',
        "circle",
    ),
    "a chart without a par price": (("par_values: [60, 70, 80]", "par_values: []"), "par_values", "par"),
    "a home without a city": (("home: [A7]", "home: [A5]"), "id: GH", "A5 has no city"),
    "no floating": (("floating: {percent: 50, price_multiple: 10, unsold: ipo}\n", ""), "", "floating"),
    "privates without an increment": (("bid_increment: 5\n", ""), "privates:", "bid_increment"),
    "loans": (
        ("bank: 2400", "bank: 2400\nloans: {value: 1, interest: 1, end_penalty_per_share: 1}"),
        "",
        "loans",
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


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", "is no title"),
        (b"- a\n- b\n", "is no title"),
        (b"a: [", "cannot be read"),
        (b"\xff\xfe\x00", "is no text"),
        (b"a: " + b"x" * 1_000_001, "is larger than 1 MB"),
        (b"a: 1\na: 2\n", "given twice"),
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
    assert list(trunkline.catalogue()) == ["1856", "1851", "18GL"]


def test_a_file_that_is_added_again_is_read_again(add: Add) -> None:
    assert add() == "18Isle"
    assert add(("bank: 2400", "bank: 3000")) == "18Isle"
    assert trunkline.new("18Isle", ("Ann", "Bob")).title.board.bank == 3000


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
    assert "Gullhaven" in (tmp_path / "map.svg").read_text(encoding="utf-8")
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
