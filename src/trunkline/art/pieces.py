"""One hex's track: rails, cities with their circles, towns, and what is worth how much."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from trunkline.art.hexes import APOTHEM, CENTRE, RADIUS, Grid, Point, number, polar
from trunkline.art.room import Room
from trunkline.board import Stop
from trunkline.track.tables import STOP, MapTables, Piece

SLOT = 29.0
"""Radius of the circle that a station token stands on."""
CROWDED = {3: 26.0, 4: 25.5}
"""What it is where so many circles share a hex: what is written there needs room as well."""
BACK = 4.0
"""How far the ground of a city with several circles shows around them."""
DOT = 13.0
"""Radius of a town."""
FERRY = 5.0
"""How far to either side a ferry line is kept clear."""
RAIL = 11.0
"""How wide track is, without its bed."""
BEND = {1: 0.555, 2: 0.38, 3: 0.4}
"""How far out the handles of a curve lie, by how many edges apart its ends are: they meet them squarely."""
HINTS = {"upper": (0, -0.24), "lower": (0, 0.24), "left": (-0.54, 0), "right": (0.54, 0)}
"""Where a stop is printed, in apothems: more beside than over each other, which leaves lines for a name."""
CLOSE = 30.0
"""Stops nearer than this to each other would touch."""
APART = 0.46
"""How far from the centre stops lie that share a hex, in apothems."""
ASIDE = 20.0
"""How far four circles lie out of the middle."""
INMOST = APOTHEM - SLOT - 4
"""How far out the circle of a city may lie."""


def radius(piece: Piece) -> float:
    """The radius of the circles of a piece."""
    many = sum(stop.slots for stop in piece.stops)
    return SLOT if many < min(CROWDED) else CROWDED[min(many, max(CROWDED))]


def hexagon(grid: Grid, ground: str) -> str:
    """The hex itself, in the class of its ground."""
    corners = " ".join(f"{number(c.x)},{number(c.y)}" for c in grid.corners)
    return f'<polygon class="hex {ground}" points="{corners}"/>'


@lru_cache(maxsize=1024)
def places(grid: Grid, piece: Piece) -> tuple[Point, ...]:
    """Where the stops of a piece of track lie."""
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
    """The track: first all beds, then all rails, so that crossings look right."""
    at = places(grid, piece)
    lines = [(track_line(grid, at, a, b), (a, b) in piece.ferry) for a, b in piece.segments]
    for line, ferry in lines:
        if not ferry:
            yield f'<path class="bed" d="{line}"/>'
    for line, ferry in lines:
        # A line over water that stands alone is one that is in use.
        kind = ("ferry" if piece.stops else "crossing") if ferry else "rail"
        yield f'<path class="{kind}" d="{line}"/>'


def stops(grid: Grid, piece: Piece) -> Iterator[str]:
    """Cities with a circle for each token, towns and dot cities as dots."""
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
    """Where the tokens of a stop stand; ``count`` is how many there are, where that is more.

    Two, or two pairs, stand side by side in the direction ``row`` (see `row_of`).
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
    """The circles that all tokens, towns and cities of a piece take."""
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


def room(grid: Grid, piece: Piece, over: float = 0) -> Room:
    """What is left beside the stops and the track of a piece."""
    free = Room(grid, over)
    for middle, radius in circles(grid, piece):
        free.circle(middle, radius)
    at = places(grid, piece)
    for a, b in piece.segments:
        free.track(curve(grid, at, a, b), RAIL / 2 + 1)
    return free


def over(grid: Grid, every: Iterable[Piece]) -> float:
    """How far what is written on a hex may go over its border at two ends: no circle of any of these pieces
    reaches so far into a corner there."""
    flat = grid.orientation == "flat"
    reach = (abs(at.x if flat else at.y) + radius for piece in every for at, radius in circles(grid, piece))
    return max(0.0, min(RADIUS / 4, RADIUS - 1 - max(reach, default=0.0)))


