"""Tests that several games in parallel threads run as each would alone."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import trunkline
from trunkline.engine.board import board_data, board_from
from trunkline.engine.track.map_index import MapIndex
from trunkline.game.actions import validated
from trunkline.players import play_out
from trunkline.players.random_player import RandomPlayer
from trunkline.web.games.game_cache import GameCache
from trunkline.web.games.hosted_game import HostedGame
from trunkline.web.schemas.log import Seat
from trunkline.web.storage.sqlite import SqliteStore

GAMES = 6
LENGTH = 150


@pytest.fixture(autouse=True)
def hasty() -> Iterator[None]:
    """Switch between threads very often."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def at_once(work: list[threading.Thread]) -> None:
    """Run threads at the same time."""
    for thread in work:
        thread.start()
    for thread in work:
        thread.join()


def test_pieces_of_track_have_numbers_of_their_own() -> None:
    board = board_from(board_data(trunkline.new("1856", ["Ann", "Bob", "Cy"]).title.board))
    tables = MapIndex(board)
    names = [(tile, rotation) for tile in board.tiles for rotation in range(6)]

    def turn_all() -> None:
        for tile, rotation in names:
            tables.piece(tile, rotation)

    at_once([threading.Thread(target=turn_all) for _ in range(4)])
    assert len({tables.piece(*name).uid for name in names}) == len(names)


def test_games_played_at_once_end_as_games_played_alone(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "table.sqlite")
    tables = GameCache(store)
    made: list[tuple[int, HostedGame]] = []
    for seed in range(GAMES):
        options = trunkline.new("1856", ["Ann", "Bob", "Cy"], seed=seed).options
        made.append((seed, tables[tables.create(options, [Seat(name) for name in options.players]).id]))

    def play(seed: int, table: HostedGame) -> None:
        chooser = RandomPlayer(seed)
        for version in range(LENGTH):
            seen = table.view_at()
            player = next(name for name in seen.game.players if name in seen.game.to_act)
            assert table.act(version, validated(chooser.choose(seen.game, player))) == version + 1

    at_once([threading.Thread(target=play, args=each) for each in made])
    for seed, table in made:
        game = trunkline.new("1856", ["Ann", "Bob", "Cy"], seed=seed)
        play_out(game, RandomPlayer(seed), LENGTH)
        assert table.view_at().game.digest() == game.digest()
    store.close()


FIRST = """
import sys, threading
from trunkline.titles import boards
sys.setswitchinterval(1e-6)
work = [threading.Thread(target=load) for load in list(boards().values()) * 2]
for thread in work: thread.start()
for thread in work: thread.join()
"""


def test_boards_may_be_asked_for_at_once_as_the_first_thing() -> None:
    # If there is a race condition, each run fails with a probability of 40%.
    runs = [subprocess.run([sys.executable, "-c", FIRST], check=False) for _ in range(6)]
    assert [run.returncode for run in runs] == [0] * 6
