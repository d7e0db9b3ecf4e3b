"""Track of one hex: rails, city circles, towns and values."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache

from trunkline.engine.board import Stop
from trunkline.engine.track.map_index import STOP, MapIndex, Piece
from trunkline.svg.hexes import APOTHEM, CENTRE, RADIUS, Grid, Point, number, polar
from trunkline.svg.placement import HexSpace

SLOT = 29.0
"""Radius of the circle under a station token."""
CROWDED = {3: 26.0, 4: 25.5}
"""Radius by number of circles on a crowded hex, where texts need space as well."""
BACK = 4.0
"""Width of the ground around the circles of a city with several circles."""
DOT = 13.0
"""Radius of a town."""
FERRY = 5.0
"""Distance kept clear on both sides of a ferry line."""
RAIL = 11.0
"""Width of track, without its bed."""
BEND = {1: 0.555, 2: 0.38, 3: 0.4}
"""Distance of a curve's handles from the centre, by the number of edges between its ends.

The curve meets the edges at right angles.
"""
HINTS = {"upper": (0, -0.24), "lower": (0, 0.24), "left": (-0.54, 0), "right": (0.54, 0)}
"""Position of a stop by its printed hint, in apothems.

Stops are further apart horizontally than vertically, which leaves lines for a name.
"""
CLOSE = 30.0
"""Distance below which two stops would touch."""
APART = 0.46
"""Distance from the centre of stops that share a hex, in apothems."""
ASIDE = 20.0
"""Offset of four circles from the centre."""
INMOST = APOTHEM - SLOT - 4
"""Maximum distance of a city's circle from the centre."""


def radius(piece: Piece) -> float:
    """Return the radius of the circles of a piece."""
    many = sum(stop.slots for stop in piece.stops)
    return SLOT if many < min(CROWDED) else CROWDED[min(many, max(CROWDED))]


def hexagon(grid: Grid, ground: str) -> str:
    """Return the hexagon, in the class of its ground."""
    corners = " ".join(f"{number(c.x)},{number(c.y)}" for c in grid.corners)
    return f'<polygon class="hex {ground}" points="{corners}"/>'


@lru_cache(maxsize=1024)
def places(grid: Grid, piece: Piece) -> tuple[Point, ...]:
    """Return the positions of the stops of a piece."""
    stops = piece.stops
    if _is_square(piece):
        return (polar(row_of(grid, piece), ASIDE),)
    if len(stops) == 1:
        edges = _edges(piece, 0)
        if stops[0].kind == "town" and len(edges) == 2:
            return (_along(grid, edges[0], edges[1]),)
        return (CENTRE,)
    if _faces(piece):
        return _facing(grid, piece)
    found = tuple(_place(grid, piece, index) for index in range(len(stops)))
    return _parted(found) if all(stop.slots for stop in stops) else found


def rails(grid: Grid, piece: Piece) -> Iterator[str]:
    """Yield the track: first all beds, then all rails, so that crossings look right."""
    at = places(grid, piece)
    lines = [(track_line(grid, at, a, b), (a, b) in piece.ferry) for a, b in piece.segments]
    for line, ferry in lines:
        if not ferry:
            yield f'<path class="bed" d="{line}"/>'
    for line, ferry in lines:
        # A line over water without stops is a ferry route in use.
        kind = ("ferry" if piece.stops else "crossing") if ferry else "rail"
        yield f'<path class="{kind}" d="{line}"/>'


def stops(grid: Grid, piece: Piece) -> Iterator[str]:
    """Yield cities with a circle for each token slot, and towns and dot cities as dots."""
    for stop, point in zip(piece.stops, places(grid, piece), strict=True):
        if _is_dot(stop):
            yield f'<circle class="dot" cx="{number(point.x)}" cy="{number(point.y)}" r="{number(DOT)}"/>'
        elif stop.slots:
            spots = slots(stop, point, row=row_of(grid, piece), radius=radius(piece))
            if len(spots) > 1:
                yield _backing(spots, radius(piece))
            for spot in spots:
                yield (
                    f'<circle class="slot" cx="{number(spot.x)}" cy="{number(spot.y)}" '
                    f'r="{number(radius(piece))}"/>'
                )


