"""How hexes lie beside each other, by their printed coordinates."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from trunkline.board.map import Layout


def coordinates(name: str, columns: str) -> tuple[int, int]:
    """Column and row of a printed coordinate such as B13."""
    letter, number = ord(name[0]), int(name[1:])
    return (letter, number) if columns == "letters" else (number, letter)


_STEPS: Final = {
    "flat": ((0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1)),
    "pointy": ((-1, 1), (-2, 0), (-1, -1), (1, -1), (2, 0), (1, 1)),
}
"""Column and row steps to the neighbour at each edge. Neighbours along a column of flat-topped hexes, or
along a row of pointed ones, differ by two."""


def neighbours(layout: Layout, names: Iterable[str]) -> list[int]:
    """What lies beyond each edge: for hex h and edge e, at 6h + e, six times the number of the hex beyond, in
    the order of the names, and the edge it is entered by; -1 where there is none."""
    index = {name: h for h, name in enumerate(names)}
    at = {coordinates(name, layout.columns): h for name, h in index.items()}
    mates: list[int] = []
    for name in index:
        column, row = coordinates(name, layout.columns)
        for edge, (right, down) in enumerate(_STEPS[layout.orientation]):
            other = at.get((column + right, row + down))
            mates.append(-1 if other is None else 6 * other + (edge + 3) % 6)
    return mates
