"""The points of an import that the designer must look at."""

from __future__ import annotations

from typing import Literal, NamedTuple

Kind = Literal["missing", "assumed", "left out"]


class Point(NamedTuple):
    """One point for the designer."""

    kind: Kind
    """``missing``: the title cannot be played before it is answered. ``assumed``: the file has a usual value.
    ``left out``: the game has something that a title in one file cannot have, or that was not readable."""
    key: str
    """The key of the title file, such as ``floating`` or ``hexes.B4``."""
    text: str
    """One or two sentences."""


class Points:
    """The points of one import, in the order in which they were found."""

    def __init__(self) -> None:
        self.all: list[Point] = []

    def missing(self, key: str, text: str) -> None:
        """Add a point without whose answer the title cannot be played."""
        self._add("missing", key, text)

    def assumed(self, key: str, text: str) -> None:
        """Add a point for which the title file has a usual value."""
        self._add("assumed", key, text)

    def left_out(self, key: str, text: str) -> None:
        """Add something of the game that the title file does not have."""
        self._add("left out", key, text)

    def _add(self, kind: Kind, key: str, text: str) -> None:
        point = Point(kind, key, text)
        if point not in self.all:
            self.all.append(point)

    def of(self, kind: Kind) -> list[Point]:
        """Return the points of a kind."""
        return [point for point in self.all if point.kind == kind]
