"""Findings about a title, each a sentence about a key of its file."""

from __future__ import annotations

from typing import NamedTuple

from trunkline.engine.board import Board
from trunkline.engine.board.errors import Where

_NAMED = ("privates", "corporations", "trains", "phases")
"""Lists of the board whose entries have an id or a name."""


class Finding(NamedTuple):
    """A weakness of a title: the path to the key in its file, and a sentence."""

    where: Where
    text: str


def key_of(board: Board, where: Where) -> str:
    """Return the path to a key as text, with the ids and names of entries in lists."""
    steps: list[str] = []
    for place, step in enumerate(where):
        if place == 1 and isinstance(step, int) and where[0] in _NAMED:
            entry = getattr(board, str(where[0]))[step]
            steps.append(getattr(entry, "id", "") or entry.name)
        else:
            steps.append(str(step))
    return ".".join(steps)
