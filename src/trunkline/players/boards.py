"""What has been found of boards: lines of play come to the same board again and again.

A board is known by what lies on it, not by how it came about; what is found of it depends on nothing else.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, Final

from trunkline.kernel.table import Table

KEPT: Final = 2_048
"""Boards that are remembered, the latest ones, each as one company sees it."""

Found = dict[Any, Any]
_boards: OrderedDict[tuple[Any, ...], Found] = OrderedDict()


def found_on(t: Table, corp: str, about: str) -> Found:
    """What has been found ``about`` a board as a company sees it: whoever finds more writes it down there."""
    state = t.state
    key = (
        about,
        corp,
        state.phase,
        frozenset(state.tiles.items()),
        frozenset(state.tokens.items()),
        t.title.tables,
    )
    found = _boards.get(key)
    if found is None:
        found = _boards[key] = {}
        if len(_boards) > KEPT:
            _boards.popitem(last=False)
    return found


def forget() -> None:
    """Begin anew, for whoever measures."""
    _boards.clear()
