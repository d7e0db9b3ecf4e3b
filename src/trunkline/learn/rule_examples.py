"""Positions at which a rule refuses an action, as examples of the rule.

``tests/learn/make_rule_examples.py`` takes them from whole games and from the scenes of tests.
"""

from __future__ import annotations

import gzip
from functools import lru_cache
from pathlib import Path

import msgspec

from trunkline.engine.kernel import state as states
from trunkline.engine.kernel.options import Options
from trunkline.game import Game
from trunkline.game.actions import AnyAction
from trunkline.titles import build

FILE = Path(__file__).with_name("rule_examples.json.gz")


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The example of one rule: the number of its position, and the refused action.

    A rule about the order of turns has no action: it refuses a turn of the corporation ``turn``.
    """

    position: int
    action: AnyAction | None = None
    turn: str = ""


class StoredPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position: the options of its game, and the state."""

    options: Options
    state: msgspec.Raw


class Examples(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All examples: positions, and examples by the id of the rule."""

    positions: list[StoredPosition]
    rules: dict[str, Example]

    def game(self, rule: str) -> Game:
        """Return a game at the position of a rule's example."""
        stored = self.positions[self.rules[rule].position]
        state = states.decode(bytes(stored.state), build(stored.options).state)
        return Game.at_state(stored.options, state)


@lru_cache
def examples() -> Examples:
    """Return all examples. The file is read at the first call."""
    return msgspec.json.decode(gzip.decompress(FILE.read_bytes()), type=Examples)
