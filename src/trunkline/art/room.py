"""Room on a hex: finds the place for each text and figure where it covers nothing.

The hex is a raster of small cells, and a set of cells is an int with one bit for each. Where a box would lie
on something is then found for all places at once, by shifting.

What is written on a hex need not stay inside it: at two ends it may go over the border, where the hex beyond
gives up as much of its own end. The shapes that come of it fill the map as the hexes do, so that texts of two
hexes never overlap, whatever lies on either.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from trunkline.art.hexes import APOTHEM, RADIUS, Grid, Point, number
from trunkline.art.lettering import Item
from trunkline.board import Layout

CELL = 4.0
WIDE = 54
"""Cells in a row: the hex and a margin, which no box may touch, so that none goes around the end of a row."""
TALL = 66
"""Rows: the hex and room for half a box above and below."""
_ALL = (1 << WIDE * TALL) - 1
RIM = 1.0
"""How far everything stays inside the hex."""
GAP = 1.5
"""How far things stay apart."""
Wish = Callable[[Grid, Point], float]


class PlacedItem(NamedTuple):
    """An item in its place."""

    item: Item
    at: Point
    across: int = 0
    """How many cells of track it lies on."""

    def svg(self) -> str:
        """The drawing of it, which tells its kind, width and height."""
        size = f"{number(self.item.width)} {number(self.item.height)}"
        return f'<g transform="translate({self.at})" data-{self.item.kind}="{size}">{self.item.body}</g>'


class Room:
    """What is taken on one hex, and by what."""

    def __init__(self, grid: Grid, over: float = 0) -> None:
        self._grid = grid
        self._over = over
        self._shut = _outside(grid.orientation, over)
        self._track = 0

    def copy(self) -> Room:
        """The same room, to be filled in another way."""
        other = Room(self._grid, self._over)
        other._shut, other._track = self._shut, self._track
        return other

    def circle(self, at: Point, radius: float) -> None:
        """Take a circle: nothing may lie on it."""
        self._shut |= disc(at, radius + GAP)

    def track(self, curve: tuple[Point, ...], radius: float) -> None:
        """Take a curve with these handles: a text lies on it only where there is no other place."""
        self._track |= _along(curve, radius)

    def put(self, ways: Sequence[Item], wish: Wish, *, beside: float = 0) -> PlacedItem | None:
        """Take room for an item that can be written in several ways, the best way first.

        A smaller way beside the track goes before a larger one across it, down to the size ``beside``. None
        where there is no room at all.
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

    def _take(self, item: Item, at: int) -> PlacedItem:
        across, down = _size(item)
        x = (at % WIDE + across / 2 - WIDE / 2) * CELL
        y = (at // WIDE + down / 2 - TALL / 2) * CELL
        box = _box(item) << at
        self._shut |= box
        # The box is a little narrower than its cells.
        spot = Point(0 if abs(x) <= (across * CELL - item.width) / 2 else x, y)
        return PlacedItem(item, spot, (self._track & box).bit_count())


class Ranks(NamedTuple):
    """The cells of the hex in the order of a wish."""

    order: tuple[int, ...]
    rank: dict[int, int]


@lru_cache(maxsize=4096)
def disc(at: Point, radius: float) -> int:
    """The cells that a circle touches."""
    found = 0
    middle = at.y / CELL + TALL / 2
    reach = radius / CELL
    for row in range(math.floor(middle - reach), math.ceil(middle + reach)):
        # The nearest line of the row counts.
        off = max(0.0, row - middle, middle - row - 1)
        half = math.sqrt(max(0.0, reach * reach - off * off))
        left = math.floor(at.x / CELL + WIDE / 2 - half)
        right = math.ceil(at.x / CELL + WIDE / 2 + half)
        if 0 <= row < TALL and right > left:
            found |= (1 << right - left) - 1 << WIDE * row + max(0, left)
    return found


@lru_cache(maxsize=4096)
def _along(curve: tuple[Point, ...], radius: float) -> int:
    """The cells of a curve."""
    found = 0
    for step in range(25):
        points = curve
        while len(points) > 1:
            points = tuple(a.to(b, step / 24) for a, b in itertools.pairwise(points))
        found |= disc(points[0], radius)
    return found


def _size(item: Item) -> tuple[int, int]:
    """How many cells an item takes, across and down."""
    return math.ceil((item.width + GAP) / CELL), math.ceil((item.height + GAP) / CELL)


def _middle(item: Item) -> int:
    """From the upper left cell of an item to the one in its middle."""
    across, down = _size(item)
    return across // 2 + WIDE * (down // 2)


def _box(item: Item) -> int:
    return _filled(*_size(item))


def _free(item: Item, taken: int) -> int:
    """The cells where the upper left of an item can be."""
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
    """The cells from which a run of so many steps meets one of these."""
    done = 1
    while 2 * done <= many:
        cells |= cells >> done * step
        done *= 2
    return cells | cells >> (many - done) * step


@lru_cache
def _outside(orientation: str, over: float) -> int:
    """The cells that are not wholly where may be written, and a row of ones above all so that it is full."""
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
    """Whether a point lies in the hex, that far from its border."""
    along, across = (abs(x), abs(y)) if orientation == "flat" else (abs(y), abs(x))
    most = APOTHEM - rim
    return across <= most and along * math.sqrt(3) / 2 + across / 2 <= most


def writable(orientation: str, x: float, y: float, over: float = 0, rim: float = 0) -> bool:
    """Whether a text of the hex may lie on a point, that far from the border of what is its own.

    Between two sides of the hex its room is as wide as the hex, but by ``over`` narrower at its corners there
    and as much wider at the sides.
    """
    along, across = (abs(x), abs(y)) if orientation == "flat" else (abs(y), abs(x))
    half = min(RADIUS - over, max(RADIUS / 2 + over, RADIUS - across / math.sqrt(3)))
    return across <= APOTHEM - rim and along <= half - rim


@lru_cache
def _ranked(wish: Wish, orientation: str, over: float) -> Ranks:
    """All cells in the order in which they are wished for as a middle."""
    grid = _grid(orientation)
    points = []
    for row in range(TALL):
        for column in range(WIDE):
            at = Point((column - WIDE / 2) * CELL, (row - TALL / 2) * CELL)
            if writable(orientation, at.x, at.y, over):
                points.append((wish(grid, at), WIDE * row + column))
    order = tuple(cell for _, cell in sorted(points))
    return Ranks(order, {cell: rank for rank, cell in enumerate(order)})


@lru_cache
def _grid(orientation: str) -> Grid:
    return Grid(Layout("flat" if orientation == "flat" else "pointy", "letters"))


# -- where things would best be


def in_corners(grid: Grid, at: Point) -> float:
    """For figures: a corner of the hex, the one at the side or at the top first."""
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
    """For names: under what stands in the middle, else above it."""
    return min(math.hypot(at.x, at.y - 50), math.hypot(at.x, at.y + 50) + 12)


def above(grid: Grid, at: Point) -> float:
    """For costs: over what stands in the middle."""
    return math.hypot(at.x, at.y + 54)


def middle(grid: Grid, at: Point) -> float:
    """For what stands alone."""
    return math.hypot(at.x, at.y)


def low(grid: Grid, at: Point) -> float:
    """For the numbers of tiles: the lowest corner."""
    corner = max(grid.corners, key=lambda corner: (round(corner.y, 3), -corner.x))
    return math.dist(at, corner.to(Point(0, 0), 0.2))


def under(grid: Grid, at: Point) -> float:
    """For the figures of a place where runs end."""
    return math.hypot(at.x, 2 * (at.y - 20))


def over(grid: Grid, at: Point) -> float:
    """For its name."""
    return math.hypot(at.x, 2 * (at.y + 25))
