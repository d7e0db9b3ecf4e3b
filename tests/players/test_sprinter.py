"""Tests of the sprinter, the cheap policy for rollouts to the end of a game."""

from __future__ import annotations

import pytest

import trunkline
from players.test_position import TITLES
from trunkline import Position, actions
from trunkline.engine.kernel import referee
from trunkline.players.random_player import RandomPlayer
from trunkline.players.rollouts import ends_game, play_on
from trunkline.players.sprinter import TRADE, WORK, Sprinter, finished


def start(title: str, seed: int) -> Position:
    return Position.of(trunkline.new(title, ["Ann", "Bob", "Cy", "Dee"], seed=seed))


@pytest.mark.parametrize("title", TITLES)
def test_it_ends_the_same_game_for_the_same_seed_in_far_fewer_steps_than_a_random_player(title: str) -> None:
    now = start(title, 3)
    line = play_on(now, Sprinter(3), ends_game(now), 2_000)
    assert line.position.over
    assert line.position.state.reason == "bank"
    # It plays the same actions as an adviser, one position after the other, and on bare states.
    assert line.position.digest() == finished(now, 3).digest()
    assert line.position.digest() != finished(now, 4).digest()
    # Corporations work: they laid track, bought better trains and paid out.
    assert len(line.position.state.tiles) > 10
    assert line.position.state.phase > 1
    game = trunkline.new(title, [*now.state.players], seed=3)
    player = RandomPlayer(3)
    while not game.over and len(game.actions) <= line.steps:
        game.play(player.choose(game, min(game.to_act)))
    assert not game.over
    assert Sprinter(1).choose(game, min(game.to_act)) in game.legal(min(game.to_act))


def test_it_leaves_a_game_that_takes_too_long() -> None:
    assert not finished(start("1851", 3), 3, steps=20).over


@pytest.mark.parametrize("title", TITLES)
def test_a_context_for_some_kinds_lists_every_legal_choice_of_these_kinds(title: str) -> None:
    game = trunkline.new(title, ["Ann", "Bob", "Cy"], seed=8)
    player, shorter = RandomPlayer(8), 0
    for number in range(300):
        if game.over:
            break
        legal = game.legal(min(game.to_act))
        for kinds in (WORK, WORK - {actions.LayTile}, TRADE) if number % 3 == 0 else ():
            some = referee.read_only_context(game.title, game.state, kinds)
            listed = list(referee.each_legal(some, min(game.to_act)))
            wanted = [each for each in legal if referee.kind_of(each) in kinds]
            found = [each for each in listed if referee.kind_of(each) in kinds]
            assert [_plain(each) for each in found] == [_plain(each) for each in wanted]
            shorter += len(listed) < len(legal)
        game.play(player.choose_from(legal))
    assert shorter > 30


def _plain(choice: object) -> object:
    """Return a choice in a form that can be compared. Open entries hold functions."""
    return getattr(choice, "kind", choice)
