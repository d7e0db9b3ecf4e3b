"""Rails games on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.terminal import call
from interop.rails_files import AUTOPASS, DONE, PASS, FirstRailsFile, RailsFile


@pytest.fixture(name="game")
def _game(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_bytes(RailsFile().floated().bytes())
    return path


def test_a_game_of_rails_is_replayed(game: Path) -> None:
    found = call("replay", game)
    assert found.returncode == 0, found.stderr
    assert found.stdout.startswith("game.json: 1851 with Ann, Bob, Cy; 16 actions. Not finished:")
    summary = json.loads(call("replay", game, "--json").stdout)
    assert (summary["title"], summary["actions"], summary["finished"]) == ("1851", 16, False)


def test_a_game_of_the_first_version_is_replayed_and_shown(tmp_path: Path) -> None:
    path = tmp_path / "old.json"
    file = FirstRailsFile().buy("Ann", "L&N").say(DONE, "Ann").say(AUTOPASS, "Bob").say(PASS, "Cy")
    path.write_bytes(file.buy("Ann", "L&N").say(DONE, "Ann").say(PASS, "Cy", "Ann").bytes())
    assert call("replay", path).stdout.startswith("old.json: 1851 with Ann, Bob, Cy; 11 actions.")
    state = json.loads(call("state", path, "--json").stdout)
    assert state["players"]["Ann"]["cash"] == 165, "the round is over, and the private has paid"
    assert call("state", path).returncode == 0


def test_the_state_of_a_game_of_rails_is_shown_at_any_action(game: Path) -> None:
    state = json.loads(call("state", game, "--at", "4", "--json").stdout)
    assert state["players"]["Ann"]["cash"] == 230
    assert "L&N" in call("state", game).stdout


def test_a_damaged_game_of_rails_ends_with_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(RailsFile().buy("Ann", "L&N").say(DONE, "Ann").say(PASS, "Cy").bytes())
    found = call("replay", path)
    assert found.returncode == 2
    assert found.stderr.splitlines()[-1].endswith(
        "bad.json: action 6 (NullAction by Cy) is refused: Acting now: it is Bob's turn [1851.sr.turn-order]."
    )
    found = call("play", "--load", path)
    assert found.returncode == 2
    assert found.stderr.strip().endswith("Read it with 'trunkline replay' or trunkline.interop.load.")
