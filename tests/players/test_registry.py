"""Tests of the lookup of players by name: a cached player decides as a new one does."""

from __future__ import annotations

import msgspec
import pytest

import trunkline
from players.test_position import TITLES
from trunkline.engine.kernel import state as states
from trunkline.game.actions import AnyAction
from trunkline.players import Chooser
from trunkline.players.registry import MOST_CACHED, cached_player, load_player
from trunkline.web.games.bot_worker import Question, answer

PROGRAM = "tycoon:1"


@pytest.mark.parametrize("title", TITLES)
def test_at_a_table_it_plays_as_in_the_arena(title: str) -> None:
    game = trunkline.new(title, ["Ann", "Bob", "Cy"], seed=101)
    alone: dict[str, Chooser] = {
        name: load_player(PROGRAM)(seed) for seed, name in enumerate(game.players, 101)
    }
    for _ in range(12):
        name = min(game.to_act)
        seed = game.players.index(name) + 101
        asked = Question(PROGRAM, seed, name, game.options, states.encode(game.state))
        said = answer(asked)
        action = msgspec.json.decode(said.action, type=AnyAction)
        assert action == alone[name].choose(game.copy(), name), said.why
        game.play(action)


def test_players_that_advise_are_kept_and_others_begin_anew() -> None:
    for name in ("clerk", "director", "tycoon", PROGRAM):
        assert cached_player(name, 3) is cached_player(name, 3)
        assert cached_player(name, 3) is not cached_player(name, 4)
    # A random player is not cached: its choices depend on earlier ones.
    assert cached_player("random", 3) is not cached_player("random", 3)


def test_only_the_players_asked_last_are_kept() -> None:
    first = cached_player(PROGRAM, 0)
    for seed in range(1, MOST_CACHED + 1):
        cached_player(PROGRAM, seed)
    assert cached_player(PROGRAM, 0) is not first
