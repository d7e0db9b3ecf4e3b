"""Conversion of actions in saved games of format 1, which used other names.

Such a game must be replayed, because an earlier program computed its state and digest.
"""

from __future__ import annotations

from typing import Any

KINDS = {
    "place_marker": "place_token",
    "remove_marker": "remove_token",
    "place_token": "place_private_token",
}
"""Current names of the kinds of action, by their names in format 1."""
SOURCES = {"market": "pool"}
"""Current names of the places from which shares and trains are bought, by their names in format 1."""


def upgrade_action(action: Any) -> Any:
    """Return an action of format 1 in its current form, as plain data. Return anything else unchanged."""
    if not isinstance(action, dict):
        return action
    new = dict(action)
    for field, names in (("kind", KINDS), ("source", SOURCES)):
        if isinstance(value := new.get(field), str):
            new[field] = names.get(value, value)
    return new
