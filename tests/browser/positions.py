"""Positions for tests: moments of whole games, with every kind of step of each title.

``make_positions.py`` chose them with the rarest kinds first, so the first few are as varied as possible.
"""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from system.golden.make import FOLDER as GOLDEN
from system.golden.test_golden import read
from trunkline import actions
from trunkline.game import Game, saves
from trunkline.titles import build

FILE = Path(__file__).with_name("positions.json.gz")


class Position(NamedTuple):
    """A moment of a game with a decision."""

    title: str
    players: int
    kind: str
    """The kind of decision: the step, or the type of the decision that interrupts a step."""
    source: str
    """The name of its game: a golden game, or one stored with the positions."""
    at: int

    @property
    def name(self) -> str:
        """A unique name of the position."""
        return f"{self.title}-{self.players}p-{self.kind.replace(' ', '_')}-{self.source}-{self.at}"

    def game(self) -> Game:
        """Return the game at this moment, without later actions."""
        return played_to(self, None)


@cache
def positions() -> tuple[Position, ...]:
    """Return all positions in their stored order."""
    return tuple(Position(*each) for each in _kept()["positions"])


def played_to(position: Position, game: Game | None) -> Game:
    """Play a game to a later position of it. None starts the game."""
    save = stored_game(position.source)
    game = game or Game(build(save.options), save.options)
    for action in save.actions[len(game.actions) : position.at]:
        game.play(actions.validated(action))
    return game


@cache
def _kept() -> dict[str, Any]:
    kept: dict[str, Any] = json.loads(gzip.decompress(FILE.read_bytes()))
    return kept


@cache
def stored_game(source: str) -> saves.Save:
    """Return a whole game by its name."""
    own = _kept()["games"].get(source)
    data = json.dumps(own).encode() if own else read(GOLDEN / f"{source}.json.gz")[0]
    return saves.from_bytes(data, source)
