"""Bad options: the command answers each with one sentence and the exit code 2."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

import trunkline
from cli.terminal import call
from trunkline import actions
from trunkline.cli.exit_codes import BAD_INPUT, OK
from trunkline.interop import load
from trunkline.util.errors import UsageError

HUGE = "9" * 25


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (f"soak 1856 --jobs {HUGE}", "from 1 to 1,000"),
        (f"arena 1856 random random random --games 1 --jobs {HUGE}", "from 1 to 1,000"),
        (f"review no.json --jobs {HUGE}", "from 1 to 1,000"),
        ("review no.json --jobs 0", "from 1 to 1,000"),
        (f"review no.json --budget {HUGE}", "from 0 to 1,000,000,000"),
        ("replay no.json --at -1", "from 0 to 1,000,000,000"),
        (f"serve --port {HUGE}", "from 0 to 1,000,000,000"),
        ("serve --port x", "from 0 to 1,000,000,000"),
        ("serve --player x", "NAME=PLAYER"),
        ("serve --trust-proxy zzz", "'zzz' is no address of a proxy"),
        ("serve --allow-host a/b", "'a/b' is no host name"),
        ("play --seed x", "--seed"),
        ("play 18GL --board empty.yaml", "empty.yaml is empty"),
        ("map 18GL --board empty.yaml -o map.svg", "empty.yaml is empty"),
        ("ladder", "--keep"),
        ("people promote Ann", "There is no operation promote"),
        ("people delete", "delete needs a person's name"),
        ("people list Ann", "list is about all people"),
        ("join http://127.0.0.1:99999/g/x", "is no address of a game"),
        ("nonsense", "nonsense"),
        ("", "COMMAND"),
    ],
)
def test_a_bad_option_gets_one_sentence(
    command: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("empty.yaml").write_text("\n")
    done = call(*command.split())
    assert done.returncode == BAD_INPUT
    assert words in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""
    assert [each.name for each in tmp_path.iterdir()] == ["empty.yaml"]


def test_an_output_is_written_through_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "kept.svg", tmp_path / "link.svg"
    target.write_text("old")
    link.symlink_to(target)
    assert call("map", "1856", "-o", str(link)).returncode == OK
    assert link.is_symlink()
    assert target.read_text().startswith("<svg")


def test_an_output_is_written_into_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()), daemon=True)
    reader.start()
    assert call("map", "1856", "-o", str(pipe)).returncode == OK
    reader.join(timeout=60)
    assert pipe.is_fifo()
    assert read[0].startswith("<svg")


def test_a_full_device_is_reported(tmp_path: Path) -> None:
    link = tmp_path / "full"
    link.symlink_to("/dev/full")
    done = call("map", "1856", "-o", str(link))
    assert done.returncode == BAD_INPUT
    assert "cannot be written" in done.stderr
    assert Path("/dev/full").is_char_device()


def test_a_save_whose_actions_are_gone_is_refused(tmp_path: Path) -> None:
    game = trunkline.new("1856", ["Ann", "Bob", "Cy"], seed=1)
    whole = tmp_path / "whole.json"
    game.play(actions.BuyOffered("Ann", "flos"))
    game.play(actions.Pass("Bob"))
    game.save(whole)
    without = tmp_path / "without.json"
    text = whole.read_text()
    start, end = text.index('"actions": ['), text.index('"digest"')
    without.write_text(f'{text[:start]}"actions": [],\n {text[end:]}')
    done = call("replay", str(without))
    assert done.returncode == BAD_INPUT
    assert "do not lead to the state" in done.stderr
    with pytest.raises(UsageError, match="do not lead to the state"):
        load(without)


def test_a_board_that_is_no_text_is_refused() -> None:
    with pytest.raises(UsageError, match="A board is the text of a board file, not 5"):
        trunkline.new("18GL", ["Ann", "Bob"], board=5)  # type: ignore[arg-type]
