"""A title's list of testable rules."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import msgspec

from trunkline.util.strict_yaml import read_own


class Rule(msgspec.Struct, frozen=True):
    """One testable rule of a rulebook."""

    id: str
    section: str
    rule: str
    kind: str
    test: str
    scope: str = ""
    conflict: str = ""
    unclear: str = ""


_known = msgspec.json.Decoder(Rule)
"""Created before threads start: see ``board``."""


@lru_cache
def load_rules(path: Path) -> dict[str, Rule]:
    """Return the rules in a title's ``rules.yaml`` by id. Raises ``DamagedError``."""
    return {rule.id: rule for rule in read_own(path, list[Rule])}
