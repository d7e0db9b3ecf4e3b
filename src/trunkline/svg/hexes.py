"""Geometry of a hex map: centres, corners and edge midpoints.

A hex has the radius ``RADIUS`` from its centre to a corner. The y axis points down. Angles are in degrees,
clockwise from the right.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Literal, NamedTuple

from trunkline.engine.board import Layout
from trunkline.engine.board.hex_grid import coordinates

RADIUS = 100.0
APOTHEM = RADIUS * math.sqrt(3) / 2
FIRST_EDGE = {"flat": 90.0, "pointy": 120.0}
"""Direction of edge 0 in degrees."""


class Point(NamedTuple):
    """A point on a drawing."""

    x: float
    y: float

    def __str__(self) -> str:
        return f"{number(self.x)} {number(self.y)}"

    def to(self, other: Point, part: float) -> Point:
        """Return the point at this fraction of the way to another point."""
        return Point(self.x + part * (other.x - self.x), self.y + part * (other.y - self.y))


CENTRE = Point(0, 0)


def number(value: float) -> str:
    """Return a coordinate in tenths as the shortest text."""
    text = f"{value:.1f}"
    return text.removesuffix(".0").replace("-0", "0") if text in ("-0.0", "0.0") else text.removesuffix(".0")


def polar(angle: float, distance: float) -> Point:
    """Return the point in a direction and at a distance from the centre."""
    turn = math.radians(angle)
    return Point(distance * math.cos(turn), distance * math.sin(turn))


class Grid:
    """The hex grid of one layout."""

    def __init__(self, layout: Layout) -> None:
        self.orientation: Literal["flat", "pointy"] = layout.orientation
        self.columns = layout.columns
        self.corners = tuple(polar(self.direction(edge) - 30, RADIUS) for edge in range(6))
        """Corner n comes before edge n, clockwise."""

    def direction(self, edge: float) -> float:
        """Return the direction of an edge in degrees. Half numbers are corners."""
        return FIRST_EDGE[self.orientation] + 60 * edge

    def edge(self, edge: int, part: float = 1) -> Point:
        """Return the middle of an edge, or a point on the way there."""
        return polar(self.direction(edge), APOTHEM * part)

    def centre(self, hex: str) -> Point:
        """Return the centre of a hex on the map."""
        column, row = coordinates(hex, self.columns)
        if self.orientation == "flat":
            return Point(1.5 * RADIUS * column, APOTHEM * row)
        return Point(APOTHEM * column, 1.5 * RADIUS * row)


@lru_cache
def grid_of(layout: Layout) -> Grid:
    """Return the grid of a layout, built once, because caches of positions use it as their key."""
    return Grid(layout)
