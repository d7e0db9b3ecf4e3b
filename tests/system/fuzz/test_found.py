"""Defects found by fuzzing, each as one small input that is refused with one sentence."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from cli.terminal import call
from interop.files import File
from system.fuzz.damage import laughs
from system.fuzz.entry_points import sentence
from trunkline import UsageError, routes
from trunkline.engine.board import BoardError, load_board
from trunkline.game import Game
from trunkline.game.saves import MAX_BYTES
from trunkline.game.wording.matching import contains
from trunkline.interop import eighteenxx
from trunkline.util.errors import LONGEST, one_line
from trunkline.util.strict_yaml import YamlError, parse_yaml

YAMLS = {
    "bytes that are no text": b"title: \xff",
    "too deep": b"[" * 100_000,
    "an integer of nothing": b"!!int ''",
    "a truth value that is none": b"!!bool x",
    "a time that is none": b"!!timestamp x",
    "a date that is none": b"2001-99-99",
    "a table that is a word": b"!!map x",
    "too many digits": b"9" * 5_000,
    "too large a list": b"[" + b"1," * 260_000 + b"]",
    "too large a file": b"#" * 5_000_001,
    "lists of lists of lists": laughs(random.Random(1), merging=False).encode(),
    "tables merged into tables": laughs(random.Random(2), merging=True).encode(),
    "a list that holds itself": b"&a [*a]",
    "a table that holds itself": b"&a {title: *a}",
}


@pytest.mark.parametrize("content", YAMLS.values(), ids=YAMLS)
def test_yaml_that_is_no_board_and_no_list_of_positions(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "file.yaml"
    path.write_bytes(content)
    with pytest.raises(BoardError) as refused:
        load_board(path)
    sentence(refused.value)
    with pytest.raises(UsageError) as other:
        routes.read(path)
    sentence(other.value)


def test_aliases_count_for_what_they_stand_for() -> None:
    assert parse_yaml("[&a [1, 2], *a, {b: *a}]") == [[1, 2], [1, 2], {"b": [1, 2]}]
    entry = "&e {tiles: {" + ", ".join(f"h{number}: [7, 0]" for number in range(1_000)) + "}}"
    with pytest.raises(YamlError, match="holds more than"):
        parse_yaml(f"[{entry}" + ", *e" * 999 + "]")


def nested(depth: int) -> Any:
    """Return a list nested to this depth."""
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"title": nested(900)}, "it is a game of"),
        ({"title": "1856\x00"}, r"a game of 1856\x00;"),
        ({"title": "x" * 100_000}, "only 1856 can be read"),
        ({"settings": {"optional_rules": ["x" * 200_000]}}, "which is not known"),
        ({"players": [{"id": nested(900), "name": "Ann"}, {"id": 2, "name": "Bob"}]}, "1856 is for 3 to 6"),
        ({"players": [{"name": str(number)} for number in range(100_000)]}, "has 100000 players"),
        ({"actions": [{}] * 10_001}, "more than 10000 are not read"),
        ({"actions": [{"type": "x\n", "id": 1}]}, "of the unknown type"),
        ({"actions": [{"type": 1, "id": nested(900)}]}, "has no type"),
    ],
)
def test_a_public_game_with_too_much_in_it(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError) as refused:
        eighteenxx.Replay(eighteenxx.read({**File().data, **changes}, "game.json"))
    sentence(refused.value)
    assert said in str(refused.value)


def test_a_public_game_with_too_many_actions_set_off_by_others() -> None:
    file = File().add(
        "pass", 0, auto_actions=[{"type": "pass", "entity": 0, "entity_type": "player"}] * 20_000
    )
    with pytest.raises(UsageError, match="which is too many"):
        eighteenxx.read(file.data, "game.json")


def test_thousands_of_undone_actions_are_no_work() -> None:
    file = File()
    for _ in range(2_400):
        file.add("message", 0, message="x").add("pass", 0)
    for _ in range(1_200):
        file.undo().undo(0).add("redo", 0).add("redo", 0)
    assert len(eighteenxx.read(file.data, "game.json").entries) == 2_400


@pytest.mark.parametrize("number", ["9" * 5_000, "1e400", "NaN"])
def test_a_number_that_is_none(number: str) -> None:
    text = json.dumps(File().add("pass", 0).data)
    for key in ('"id": 1', '"entity": 0', '"title": "1856"'):
        data = text.replace(key, key.split(":")[0] + f": {number}").encode()
        with pytest.raises(UsageError) as refused:
            eighteenxx.Replay(eighteenxx.read(data, "game.json")).step()
        sentence(refused.value)


def test_a_file_without_an_end_is_not_read_to_it(tmp_path: Path) -> None:
    large = tmp_path / "large.json"
    large.write_bytes(b" " * (MAX_BYTES + 1))
    for path in (Path("/dev/zero"), large) if Path("/dev/zero").exists() else (large,):
        for use in (Game.load, eighteenxx.read):
            with pytest.raises(UsageError, match="is larger than 10 MB"):
                use(path)
        assert "is larger than 10 MB" in call("replay", path).stderr


@pytest.mark.parametrize("name", ["a\0b", "x" * 5_000, "two\nlines", "\x1b[31mred", "\udcff"])
def test_the_name_of_a_file_is_shown_on_one_line(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    for command in ("replay", "state", "perft", "routes", "routes --game", "play --load"):
        refused = call(*command.split(), path)
        assert (refused.returncode, refused.stdout) == (2, "")
        sentence(refused.stderr.removesuffix("\n"))
        assert "cannot be read" in refused.stderr


def test_a_place_to_write_that_is_none_is_said(tmp_path: Path) -> None:
    game = Path(__file__).resolve().parents[2] / "lab" / "soak" / "perft" / "opening.json"
    long = tmp_path / ("x" * 5_000)
    for refused in (
        call("play", "--save", long),
        call("replay", game, "--trace", long),
        call("replay", game, "--trace", "a\0b"),
    ):
        assert (refused.returncode, refused.stdout) == (2, "")
        sentence(refused.stderr.removesuffix("\n"))
        assert "cannot be written: " in refused.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["x" * 5_000],
        ["titles", "\x00"],
        ["replay", "file", "--at", "9" * 5_000],
        ["play", "--seed", "x" * 5_000],
    ],
)
def test_a_command_line_is_refused_in_one_line(arguments: list[str]) -> None:
    refused = call(*arguments)
    assert refused.returncode == 2
    sentence(refused.stderr.splitlines()[-1])


def test_a_word_typed_a_thousand_times_is_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []

    def escape(word: str) -> str:
        looked.append(word)
        return word

    monkeypatch.setattr("re.escape", escape)
    assert contains("lay a tile", "tile " * 1_000 + "lay")
    assert len(looked) == 2


def test_a_sentence_keeps_its_beginning_and_its_end() -> None:
    long = one_line("The name " + "x" * 10_000 + " is too long.")
    assert len(long) == LONGEST
    assert long.startswith("The name xxx")
    assert long.endswith("xxx is too long.")
    assert one_line("a\nb\x1b\ud800 Zoë  日本") == r"a\nb\x1b\ud800 Zoë  日本"
    assert len(one_line("\U000e0001" * 10_000)) == LONGEST
