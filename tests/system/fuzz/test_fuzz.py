"""Damaged inputs of all kinds: each is accepted or answered with one sentence (``make fuzz``: thousands)."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from system.fuzz import entry_points, good_inputs
from trunkline.engine.board import load_board
from trunkline.game import Game
from trunkline.interop import eighteenxx, rails

EXAMPLES = {
    "saves": 300,
    "texts": 300,
    "public games": 300,
    "games of Rails": 300,
    "positions": 120,
    "boards": 40,
    "commands": 60,
    "typed": 60,
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder for the files of the entry points, used one after the other."""
    return tmp_path_factory.mktemp("entry_points")


@pytest.mark.parametrize("entry_point", entry_points.ENTRY_POINTS)
def test_a_damaged_input_is_accepted_or_gets_one_sentence(
    entry_point: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("trunkline.cli.commands.play.MAX_ACTIONS", 20)
    monkeypatch.setattr("trunkline.lab.perft.DEEPEST", 2)

    @given(rng=st.randoms(use_true_random=True))
    @settings(
        max_examples=EXAMPLES[entry_point],
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    def enters(rng: random.Random) -> None:
        assert entry_points.ENTRY_POINTS[entry_point](rng, folder)() in (
            entry_points.ACCEPTED,
            entry_points.REFUSED,
        )

    enters()


def test_the_doors_let_in_what_is_sound(folder: Path) -> None:
    for text in good_inputs.saves():
        assert Game.from_bytes(text.encode()).players == ["Ann", "Bob", "Cy"]
    for text in good_inputs.texts():
        assert Game.from_bytes(text.encode()).undone
    for text in good_inputs.public_games():
        replay = eighteenxx.Replay(eighteenxx.read(text.encode(), "game.json"))
        for _ in range(replay.total):
            replay.step()
    for text in good_inputs.rails_games():
        game = rails.RailsReplay(rails.read(text.encode(), "game.json"))
        for _ in range(game.total):
            game.step()
    for number, text in enumerate(good_inputs.boards()):
        path = folder / f"sound{number}.yaml"
        path.write_text(text)
        if number > 2:  # the first three lack the data that their parts name
            assert load_board(path).hash


@pytest.mark.parametrize("text", ["", " ", "two\nlines", "x" * 500, "\x1b[31m red", "\ud800"])
def test_what_is_no_sentence_is_noticed(text: str) -> None:
    with pytest.raises(entry_points.Broken):
        entry_points.sentence(text)


def test_the_script_takes_in_inputs_and_says_what_became_of_them() -> None:
    script = [sys.executable, str(Path(__file__).parent / "run.py")]
    for arguments, said in (
        (["--inputs", "12", "--seed", "3"], "seed 3: 12 inputs"),
        (["--only", "3"], "d\n"),
    ):
        done = subprocess.run(
            [*script, *arguments], capture_output=True, text=True, env=os.environ, check=False
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert said in done.stdout
