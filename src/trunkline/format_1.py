"""Actions as saved games of format 1 hold them, before the words of the field were taken.

Whoever reads such a game replays it: its state and digest are those of an earlier program.
"""

from __future__ import annotations

from typing import Any

KINDS = {
    "place_marker": "place_token",
    "remove_marker": "remove_token",
    "place_token": "place_private_token",
}
"""Kinds of action by what format 1 called them."""
SOURCES = {"market": "pool"}
"""Places that shares and trains are bought from."""


def upgraded(action: Any) -> Any:
    """The action, plain data of format 1, as it is written today; what is no action comes back as it is."""
    if not isinstance(action, dict):
        return action
    new = dict(action)
    for field, names in (("kind", KINDS), ("source", SOURCES)):
        if isinstance(value := new.get(field), str):
            new[field] = names.get(value, value)
    return new
