"""Tests that a program receives copies: no change to them affects the game."""

from __future__ import annotations

import contextlib
import copy
import pickle
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

import trunkline
from trunkline import actions as A
from trunkline.engine.kernel.referee import kind_of
from trunkline.engine.kernel.structs import StateStruct
from trunkline.game import Game
from trunkline.players import play_turns
from trunkline.players.random_player import RandomPlayer

NAMES = ["Ann", "Bob", "Cy"]
HARMS: tuple[Callable[[dict[Any, Any]], object], ...] = (
    lambda found: found.update(x=1),
    lambda found: found.__setitem__("x", 1),
    lambda found: found.__ior__({"x": 1}),
    lambda found: found.setdefault("x", 1),
    lambda found: found.pop(next(iter(found))),
    lambda found: found.popitem(),
    lambda found: found.__delitem__(next(iter(found))),
    lambda found: found.clear(),
)


def moments(title: str, *, every: int = 60, most: int = 700) -> Iterator[Game]:
    """Yield some moments of a random game."""
    game = trunkline.new(title, NAMES, seed=4)
    for number, _ in enumerate(play_turns(game, RandomPlayer(4))):
        if number % every == 0:
            yield game
        if number > most:
            return


def reachable(value: object) -> Iterator[object]:
    """Yield every container and every record that can be reached from a value."""
    if isinstance(value, msgspec.Struct):
        yield value
        for name in value.__struct_fields__:
            yield from reachable(getattr(value, name))
    elif isinstance(value, dict):
        yield value
        for each in value.values():
            yield from reachable(each)
    elif isinstance(value, (list, tuple)):
        yield value
        for each in value:
            yield from reachable(each)


def attack(value: object) -> None:
    """Change every value that can be changed."""
    for each in list(reachable(value)):
        if isinstance(each, StateStruct):
            for name in each.__struct_fields__:
                setattr(each, name, None)
        elif isinstance(each, dict):
            for harm in HARMS:
                with contextlib.suppress(TypeError, KeyError, StopIteration):
                    harm(each)
        elif isinstance(each, list):
            each.append(None)
            each.clear()


@pytest.mark.parametrize("title", trunkline.catalogue())
def test_nothing_done_to_the_state_reaches_the_game(title: str) -> None:
    for game in moments(title):
        before, offered = game.digest(), repr(game.forbidden())
        attack(game.state)
        mine = game.state
        again = mine.copy()
        attack(mine)
        assert again.digest() == before
        assert game.digest() == before
        assert repr(game.forbidden()) == offered


def test_a_trial_puts_a_new_mapping_in_the_place_of_one_that_never_changes() -> None:
    game = list(moments("1856", every=300, most=310))[-1]
    trial = game.state
    with pytest.raises(TypeError, match="never changes"):
        trial.trains["2-0"] = "CPR"
    trial.trains = {**trial.trains, "2-0": "CPR"}
    assert trial.trains_at("CPR")
    deep = copy.deepcopy(game.state)
    assert deep.digest() == pickle.loads(pickle.dumps(game.state)).digest() == game.digest()


@pytest.mark.parametrize("duplicate", [Game.copy, copy.copy, copy.deepcopy])
def test_a_copy_has_a_future_of_its_own(duplicate: object) -> None:
    assert callable(duplicate)
    game = trunkline.new("1856", NAMES)
    game.play(A.BuyOffered("Ann", "flos"))
    game.play(A.BuyOffered("Bob", "ws"))
    game.undo()
    other: Game = duplicate(game)
    assert other == game
    assert other.branches == game.branches == [A.BuyOffered("Bob", "ws")]
    other.play(A.Pass("Bob"))
    assert (game.branches, game.digest()) == ([A.BuyOffered("Bob", "ws")], game.at(1).digest())
    assert other != game
    other.undo()
    assert other.branches == [A.BuyOffered("Bob", "ws"), A.Pass("Bob")]
    game.redo()
    assert game.actions[-1] == A.BuyOffered("Bob", "ws")


def test_games_are_equal_by_what_led_to_them() -> None:
    game, other = (trunkline.new("1856", NAMES) for _ in range(2))
    assert game == other
    game.play(A.BuyOffered("Ann", "flos"))
    assert game != other
    other.play(A.BuyOffered("Ann", "flos"))
    assert game == other
    assert game != trunkline.new("1856", [*NAMES[:2], "Di"])
    assert game != "a game"
    game.play(A.BuyOffered("Bob", "ws"))
    game.undo()
    assert game == other
    with pytest.raises(TypeError, match="unhashable"):
        hash(game)


def test_a_game_says_what_it_is() -> None:
    game = trunkline.new("1856", NAMES)
    game.play(A.BuyOffered("Ann", "flos"))
    assert repr(game) == "<Game of 1856: Ann, Bob, Cy; action 1; Bob to act>"


@pytest.mark.parametrize("title", trunkline.catalogue())
def test_a_pickled_game_plays_on(title: str) -> None:
    for game in moments(title, every=200):
        back: Game = pickle.loads(pickle.dumps(game))
        assert back == game
        assert (back.digest(), back.actions) == (game.digest(), game.actions)
        assert list(map(kind_of, back.legal())) == list(map(kind_of, game.legal()))
        if game.actions:
            assert back.undo() == game.actions[-1]
            assert back.log == game.at(len(game.actions) - 1).log


def test_a_pickled_game_keeps_what_was_undone() -> None:
    game = trunkline.new("1856", NAMES)
    game.play(A.BuyOffered("Ann", "flos"))
    game.play(A.Pass("Bob"))
    game.play(A.Pass("Cy"))
    game.undo()
    game.undo()
    game.play(A.BuyOffered("Bob", "ws"))
    game.undo()
    back: Game = pickle.loads(pickle.dumps(game))
    assert back == game
    assert back.branches == game.branches == [A.Pass("Bob"), A.BuyOffered("Bob", "ws")]
    back.redo(A.Pass("Bob"))
    assert back.redo() == A.Pass("Cy")


def test_copies_look_back_together_at_what_was_trusted() -> None:
    game = trunkline.new("1856", NAMES)
    for action in (A.BuyOffered("Ann", "flos"), A.Pass("Bob"), A.Pass("Cy")):
        game.play(action)
    trusted = Game.from_bytes(game.to_bytes(), verify=False)
    other = trusted.copy()
    assert trusted.undo() == A.Pass("Cy")
    assert other.actions == game.actions
    assert other.log == game.log
