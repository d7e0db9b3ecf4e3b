"""Rulings of a game: it keeps those of the day it started."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest

import trunkline
from older_rulings import begun_under
from trunkline.engine.kernel.readings import RulingFix, named
from trunkline.game import Game
from trunkline.players import play_out
from trunkline.players.random_player import RandomPlayer
from trunkline.titles import catalogue, kept_rulings
from trunkline.titles.t1856.reading import READINGS

TODAY = catalogue()["1856"].rulings


def fresh(rulings: int) -> Game:
    """Return a game of 1856 that started under this version of its rulings."""
    game = begun_under(trunkline.new("1856", ["Ann", "Bob", "Cy"], seed=3), rulings)
    play_out(game, RandomPlayer(3), 20)
    return game


def test_a_new_game_is_played_by_todays() -> None:
    for title, about in catalogue().items():
        names = ["Ann", "Bob", "Cy"]
        assert trunkline.new(title, names).options.rulings == about.rulings == kept_rulings(title)[-1]


@pytest.mark.parametrize("suffix", ["json", "18xx"])
def test_whoever_saves_a_game_keeps_them(tmp_path: Path, suffix: str) -> None:
    game = fresh(TODAY - 1)
    game.save(tmp_path / f"game.{suffix}")
    again = trunkline.load(tmp_path / f"game.{suffix}")
    assert again.options.rulings == again.title.rulings == TODAY - 1
    assert again == game
    assert pickle.loads(pickle.dumps(game)) == again.copy() == game


def test_saves_that_named_them_beside_the_options_are_read() -> None:
    game = fresh(TODAY - 1)
    data = json.loads(game.to_bytes())
    data["version"], data["rules_version"] = 2, data["options"].pop("rulings")
    assert Game.from_bytes(json.dumps(data).encode(), verify=False) == game


def test_those_that_are_not_kept_any_more_are_todays() -> None:
    forgotten = kept_rulings("1856")[0] - 1
    data = json.loads(fresh(TODAY).to_bytes())
    data["options"]["rulings"] = forgotten
    again = Game.from_bytes(json.dumps(data).encode())
    assert again.options.rulings == again.title.rulings == TODAY


def test_of_a_choice_that_was_mended_twice_each_version_has_its_own() -> None:
    fixes = (RulingFix(6, "printed", "ten_tokens", "often"), RulingFix(7, "printed", "ten_tokens", "mostly"))
    said = [named(READINGS, "printed", fixes, version).ten_tokens for version in (5, 6, 7, 0)]
    assert said == ["often", "mostly", True, True]
    assert named(READINGS, "18xx.games", fixes, 5) == READINGS["18xx.games"], "of one reading"
