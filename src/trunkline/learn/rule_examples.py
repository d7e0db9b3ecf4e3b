"""Positions at which a rule refuses an action, as examples of the rule.

``tests/learn/make_rule_examples.py`` takes them from whole games.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import msgspec

from trunkline.game.actions import AnyAction

FILE = Path(__file__).with_name("rule_examples.json")


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The example of one rule: the number of its position, and the refused action."""

    position: int
    action: AnyAction


class Examples(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All examples: positions as lines (see ``position_line``), and examples by the id of the rule."""

    positions: list[str]
    rules: dict[str, Example]


@lru_cache
def examples() -> Examples:
    """Return all examples."""
    return msgspec.json.decode(FILE.read_bytes(), type=Examples)
