"""Random games for the tests of the environments."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from trunkline.game import Game
from trunkline.game.actions import Action
from trunkline.lab.environments.encoding import LegalActions
from trunkline.lab.environments.game_setup import GameSetup
from trunkline.players import first_to_act
from trunkline.players.random_player import RandomPlayer

RARELY = {"pass": 0.3, "sell_shares": 0.1, "buy_private": 0.02, "bankrupt": 0.0, "ask_no_more": 0.0}
"""Weights of kinds of action in masked play, so that games reach the operating rounds; 1 for others."""
SETUPS = (
    GameSetup("1856", 3),
    GameSetup("1856", 6, rules="18xx.games", runs="free", variants=("type8", "alternate_destinations")),
    GameSetup("1851", 4, runs="announced"),
    GameSetup("1851", 5, rules="rails"),
    GameSetup("18GL", 2),
    GameSetup("18GL", 5, runs="free"),
)
"""Every title, with the fewest and the most players and different settings."""


class Moment(NamedTuple):
    """A moment of a random game."""

    game: Game
    player: str
    legal: LegalActions


def name(setup: GameSetup) -> str:
    """Return the name of a setup in the results of pytest."""
    return f"{setup.title}-{setup.players}-{setup.rules}-{setup.runs}"


def moments(setup: GameSetup, seed: int, actions: int) -> Iterator[Moment]:
    """Yield the moments of a game of random players, who choose any amounts and runs."""
    game, player = setup.new(seed), RandomPlayer(seed)
    chosen: Action | None = None
    for _ in range(actions):
        if chosen is not None:
            game.play(chosen)
        if game.over:
            return
        name = first_to_act(game)
        legal = setup.actions.legal(game, name)
        yield Moment(game, name, legal)
        chosen = player.choose_from(legal.choices)


def drawn(observed: dict[str, Any], setup: GameSetup, chance: random.Random) -> int:
    """Return a number that the mask allows. Rare kinds are drawn rarely."""
    numbers = np.flatnonzero(observed["action_mask"]).tolist()
    kinds = [str(setup.actions.keys[number][0]) for number in numbers]
    weights = [RARELY.get(kind, 1.0) + 1e-9 for kind in kinds]
    return int(chance.choices(numbers, weights)[0])


def digest(arrays: dict[str, Any]) -> str:
    """Return a hash of arrays, the same for both orders of bytes."""
    hashed = hashlib.blake2b(digest_size=8)
    for key, value in arrays.items():
        hashed.update(key.encode())
        hashed.update(value.astype(value.dtype.newbyteorder("<")).tobytes())
    return hashed.hexdigest()
