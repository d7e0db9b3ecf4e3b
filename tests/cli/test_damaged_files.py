"""Missing and faulty files of titles: every command ends with one sentence."""

from __future__ import annotations

import os
import re
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
import os, sys
from pathlib import Path

from trunkline.cli import main

damaged = Path(sys.argv[1])
whole = damaged.read_bytes()
for case in sys.stdin.read().split("\\n\\n"):
    fault, *lines = case.splitlines()
    print("#", fault, file=sys.stderr, flush=True)
    if fault == "None":
        damaged.unlink()
    else:
        damaged.write_bytes(bytes.fromhex(fault))
    # The files of a title are read once in a process.
    if os.fork() == 0:
        for words in lines:
            sys.stdout.flush()
            print("==", words, file=sys.stderr, flush=True)
            print("code", main(words.split()), file=sys.stderr, flush=True)
        os._exit(0)
    os.wait()
    damaged.write_bytes(whole)
"""
"""A program that tries command lines with several faults of a file."""


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


@pytest.mark.parametrize("file", ["board.yaml", "rules.yaml"])
@pytest.mark.parametrize("title", FOLDERS)
def test_a_damaged_file_of_a_title_is_named_in_one_sentence(title: str, file: str, tmp_path: Path) -> None:
    game = trunkline.new(title, ["Ann", "Bob", "Cy"], seed=4)
    play_out(game, RandomPlayer(seed=4), max_actions=3)
    save = tmp_path / "game.json"
    game.save(save)
    source = tmp_path / "source"
    shutil.copytree(PACKAGE, source / "trunkline", ignore=shutil.ignore_patterns("static"))
    damaged = source / "trunkline/titles" / FOLDERS[title] / file
    asked = commands(title, save, tmp_path / "out")
    cases = {
        fault: asked if (title, file, fault) in WHOLE else [asked[0], f"rules {title}"]
        for fault in FAULTS
        if title == "1856" or fault in SHORT
    }
    faults = {fault: "None" if (data := FAULTS[fault]) is None else data.hex() for fault in cases}
    done = subprocess.run(
        [sys.executable, "-c", ASK, damaged],
        input="\n\n".join("\n".join([faults[fault], *lines]) for fault, lines in cases.items()),
        env={**os.environ, "PYTHONPATH": str(source)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    told = re.split(r"(?m)^# .*\n", done.stderr)[1:]
    assert len(told) == len(cases), done.stderr
    for answers, lines in zip(told, cases.values(), strict=True):
        blocks = answers.split("== ")[1:]
        assert len(blocks) == len(lines), done.stderr
        for words, block in zip(lines, blocks, strict=True):
            _, *rest = block.splitlines()
            if file == "rules.yaml" and words.startswith(f"map {title}"):
                assert rest[-1] == "code 0", "the map needs no rules"
                continue
            assert rest[-1] == "code 2", block
            sentence = rest[-2]
            assert sentence.startswith(f"titles/{FOLDERS[title]}/{file}, a file of Trunkline, "), block
            assert sentence.endswith(f"Install Trunkline again, or correct {damaged}."), block
            assert "Traceback" not in block, block
