"""Neighbours of hexes, by their printed coordinates."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from trunkline.engine.board.map import Layout
from trunkline.util.messages import gettext_noop

N, NE, E, SE = gettext_noop("N"), gettext_noop("NE"), gettext_noop("E"), gettext_noop("SE")
S, SW, W, NW = gettext_noop("S"), gettext_noop("SW"), gettext_noop("W"), gettext_noop("NW")
EDGES: Final = {"flat": (S, SW, NW, N, NE, SE), "pointy": (SW, W, NW, NE, E, SE)}
"""Names of edges 0 to 5, by the orientation of the hexes."""


def coordinates(name: str, columns: str) -> tuple[int, int]:
    """Return column and row of a printed coordinate such as B13."""
    letter, number = ord(name[0]), int(name[1:])
    return (letter, number) if columns == "letters" else (number, letter)


_STEPS: Final = {
    "flat": ((0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1)),
    "pointy": ((-1, 1), (-2, 0), (-1, -1), (1, -1), (2, 0), (1, 1)),
}
"""Column and row steps to the neighbour at each edge.

Neighbours along a column of flat-topped hexes, or along a row of pointed ones, differ by two.
"""


def neighbours(layout: Layout, names: Iterable[str]) -> list[int]:
    """Return the neighbour at each edge.

    The entry for hex h and edge e is at 6h + e. It is six times the index of the neighbour plus the edge it
    is entered by, or -1 without a neighbour. Indices follow the order of ``names``.
    """
    index = {name: h for h, name in enumerate(names)}
    at = {coordinates(name, layout.columns): h for name, h in index.items()}
    mates: list[int] = []
    for name in index:
        column, row = coordinates(name, layout.columns)
        for edge, (right, down) in enumerate(_STEPS[layout.orientation]):
            other = at.get((column + right, row + down))
            mates.append(-1 if other is None else 6 * other + (edge + 3) % 6)
    return mates
