"""Tests that what the engine keeps between moments never changes an answer."""

from __future__ import annotations

import gc
from collections import OrderedDict
from importlib import import_module

import pytest

import trunkline
from trunkline import actions
from trunkline.engine.kernel import referee
from trunkline.engine.kernel.choice import Choice, Open
from trunkline.game import Game
from trunkline.players.random_player import RandomPlayer

# The package has a function with the name of its module ``network``.
KEPT = tuple(
    (import_module(f"trunkline.engine.track.{module}"), name)
    for module, name in (("track_state", "_positions"), ("track_state", "_boards"), ("network", "_networks"))
)


def choices(game: Game) -> list[Choice]:
    """Return all legal choices of a moment that can be compared."""
    found = referee.legal(game.title, game.state)
    return [choice for choice in found if not isinstance(choice, Open)]


def choices_without_caches(game: Game) -> list[Choice]:
    """Return the same choices with nothing known from earlier moments."""
    tables = game.title.tables
    with pytest.MonkeyPatch.context() as patch:
        for module, name in KEPT:
            patch.setattr(module, name, OrderedDict())
        for name in ("kept", "lays", "lays_in", "fitting", "first"):
            patch.setattr(tables, name, {})
        return choices(game)


@pytest.mark.parametrize("title", trunkline.catalogue())
def test_choices_are_the_same_without_what_is_kept(title: str) -> None:
    game = trunkline.new(title, ["Ann", "Bob", "Cy"], seed=5)
    player = RandomPlayer(5)
    lays = 0
    for number in range(900):
        if game.over:
            break
        legal = choices(game)
        lays += any(isinstance(choice, actions.LayTile) for choice in legal)
        if number % 5 == 0:
            assert legal == choices_without_caches(game)
        game.play(player.choose(game, min(game.to_act)))
    assert lays > 20


@pytest.mark.parametrize("title", trunkline.catalogue())
def test_a_game_leaves_nothing_that_only_the_garbage_collector_frees(title: str) -> None:
    for _ in range(2):  # the first game makes the tables
        gc.collect()
        gc.disable()
        try:
            game, player = trunkline.new(title, ["Ann", "Bob", "Cy"], seed=5), RandomPlayer(5)
            for _ in range(700):
                if game.over:
                    break
                game.play(player.choose(game, min(game.to_act)))
            left = gc.collect()
        finally:
            gc.enable()
    assert left < 100
