"""Space on a hex: finds a place for each text and figure that covers nothing else.

The hex is a raster of small cells. A set of cells is an int with one bit for each cell. Shifting finds, for
all positions at once, those in which a box would cover something.

A text may cross the hex border at two ends. The neighbouring hex gives up the same area at its other end. The
resulting shapes fill the map as hexes do, so texts of two hexes never overlap.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from trunkline.engine.board import Layout
from trunkline.svg.hexes import APOTHEM, RADIUS, Grid, Point, number
from trunkline.svg.labels import Label

CELL = 4.0
WIDE = 54
"""Cells in a row: the hex and a margin. No box may touch the margin, so that none wraps to the next row."""
TALL = 66
"""Rows: the hex, plus space for half a box above and below."""
_ALL = (1 << WIDE * TALL) - 1
RIM = 1.0
"""Distance of all texts and figures from the hex border."""
GAP = 1.5
"""Minimum distance between texts and figures."""
Wish = Callable[[Grid, Point], float]


class PlacedItem(NamedTuple):
    """An item in its place."""

    item: Label
    at: Point
    across: int = 0
    """Number of cells of track that it covers."""

    def svg(self) -> str:
        """Return its drawing, with its kind, width and height."""
        size = f"{number(self.item.width)} {number(self.item.height)}"
        return f'<g transform="translate({self.at})" data-{self.item.kind}="{size}">{self.item.body}</g>'


class HexSpace:
    """The occupied cells of one hex: those that must stay free of texts, and those with track."""

    def __init__(self, grid: Grid, over: float = 0) -> None:
        self._grid = grid
        self._over = over
        self._shut = _outside(grid.orientation, over)
        self._track = 0

    def copy(self) -> HexSpace:
        """Return a copy, to try another arrangement."""
        other = HexSpace(self._grid, self._over)
        other._shut, other._track = self._shut, self._track
        return other

    def circle(self, at: Point, radius: float) -> None:
        """Reserve a circle. No text may cover it."""
        self._shut |= disc(at, radius + GAP)

    def track(self, curve: tuple[Point, ...], radius: float) -> None:
        """Reserve a curve with these handles. A text may cover it only if there is no other place."""
        self._track |= _along(curve, radius)

    def put(self, ways: Sequence[Label], wish: Wish, *, beside: float = 0) -> PlacedItem | None:
        """Reserve space for an item with several ways to write it, the best first. Return None without space.

        A smaller way next to track is preferred to a larger one across it, down to the size ``beside``.
        """
        ranks = _ranked(wish, self._grid.orientation, self._over)
        for item in ways:
            if item.size < beside:
                break
            if free := _free(item, self._shut | self._track):
                back = _middle(item)
                at = next(cell - back for cell in ranks.order if free >> cell - back & 1)
                return self._take(item, at)
        for item in ways:
            if free := _free(item, self._shut):
                box, back = _box(item), _middle(item)
                at = min(
                    _cells_of(free),
                    key=lambda at: ((self._track & box << at).bit_count(), ranks.rank[at + back]),
                )
                return self._take(item, at)
        return None

    def _take(self, item: Label, at: int) -> PlacedItem:
        across, down = _size(item)
        x = (at % WIDE + across / 2 - WIDE / 2) * CELL
        y = (at // WIDE + down / 2 - TALL / 2) * CELL
        box = _box(item) << at
        self._shut |= box
        # The box is a little narrower than its cells.
        spot = Point(0 if abs(x) <= (across * CELL - item.width) / 2 else x, y)
        return PlacedItem(item, spot, (self._track & box).bit_count())


class PreferenceOrder(NamedTuple):
    """The cells of the hex, ordered by preference."""

    order: tuple[int, ...]
    rank: dict[int, int]


@lru_cache(maxsize=4096)
def disc(at: Point, radius: float) -> int:
    """Return the cells that a circle touches."""
    found = 0
    middle = at.y / CELL + TALL / 2
    reach = radius / CELL
    for row in range(math.floor(middle - reach), math.ceil(middle + reach)):
        # Use the nearest line of the row.
        off = max(0.0, row - middle, middle - row - 1)
        half = math.sqrt(max(0.0, reach * reach - off * off))
        left = math.floor(at.x / CELL + WIDE / 2 - half)
        right = math.ceil(at.x / CELL + WIDE / 2 + half)
        if 0 <= row < TALL and right > left:
            found |= (1 << right - left) - 1 << WIDE * row + max(0, left)
    return found


@lru_cache(maxsize=4096)
def _along(curve: tuple[Point, ...], radius: float) -> int:
    """Return the cells of a curve."""
    found = 0
    for step in range(25):
        points = curve
        while len(points) > 1:
            points = tuple(a.to(b, step / 24) for a, b in itertools.pairwise(points))
        found |= disc(points[0], radius)
    return found


def _size(item: Label) -> tuple[int, int]:
    """Return the width and height of an item in cells."""
    return math.ceil((item.width + GAP) / CELL), math.ceil((item.height + GAP) / CELL)


def _middle(item: Label) -> int:
    """Return the offset from the upper left cell of an item to its middle cell."""
    across, down = _size(item)
    return across // 2 + WIDE * (down // 2)


def _box(item: Label) -> int:
    return _filled(*_size(item))


def _free(item: Label, taken: int) -> int:
    """Return the cells at which the upper left corner of an item can be."""
    across, down = _size(item)
    return _ALL & ~_spread(_spread(taken, across, 1), down, WIDE)


def _cells_of(cells: int) -> Iterator[int]:
    bits = bin(cells)[:1:-1]
    at = bits.find("1")
    while at >= 0:
        yield at
        at = bits.find("1", at + 1)


@lru_cache(maxsize=4096)
def _filled(across: int, down: int) -> int:
    return sum((1 << across) - 1 << WIDE * row for row in range(down))


def _spread(cells: int, many: int, step: int) -> int:
    """Return the cells from which a run of this many steps reaches one of these cells."""
    done = 1
    while 2 * done <= many:
        cells |= cells >> done * step
        done *= 2
    return cells | cells >> (many - done) * step


@lru_cache
def _outside(orientation: str, over: float) -> int:
    """Return the cells that are not completely writable, and a full row above them."""
    found = 1 << WIDE * TALL
    for row in range(TALL):
        for column in range(WIDE):
            corners = [
                ((column + right - WIDE / 2) * CELL, (row + low - TALL / 2) * CELL)
                for right in (0, 1)
                for low in (0, 1)
            ]
            if not all(writable(orientation, x, y, over, RIM) for x, y in corners):
                found |= 1 << WIDE * row + column
    return found


def inside(orientation: str, x: float, y: float, rim: float = 0) -> bool:
    """Return whether a point is in the hex, at least this far from its border."""
    along, across = (abs(x), abs(y)) if orientation == "flat" else (abs(y), abs(x))
    most = APOTHEM - rim
    return across <= most and along * math.sqrt(3) / 2 + across / 2 <= most


def writable(orientation: str, x: float, y: float, over: float = 0, rim: float = 0) -> bool:
    """Return whether a text of the hex may cover a point, at least this far from the border of its area.

    Between two sides of the hex the area is as wide as the hex. It is narrower by ``over`` at the corners,
    and wider by the same amount at the sides.
    """
    along, across = (abs(x), abs(y)) if orientation == "flat" else (abs(y), abs(x))
    half = min(RADIUS - over, max(RADIUS / 2 + over, RADIUS - across / math.sqrt(3)))
    return across <= APOTHEM - rim and along <= half - rim


@lru_cache
def _ranked(wish: Wish, orientation: str, over: float) -> PreferenceOrder:
    """Return all cells by preference for the middle of an item."""
    grid = _grid(orientation)
    points = []
    for row in range(TALL):
        for column in range(WIDE):
            at = Point((column - WIDE / 2) * CELL, (row - TALL / 2) * CELL)
            if writable(orientation, at.x, at.y, over):
                points.append((wish(grid, at), WIDE * row + column))
    order = tuple(cell for _, cell in sorted(points))
    return PreferenceOrder(order, {cell: rank for rank, cell in enumerate(order)})


@lru_cache
def _grid(orientation: str) -> Grid:
    return Grid(Layout("flat" if orientation == "flat" else "pointy", "letters"))


# -- preferred positions


def in_corners(grid: Grid, at: Point) -> float:
    """Prefer a corner of the hex, first at the side or at the top. For figures."""
    return min(
        math.dist(at, corner.to(Point(0, 0), 0.36)) + rank
        for corner, rank in zip(grid.corners, _corner_ranks(grid), strict=True)
    )


def _corner_ranks(grid: Grid) -> list[float]:
    if grid.orientation == "flat":
        return [
            0.12 * abs(corner.y) + (3 if corner.x < 0 else 0) + (3 if corner.y > 1 else 0)
            for corner in grid.corners
        ]
    return [0.12 * (corner.y + RADIUS) + (3 if corner.x < 0 else 0) for corner in grid.corners]


def below(grid: Grid, at: Point) -> float:
    """Prefer the space under the middle, else above it. For names."""
    return min(math.hypot(at.x, at.y - 50), math.hypot(at.x, at.y + 50) + 12)


def above(grid: Grid, at: Point) -> float:
    """Prefer the space above the middle. For costs."""
    return math.hypot(at.x, at.y + 54)


def middle(grid: Grid, at: Point) -> float:
    """Prefer the middle. For an item alone on its hex."""
    return math.hypot(at.x, at.y)


def low(grid: Grid, at: Point) -> float:
    """Prefer the lowest corner. For tile numbers."""
    corner = max(grid.corners, key=lambda corner: (round(corner.y, 3), -corner.x))
    return math.dist(at, corner.to(Point(0, 0), 0.2))


def under(grid: Grid, at: Point) -> float:
    """Prefer the space just under the middle. For the figures of an off-board area."""
    return math.hypot(at.x, 2 * (at.y - 20))


def over(grid: Grid, at: Point) -> float:
    """Prefer the space just above the middle. For the name of an off-board area."""
    return math.hypot(at.x, 2 * (at.y + 25))
