"""Tests of the referee's contract in random games, for every number of players, reading and variant."""

from __future__ import annotations

import random

import pytest

import trunkline
from players.contract import check_made_up, check_moment, check_saved
from trunkline.players import play_turns
from trunkline.players.random_player import RandomPlayer

NAMES = ["Ann", "Bob", "Cy", "Dee", "Eve", "Fay"]
VARIANTS = ("alternate_destinations", "type8", "unlimited_bonus_tokens")
GAMES = [
    ("1856", 3, "printed", ()),
    ("1856", 3, "18xx.games", VARIANTS),
    ("1856", 4, "printed", ("type8",)),
    ("1856", 4, "18xx.games", ()),
    ("1856", 5, "printed", ("alternate_destinations",)),
    ("1856", 5, "18xx.games", ("type8", "unlimited_bonus_tokens")),
    ("1856", 6, "printed", VARIANTS),
    ("1856", 6, "18xx.games", ("alternate_destinations", "unlimited_bonus_tokens")),
    ("18GL", 2, "printed", ()),
    ("18GL", 5, "printed", ()),
    ("1851", 3, "printed", ()),
    ("1851", 4, "rails", ()),
    ("1851", 5, "printed", ()),
]
MOST_ACTIONS = 900
"""Actions of a game, some of them checked closely. They are enough to reach brown track and late trains."""
CLOSE_LOOKS = 0.025


@pytest.mark.parametrize(("title", "players", "rules", "variants"), GAMES)
def test_the_promises_hold_in_random_games(
    title: str, players: int, rules: str, variants: tuple[str, ...]
) -> None:
    seed = 1000 + 10 * players + len(rules)
    game = trunkline.new(title, NAMES[:players], seed=seed, rules=rules, variants=variants)
    rng = random.Random(seed)
    money = game.state.total_money()
    assert money == game.title.board.bank
    check_moment(game, rng)
    digests = [game.digest()]
    for _ in play_turns(game, RandomPlayer(seed)):
        assert game.state.total_money() == money
        digests.append(game.digest())
        if not game.over and rng.random() < CLOSE_LOOKS:
            check_moment(game, rng)
            check_made_up(game, rng)
        if len(game.actions) == MOST_ACTIONS:
            break
    check_saved(game)
    for digest in reversed(digests[:-1]):
        game.undo()
        assert game.digest() == digest
    for digest in digests[1:]:
        game.redo()
        assert game.digest() == digest
