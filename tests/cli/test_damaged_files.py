"""Missing and faulty files of titles: every command ends with one sentence."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import trunkline
from trunkline.players import play_out
from trunkline.players.random_player import RandomPlayer

PACKAGE = Path(trunkline.__file__).parent
FOLDERS = {"1856": "t1856", "1851": "t1851", "18GL": "t18gl"}
FAULTS = {
    "missing": None,
    "cut off": b"- {id: [",
    "no text": b"\xff\xfe\x00",
    "empty": b"",
    "nonsense": b"- bank: x\n",
}
SHORT = {"missing", "nonsense"}
"""Faults that are tried in every title."""

WHOLE = {("1856", "board.yaml", "missing"), ("18GL", "rules.yaml", "missing")}
"""Cases in which every command is tried, which takes some seconds."""

ASK = """
import sys
from trunkline.cli import main
for words in sys.stdin.read().splitlines():
    sys.stdout.flush()
    print("==", words, file=sys.stderr, flush=True)
    code = main(words.split())
    print("code", code, file=sys.stderr, flush=True)
"""


def commands(title: str, save: Path, out: Path) -> list[str]:
    """Return a command line for every command that reads the files of a title."""
    return [
        f"play {title} --bots all --level random --seed 1",
        f"play --load {save}",
        f"replay {save}",
        f"state {save}",
        f"export {save} --to text -o {out}",
        f"export {save} --to 18xx.games -o {out}",
        f"routes --game {save}",
        f"map {title} -o {out}",
        f"map --game {save} -o {out}",
        f"perft {save} --depth 1",
        f"soak {title} --games 1",
        f"soak {title} --replay {save}",
        f"review {save} --budget 1",
        f"arena {title} random random random --games 1",
        f"rules {title}",
        f"table --self-test {title}",
        f"serve --store {out}",
    ]


@pytest.mark.parametrize(
    ("title", "file", "fault"),
    [
        pytest.param(title, file, fault, id=f"{title}-{file}-{fault}")
        for title in FOLDERS
        for file in ("board.yaml", "rules.yaml")
        for fault in FAULTS
        if title == "1856" or fault in SHORT
    ],
)
def test_a_damaged_file_of_a_title_is_named_in_one_sentence(
    title: str, file: str, fault: str, tmp_path: Path
) -> None:
    game = trunkline.new(title, ["Ann", "Bob", "Cy"], seed=4)
    play_out(game, RandomPlayer(seed=4), max_actions=3)
    save = tmp_path / "game.json"
    game.save(save)
    source = tmp_path / "source"
    shutil.copytree(PACKAGE, source / "trunkline", ignore=shutil.ignore_patterns("static"))
    damaged = source / "trunkline/titles" / FOLDERS[title] / file
    if (data := FAULTS[fault]) is None:
        damaged.unlink()
    else:
        damaged.write_bytes(data)
    asked = commands(title, save, tmp_path / "out")
    if (title, file, fault) not in WHOLE:
        asked = [asked[0], f"rules {title}"]
    done = subprocess.run(
        [sys.executable, "-c", ASK],
        input="\n".join(asked),
        env={**os.environ, "PYTHONPATH": str(source)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    told = done.stderr.split("== ")[1:]
    assert len(told) == len(asked), done.stderr
    for words, block in zip(asked, told, strict=True):
        _, *rest = block.splitlines()
        if file == "rules.yaml" and words.startswith(f"map {title}"):
            assert rest[-1] == "code 0", "the map needs no rules"
            continue
        assert rest[-1] == "code 2", block
        sentence = rest[-2]
        assert sentence.startswith(f"titles/{FOLDERS[title]}/{file}, a file of Trunkline, "), block
        assert sentence.endswith(f"Install Trunkline again, or correct {damaged}."), block
        assert "Traceback" not in block, block
