"""The JSON Schema of a title file, and the file of a new title."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import msgspec
import pytest

from titles.declared.conftest import ISLE, Add, changed
from titles.declared.test_tile_catalogue import BY_NUMBER, FAMILY
from titles.declared.test_title_files import FAULTS
from trunkline.cli.command_line import main
from trunkline.titles import json_schema, new_title, read_title
from trunkline.titles.declared.schema import records
from trunkline.titles.declared.switches import Switches
from trunkline.titles.declared.title_file import NOT_YET, SECTIONS
from trunkline.util.errors import UsageError
from trunkline.util.strict_yaml import parse_yaml

EXAMPLES = sorted(ISLE.parent.glob("*/title.yaml"))
CHECKED_BY_READING = {
    "loans",
    "a corporation of 110 percent",
    "a chart without a start",
    "a city without cities",
    "a discount of the whole price",
    "a home stop that its hex lacks",
    "a par price of nothing",
    "a row without boxes",
    "a home without a city",
    "a private for two players that does not exist",
    "a private that does not exist",
    "a plus train of any number of cities",
    "a plus train of hexes",
    "a train on sale with an unknown one",
    "no number of players",
    "a number of players left out",
    "par prices that are not on the chart",
    "privates that close in no phase",
    "privates without an increment",
    "two corporations of one id",
    "upgrades in a circle",
}
"""Faults between two parts of a file, which no schema can find."""
DOC = {"__doc__": "The choices."}
VALIDATOR = jsonschema_rs.Draft7Validator(json_schema())


def data_of(text: str) -> Any:
    """Return the data of a title file as an editor has them: with texts for all names."""
    return json.loads(json.dumps(parse_yaml(text)))


def keys(part: Any, way: str = "") -> Iterator[tuple[str, Any]]:
    """Yield each key of a schema with its own schema. The part for files without a family has no new keys."""
    for name, inner in part.items() if isinstance(part, dict) else ():
        if name == "else":
            continue
        if name == "properties":
            yield from ((f"{way}.{key}", value) for key, value in inner.items())
        yield from keys(inner, f"{way}.{name}")


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.parent.name)
def test_examples_follow_the_schema(path: Path) -> None:
    assert [*VALIDATOR.iter_errors(data_of(path.read_text(encoding="utf-8")))] == []


def test_a_file_of_a_family_follows_the_schema_only_with_its_family() -> None:
    assert [*VALIDATOR.iter_errors(data_of(FAMILY))] == []
    missing = [
        error.message for error in VALIDATOR.iter_errors(data_of(FAMILY.replace("family: 1830\n", "")))
    ]
    for key in ("bank", "trains", "tiles", "shares"):
        assert f'"{key}" is a required property' in missing
    assert not VALIDATOR.is_valid(data_of(FAMILY.replace("family: 1830", "family: 1899")))


def test_tiles_listed_by_number_follow_the_schema() -> None:
    assert VALIDATOR.is_valid(data_of(changed(BY_NUMBER)))
    unlike = (BY_NUMBER[0], BY_NUMBER[1].replace('"57": 4', '"57": {count: 2, upgrades_to: ["14"]}'))
    assert VALIDATOR.is_valid(data_of(changed(unlike)))
    for wrong in ('"999": 4', '"57": x', '"57": {cuont: 2}'):
        assert not VALIDATOR.is_valid(
            data_of(changed((BY_NUMBER[0], BY_NUMBER[1].replace('"57": 4', wrong))))
        )


@pytest.mark.parametrize(
    ("powers", "valid"),
    [
        ("[{kind: blocks}, {kind: lay, tiles: ['9']}]", True),
        ("[{kind: revenue, value: 20, chosen: true, by: player}]", True),
        ("[{kind: exchange}]", False),
        ("[{kind: lai}]", False),
        ("[{kind: lay, by: pleyer}]", False),
        ("[{hexes: [A5]}]", False),
    ],
)
def test_powers_follow_the_schema(powers: str, valid: bool) -> None:
    text = changed(("cost: 50, revenue: 10", f"cost: 50, revenue: 10, powers: {powers}"))
    assert VALIDATOR.is_valid(data_of(text)) == valid


@pytest.mark.parametrize("fault", [fault for fault in FAULTS if fault not in CHECKED_BY_READING])
def test_files_with_a_fault_do_not_follow_the_schema(fault: str) -> None:
    assert not VALIDATOR.is_valid(data_of(changed(FAULTS[fault][0])))


def test_faults_that_only_reading_finds_follow_the_schema() -> None:
    valid = {fault for fault in FAULTS if VALIDATOR.is_valid(data_of(changed(FAULTS[fault][0])))}
    assert valid == CHECKED_BY_READING


def test_every_key_is_described() -> None:
    found = [*keys(json_schema())]
    assert len(found) > 100
    assert [name for name, value in found if not value.get("description")] == []


def test_the_schema_has_the_keys_of_the_records() -> None:
    parts = json_schema()["definitions"]
    for kind in records(*SECTIONS.values()):
        wanted = [key for key in kind.__struct_encode_fields__ if key not in NOT_YET.get(kind, ())]
        assert [*parts[kind.__name__]["properties"]] == wanted


def test_a_record_that_gets_a_key_changes_the_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    more = msgspec.defstruct("Switches", [("train_export", bool, False)], bases=(Switches,), namespace=DOC)
    monkeypatch.setitem(SECTIONS, "switches", more)
    assert json_schema()["definitions"]["Switches"]["properties"]["train_export"]["type"] == "boolean"


def test_the_command_prints_the_schema(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["title", "schema"]) == 0
    assert json.loads(capsys.readouterr().out) == json_schema()


def test_a_new_title_has_a_comment_for_each_key_and_can_be_read(add: Add, tmp_path: Path) -> None:
    file = new_title(tmp_path / "18Foo")
    text = file.read_text(encoding="utf-8")
    title = read_title(tmp_path / "18Foo")
    assert (title.board.title, title.switches, "NAME" in text) == ("18Foo", Switches(), False)
    assert [*VALIDATOR.iter_errors(data_of(text))] == []
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if re.match(r"[a-z_]+:", line):
            assert lines[number - 1].startswith("# ") or lines[number - 1].startswith("#   "), line
    for switch in Switches.__struct_encode_fields__:
        assert re.search(rf"\n  # .*\n  (# )?{switch}: ", text), switch
    assert len(lines) < 400
    assert "$schema=title.schema.json" in lines[0]
    assert json.loads((tmp_path / "18Foo" / "title.schema.json").read_text()) == json_schema()


def test_a_new_title_overwrites_nothing(
    add: Add, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["title", "new", "18Foo"]) == 0
    assert capsys.readouterr().out.endswith("Play it with: trunkline play ./18Foo\n")
    (tmp_path / "18Foo" / "title.yaml").write_text("mine")
    assert main(["title", "new", "18Foo"]) == 2
    assert capsys.readouterr().err == "18Foo exists already. Choose another name, or delete it.\n"
    assert (tmp_path / "18Foo" / "title.yaml").read_text() == "mine"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("1856", "There is a title 1856 already."),
        ("18gl", "There is a title 18gl already."),
        ("a b", "'a b' cannot be the name of a title. Use at most 30 letters"),
        ("..", "cannot be the name of a title"),
        ("x" * 31, "cannot be the name of a title"),
        ("missing/18Foo", "cannot be made: No such file or directory."),
    ],
)
def test_a_name_that_cannot_be_used_makes_nothing(add: Add, tmp_path: Path, name: str, said: str) -> None:
    with pytest.raises(UsageError, match=re.escape(said)):
        new_title(tmp_path / name)
    assert [*tmp_path.iterdir()] == []
