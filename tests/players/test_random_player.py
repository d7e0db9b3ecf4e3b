"""Tests of random players: they are reproducible and legal, and their games end."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter

import pytest

import trunkline
from trunkline.engine.kernel.action import Action, BuyOffered, IssueShares, Pass, RedeemShares
from trunkline.game import Game
from trunkline.players import STALLED, play_out, play_turns
from trunkline.players.random_player import WEIGHTS, RandomPlayer, RandomWeights

NAMES = ["Ann", "Bob", "Cy", "Dee", "Eve", "Fay"]


def _played(seed: int, actions: int = 200, players: int = 3) -> Game:
    game = trunkline.new("1856", NAMES[:players], seed=seed)
    assert play_out(game, RandomPlayer(seed), actions) == actions
    return game


def test_the_same_seed_plays_the_same_game() -> None:
    assert _played(7).digest() == _played(7).digest()
    assert _played(7).actions != _played(8).actions


def test_the_same_seed_plays_the_same_game_in_another_process() -> None:
    program = (
        "import trunkline; from trunkline.players import play_out;"
        "from trunkline.players.random_player import RandomPlayer;"
        "game = trunkline.new('1856', ['Ann', 'Bob', 'Cy'], seed=7);"
        "play_out(game, RandomPlayer(7), 200); print(game.digest())"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for hash_seed in ("1", "2")
    }
    assert digests == {_played(7).digest()}


@pytest.mark.parametrize(
    ("title", "players"),
    [
        (title, seats)
        for title, about in trunkline.catalogue().items()
        for seats in range(about.players[0], about.players[1] + 1)
    ],
)
def test_random_games_come_to_a_real_end(title: str, players: int) -> None:
    game = trunkline.new(title, NAMES[:players], seed=players)
    play_out(game, RandomPlayer(players))
    assert game.result is not None
    assert game.result.reason in ("bank", "bankruptcy")
    assert {standing.player for standing in game.result.standings} == set(NAMES[:players])


def test_choosing_changes_nothing() -> None:
    game = _played(3)
    before = game.digest()
    (player, *_) = game.to_act
    action = RandomPlayer(0).choose(game, player)
    assert game.digest() == before
    assert action.player == player
    assert game.check(action) is None


def test_weights_say_what_is_likely() -> None:
    def first_actions(weights: RandomWeights | None) -> set[type[Action]]:
        game = trunkline.new("1856", NAMES[:3])
        return {type(RandomPlayer(seed, weights).choose(game, "Ann")) for seed in range(40)}

    assert len(first_actions(None)) > 1
    never_buys = RandomWeights({**WEIGHTS, BuyOffered: 0.0})
    assert BuyOffered not in first_actions(never_buys)


def test_half_dividends_and_own_shares_are_as_likely_as_the_weights_say() -> None:
    def played(weights: RandomWeights) -> Counter[str]:
        game = trunkline.new("1851", NAMES[:3], seed=1)
        play_out(game, RandomPlayer(1, weights), 400)
        kinds = Counter(type(action).__name__ for action in game.actions)
        return kinds + Counter(getattr(action, "payout", "") for action in game.actions)

    usual = played(RandomWeights())
    assert (
        min(usual["half"], usual["pay"], usual["withhold"], usual["IssueShares"], usual["RedeemShares"]) > 0
    )
    never = played(RandomWeights({**WEIGHTS, IssueShares: 0.0, RedeemShares: 0.0}, half=0.0))
    assert never["half"] == never["IssueShares"] == never["RedeemShares"] == 0


def test_nothing_can_be_chosen_out_of_turn() -> None:
    game = trunkline.new("1856", NAMES[:3])
    with pytest.raises(LookupError, match="Bob has no legal action"):
        RandomPlayer(0).choose(game, "Bob")


def test_each_seat_may_have_a_player_of_its_own() -> None:
    class Counting(RandomPlayer):
        def __init__(self, seed: int) -> None:
            super().__init__(seed)
            self.asked: set[str] = set()

        def choose(self, game: Game, player: str) -> Action:
            self.asked.add(player)
            return super().choose(game, player)

    seats = {name: Counting(number) for number, name in enumerate(NAMES[:3])}
    game = trunkline.new("1856", NAMES[:3], seed=1)
    play_out(game, seats, 50)
    assert all(seat.asked == {name} for name, seat in seats.items())


def test_a_game_in_which_everybody_only_passes_is_given_up() -> None:
    class Passing:
        def choose(self, game: Game, player: str) -> Action:
            action = Pass(player)
            return action if game.check(action) is None else RandomPlayer(0).choose(game, player)

    game = trunkline.new("1856", NAMES[:3])
    played = sum(1 for _ in play_turns(game, Passing()))
    assert not game.over
    assert STALLED <= played < 3 * STALLED