def slots(stop: Stop, at: Point, count: int = 0, *, row: float = 0, radius: float = SLOT) -> list[Point]:
    """Return the positions of a stop's tokens. ``count`` is their number if it exceeds the printed slots.

    Two tokens, or two pairs, are side by side in the direction ``row`` (see `row_of`).
    """
    many = max(stop.slots, count, 1)
    if many == 1:
        return [at]
    if many == 2:
        aside = polar(row, radius)
        return [Point(at.x - aside.x, at.y - aside.y), Point(at.x + aside.x, at.y + aside.y)]
    ring = radius / math.sin(math.pi / many)
    first = row + 45 if many == 4 else -90
    found = []
    for index in range(many):
        away = polar(first + 360 * index / many, ring)
        found.append(Point(at.x + away.x, at.y + away.y))
    return found


def circles(grid: Grid, piece: Piece) -> list[tuple[Point, float]]:
    """Return the circles that cover all tokens, towns and cities of a piece."""
    found: list[tuple[Point, float]] = []
    for stop, point in zip(piece.stops, places(grid, piece), strict=True):
        if _is_dot(stop):
            found.append((point, DOT + 2))
        elif stop.slots:
            large = radius(piece)
            spots = slots(stop, point, row=row_of(grid, piece), radius=large)
            found += [(spot, large + (BACK if len(spots) > 1 else 2)) for spot in spots]
            if len(spots) == 2:
                found.append((point, large + BACK))
    return found


def room(grid: Grid, piece: Piece, over: float = 0) -> HexSpace:
    """Return the space left by the stops and the track of a piece."""
    free = HexSpace(grid, over)
    for middle, radius in circles(grid, piece):
        free.circle(middle, radius)
    at = places(grid, piece)
    for a, b in piece.segments:
        free.track(curve(grid, at, a, b), RAIL / 2 + 1)
    return free


def over(grid: Grid, every: Iterable[Piece]) -> float:
    """Return the distance by which texts may cross the hex border at two ends.

    No circle of any of these pieces reaches so far into a corner there.
    """
    flat = grid.orientation == "flat"
    reach = (abs(at.x if flat else at.y) + radius for piece in every for at, radius in circles(grid, piece))
    return max(0.0, min(RADIUS / 4, RADIUS - 1 - max(reach, default=0.0)))


