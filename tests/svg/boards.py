"""Boards of random games, late in play."""

from __future__ import annotations

from functools import lru_cache

import trunkline
from trunkline.game import Game
from trunkline.players import play_turns
from trunkline.players.random_player import RandomPlayer

LONG = 700
"""A number of actions that lays tiles on most of a map."""


@lru_cache
def random_board(title: str, seed: int) -> Game:
    """Return a random game after many actions."""
    game = trunkline.new(title, ["Ann", "Bob", "Cy"], seed=seed)
    for number, _ in enumerate(play_turns(game, RandomPlayer(seed))):
        if number > LONG:
            break
    return game
