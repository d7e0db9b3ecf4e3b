"""Positions to look at: moments of whole games, every kind of step of each title among them.

``make_positions.py`` chose them, the rarest kinds first: the first few are as varied as they can be.
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
    """A moment of a game at which something is to be decided."""

    title: str
    players: int
    kind: str
    """What is decided: the step, or the type of the decision that interrupts one."""
    source: str
    """The golden game, or the one kept with the positions, that it is a moment of."""
    at: int

    @property
    def name(self) -> str:
        """Tells it from all others."""
        return f"{self.title}-{self.players}p-{self.kind.replace(' ', '_')}-{self.source}-{self.at}"

    def game(self) -> Game:
        """The game as it stood then, nothing played after it."""
        return played_to(self, None)


@cache
def positions() -> tuple[Position, ...]:
    """All of them, in the order of their choosing."""
    return tuple(Position(*each) for each in _kept()["positions"])


def played_to(position: Position, game: Game | None) -> Game:
    """A game played on to a later position of its own; none begins it."""
    save = _save(position.source)
    game = game or Game(build(save.options), save.options)
    for action in save.actions[len(game.actions) : position.at]:
        game.play(actions.validated(action))
    return game


@cache
def _kept() -> dict[str, Any]:
    kept: dict[str, Any] = json.loads(gzip.decompress(FILE.read_bytes()))
    return kept


@cache
def _save(source: str) -> saves.Save:
    own = _kept()["games"].get(source)
    data = json.dumps(own).encode() if own else read(GOLDEN / f"{source}.json.gz")[0]
    return saves.from_bytes(data, source)
