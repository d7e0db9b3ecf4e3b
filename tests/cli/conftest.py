"""Games that several tests of the commands use."""

from __future__ import annotations

from pathlib import Path

import pytest

import trunkline
from trunkline.engine.kernel.action import Pass
from trunkline.game import Game
from trunkline.players import play_out
from trunkline.players.random_player import RandomPlayer

PLAYERS = ["Ann", "Bob", "Cy"]


@pytest.fixture(scope="session")
def middle() -> Game:
    """Return a game in the middle of an operating turn, with much track. Do not change it."""
    game = trunkline.new("1856", PLAYERS, seed=1)
    player = RandomPlayer(1)
    play_out(game, player, 400)
    while game.state.operating is None or isinstance(game.actions[-1], Pass):
        play_out(game, player, 1)
    assert not game.over
    return game


@pytest.fixture(scope="session")
def saved(middle: Game, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of the game in the middle."""
    path = tmp_path_factory.mktemp("games") / "middle.json"
    middle.save(path)
    return path


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of a finished game."""
    game = trunkline.new("1856", PLAYERS, seed=1)
    play_out(game, RandomPlayer(1))
    assert game.over
    path = tmp_path_factory.mktemp("games") / "finished.json"
    game.save(path)
    return path