def blocked(tables: MapIndex, grid: Grid, only: Collection[str] = ()) -> str:
    """Return the sides of the map that track may not cross, as one line above all hexes.

    ``only`` names the hexes that are drawn; empty for all.
    """
    found = ""
    for h, (name, spot) in enumerate(tables.board.hexes.items()):
        middle = grid.centre(name)
        for edge in range(STOP):
            mate = tables.mate[STOP * h + edge]
            if only and name not in only and (mate < 0 or tables.names[mate // STOP] not in only):
                continue
            beyond = tables.hexes[mate // STOP].blocked_edges if mate >= 0 else ()
            # Either hex may list the side. The first one draws it.
            if (edge in spot.blocked_edges or mate % STOP in beyond) and not 0 <= mate < STOP * h:
                a, b = (grid.corners[corner % STOP] for corner in (edge, edge + 1))
                found += f"M{number(middle.x + a.x)} {number(middle.y + a.y)}"
                found += f"L{number(middle.x + b.x)} {number(middle.y + b.y)}"
    return f'<path class="blocked" pointer-events="none" d="{found}"/>' if found else ""


def _is_dot(stop: Stop) -> bool:
    return stop.kind == "town" or (stop.kind == "city" and not stop.slots)


def _faces(piece: Piece) -> bool:
    return len(piece.stops) == 2 and all(stop.slots > 1 for stop in piece.stops)


def _is_square(piece: Piece) -> bool:
    return len(piece.stops) == 1 and piece.stops[0].slots == 4


def row_of(grid: Grid, piece: Piece) -> float:
    """Return the direction in which the circles of a city are side by side, in degrees.

    It is horizontal, unless four circles share a hex: then it points to the side that their track comes from.
    """
    if not (_faces(piece) or _is_square(piece)):
        return 0
    toward = _mean([grid.edge(edge) for index in range(len(piece.stops)) for edge in _edges(piece, index)])
    angle = math.degrees(math.atan2(toward.y, toward.x)) if math.hypot(*toward) > 1 else 0
    first = grid.direction(0.5)
    return first + 60 * round((angle - first) / 60)


def _facing(grid: Grid, piece: Piece) -> tuple[Point, ...]:
    """Return the positions of two cities with two circles each.

    They face each other and are as close as possible to their track, which leaves a corner for text.
    """
    row = row_of(grid, piece)
    first = _mean([grid.edge(edge) for edge in _edges(piece, 0)])
    off, side = polar(row, ASIDE), polar(row + 90, radius(piece) + BACK - 1)
    sign = 1 if first.x * side.x + first.y * side.y > 0 else -1
    return tuple(Point(off.x + turn * side.x, off.y + turn * side.y) for turn in (sign, -sign))


def _parted(found: Sequence[Point]) -> tuple[Point, ...]:
    """Return the same cities inside the hex, far enough apart that their circles do not touch."""
    points = list(found)
    for _ in range(8):
        for one, other in itertools.combinations(range(len(points)), 2):
            a, b = points[one], points[other]
            far = math.dist(a, b)
            if 0 < far < 2 * SLOT + 10:
                push = (2 * SLOT + 10.5 - far) / 2 / far
                step = Point((a.x - b.x) * push, (a.y - b.y) * push)
                points[one], points[other] = (
                    Point(a.x + step.x, a.y + step.y),
                    Point(b.x - step.x, b.y - step.y),
                )
        points = [p if math.hypot(*p) <= INMOST else CENTRE.to(p, INMOST / math.hypot(*p)) for p in points]
    return tuple(points)


def _mean(points: Sequence[Point]) -> Point:
    many = max(1, len(points))
    return Point(sum(p.x for p in points) / many, sum(p.y for p in points) / many)


def _edges(piece: Piece, stop: int) -> list[int]:
    return [edge for edge in range(STOP) if piece.stop_edges[stop] >> edge & 1]


def _place(grid: Grid, piece: Piece, index: int) -> Point:
    """Return the position of one of several stops, from a printed hint, its edges or its number."""
    stop = piece.stops[index]
    if stop.position:
        steps = [HINTS[word] for word in stop.position.split() if word in HINTS]
        return Point(APOTHEM * sum(x for x, _ in steps), APOTHEM * sum(y for _, y in steps))
    edges = _edges(piece, index)
    if len(edges) == 2:
        others = [_edges(piece, other) for other in range(len(piece.stops)) if other != index]
        middle = _along(grid, edges[0], edges[1])
        crossed = [_along(grid, other[0], other[1]) for other in others if len(other) == 2]
        if all(math.dist(middle, point) > CLOSE for point in crossed):
            return middle
        # If tracks cross, move their stops apart along the tracks.
        return _along(grid, edges[0], edges[1], 0.25 if index % 2 else 0.75)
    if edges:
        return _mean([grid.edge(edge, 0.5) for edge in edges])
    return polar(180 + 360 * index / len(piece.stops), APART * APOTHEM)


def _along(grid: Grid, a: int, b: int, part: float = 0.5) -> Point:
    """Return a point along the track between two edges, by default its middle."""
    bend = BEND[_apart(a, b)]
    p, c, d, q = grid.edge(a), grid.edge(a, bend), grid.edge(b, bend), grid.edge(b)
    first, second, third = p.to(c, part), c.to(d, part), d.to(q, part)
    return first.to(second, part).to(second.to(third, part), part)


def _apart(a: int, b: int) -> int:
    return min((a - b) % 6, (b - a) % 6)


def track_line(grid: Grid, at: Sequence[Point], a: int, b: int) -> str:
    """Return the line of a piece of track, as the ``d`` of a path."""
    return path(curve(grid, at, a, b))


def path(curve: Sequence[Point]) -> str:
    """Return a curve, given its ends and the handles between them, as the ``d`` of a path."""
    first, *others = curve
    return f"M{first}{' LQC'[len(others)]}{' '.join(map(str, others))}"


def curve(grid: Grid, at: Sequence[Point], a: int, b: int) -> tuple[Point, ...]:
    """Return the ends of a piece of track and the handles between them."""
    if a < STOP and b < STOP:
        bend = BEND[_apart(a, b)]
        return grid.edge(a), grid.edge(a, bend), grid.edge(b, bend), grid.edge(b)
    if a < STOP:
        return grid.edge(a), grid.edge(a, 0.6), at[b - STOP]
    return at[a - STOP], at[b - STOP]


def landing(grid: Grid, edge: int) -> tuple[Point, ...]:
    """Return the end of a ferry line on a hex without track to continue it."""
    return grid.edge(edge), grid.edge(edge, 0.55)


def _backing(spots: Sequence[Point], radius: float) -> str:
    """Return the backing of a city's circles."""
    corners = " ".join(f"{number(p.x)},{number(p.y)}" for p in spots)
    outer, inner = number(2 * (radius + BACK)), number(2 * (radius + BACK - 2))
    return "".join(
        f'<polygon class="{kind}" points="{corners}" stroke-width="{width}"/>'
        for kind, width in (("city", outer), ("ground", inner))
    )