def blocked(tables: MapTables, grid: Grid) -> str:
    """The sides of the map that no track may cross, as one line above all hexes."""
    found = ""
    for h, (name, spot) in enumerate(tables.board.hexes.items()):
        middle = grid.centre(name)
        for edge in range(STOP):
            mate = tables.mate[STOP * h + edge]
            beyond = tables.hexes[mate // STOP].blocked_edges if mate >= 0 else ()
            # Either hex may say it, and the first one draws it.
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
    """The direction in which the circles of a city lie side by side: level, but where four share a hex toward
    the side that their track comes from."""
    if not (_faces(piece) or _is_square(piece)):
        return 0
    toward = _mean([grid.edge(edge) for index in range(len(piece.stops)) for edge in _edges(piece, index)])
    angle = math.degrees(math.atan2(toward.y, toward.x)) if math.hypot(*toward) > 1 else 0
    first = grid.direction(0.5)
    return first + 60 * round((angle - first) / 60)


def _facing(grid: Grid, piece: Piece) -> tuple[Point, ...]:
    """Where two cities of two circles lie: face to face, and as far as they can toward their track, which
    leaves a corner for what is written."""
    row = row_of(grid, piece)
    first = _mean([grid.edge(edge) for edge in _edges(piece, 0)])
    off, side = polar(row, ASIDE), polar(row + 90, radius(piece) + BACK - 1)
    sign = 1 if first.x * side.x + first.y * side.y > 0 else -1
    return tuple(Point(off.x + turn * side.x, off.y + turn * side.y) for turn in (sign, -sign))


def _parted(found: Sequence[Point]) -> tuple[Point, ...]:
    """The same cities far enough apart that no two circles touch, and inside the hex."""
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
    """Where one of several stops lies: by a printed hint, its edges, or its number."""
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
        # Where tracks cross, their stops part along them.
        return _along(grid, edges[0], edges[1], 0.25 if index % 2 else 0.75)
    if edges:
        return _mean([grid.edge(edge, 0.5) for edge in edges])
    return polar(180 + 360 * index / len(piece.stops), APART * APOTHEM)


def _along(grid: Grid, a: int, b: int, part: float = 0.5) -> Point:
    """A point that far along the track between two edges; the middle if nothing is said."""
    bend = BEND[_apart(a, b)]
    p, c, d, q = grid.edge(a), grid.edge(a, bend), grid.edge(b, bend), grid.edge(b)
    first, second, third = p.to(c, part), c.to(d, part), d.to(q, part)
    return first.to(second, part).to(second.to(third, part), part)


def _apart(a: int, b: int) -> int:
    return min((a - b) % 6, (b - a) % 6)


def track_line(grid: Grid, at: Sequence[Point], a: int, b: int) -> str:
    """The way of a piece of track, as the d of a path."""
    return path(curve(grid, at, a, b))


def path(curve: Sequence[Point]) -> str:
    """A curve, by its ends and the handles between them, as the d of a path."""
    first, *others = curve
    return f"M{first}{' LQC'[len(others)]}{' '.join(map(str, others))}"


def curve(grid: Grid, at: Sequence[Point], a: int, b: int) -> tuple[Point, ...]:
    """The ends of a piece of track and the handles between them."""
    if a < STOP and b < STOP:
        bend = BEND[_apart(a, b)]
        return grid.edge(a), grid.edge(a, bend), grid.edge(b, bend), grid.edge(b)
    if a < STOP:
        return grid.edge(a), grid.edge(a, 0.6), at[b - STOP]
    return at[a - STOP], at[b - STOP]


def landing(grid: Grid, edge: int) -> tuple[Point, ...]:
    """The line of a ferry that comes in where no track of the hex goes on from it."""
    return grid.edge(edge), grid.edge(edge, 0.55)


def _backing(spots: Sequence[Point], radius: float) -> str:
    """What the circles of a city stand on."""
    corners = " ".join(f"{number(p.x)},{number(p.y)}" for p in spots)
    outer, inner = number(2 * (radius + BACK)), number(2 * (radius + BACK - 2))
    return "".join(
        f'<polygon class="{kind}" points="{corners}" stroke-width="{width}"/>'
        for kind, width in (("city", outer), ("ground", inner))
    )
