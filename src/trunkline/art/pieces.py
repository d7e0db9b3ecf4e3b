"""One hex's track: rails, cities, towns, and what is printed beside them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from html import escape

from trunkline.art.hexes import APOTHEM, CENTRE, RADIUS, Grid, Point, number, polar
from trunkline.kernel.board import Hex, Stop
from trunkline.kernel.map.tables import STOP, Piece

SLOT = 25.0
"""Radius of the circle that a station marker stands on."""
BEND = {1: 0.555, 2: 0.38, 3: 0.4}
"""How far out the handles of a curve lie, by how many edges apart its ends are: they meet them squarely."""
HINTS = {"upper": (0, -1), "lower": (0, 1), "left": (-1, 0), "right": (1, 0)}
NAME_WIDTH = 150.0
CLOSE = 30.0
"""Stops nearer than this to each other would touch."""
APART = 0.46
"""How far from the centre stops lie that share a hex, in apothems."""


def hexagon(grid: Grid, ground: str) -> str:
    """The hex itself, in the class of its ground."""
    corners = " ".join(f"{number(c.x)},{number(c.y)}" for c in grid.corners)
    return f'<polygon class="hex {ground}" points="{corners}"/>'


def places(grid: Grid, piece: Piece) -> list[Point]:
    """Where the stops of a piece of track lie."""
    stops = piece.stops
    if len(stops) == 1:
        edges = _edges(piece, 0)
        if stops[0].kind == "town" and len(edges) == 2:
            return [_along(grid, edges[0], edges[1])]
        return [CENTRE]
    return [_place(grid, piece, index) for index in range(len(stops))]


def rails(grid: Grid, piece: Piece) -> Iterator[str]:
    """The track: first all beds, then all rails, so that crossings look right."""
    at = places(grid, piece)
    lines = [(track_line(grid, at, a, b), (a, b) in piece.ferry) for a, b in piece.segments]
    for line, ferry in lines:
        if not ferry:
            yield f'<path class="bed" d="{line}"/>'
    for line, ferry in lines:
        yield f'<path class="{"ferry" if ferry else "rail"}" d="{line}"/>'


def stops(grid: Grid, piece: Piece) -> Iterator[str]:
    """Cities with a circle for each marker, towns and dot cities as dots."""
    for stop, point in zip(piece.stops, places(grid, piece), strict=True):
        if stop.kind == "town" or (stop.kind == "city" and not stop.slots):
            yield f'<circle class="dot" cx="{number(point.x)}" cy="{number(point.y)}" r="11"/>'
        elif stop.slots:
            spots = slots(stop, point)
            if len(spots) > 1:
                yield _backing(spots)
            for spot in spots:
                yield f'<circle class="slot" cx="{number(spot.x)}" cy="{number(spot.y)}" r="{number(SLOT)}"/>'


def slots(stop: Stop, at: Point, count: int = 0) -> list[Point]:
    """Where the markers of a stop stand; ``count`` is how many there are, where that is more."""
    many = max(stop.slots, count, 1)
    if many == 1:
        return [at]
    if many == 2:
        return [Point(at.x - SLOT, at.y), Point(at.x + SLOT, at.y)]
    ring = SLOT / math.sin(math.pi / many)
    found = []
    for index in range(many):
        away = polar(-90 + 360 * index / many, ring)
        found.append(Point(at.x + away.x, at.y + away.y))
    return found


def values(grid: Grid, piece: Piece) -> Iterator[str]:
    """What each stop is worth, beside it where there is room."""
    at = places(grid, piece)
    taken = [grid.direction(edge) for edge in range(STOP) if piece.edges >> edge & 1]
    shown: set[tuple[str, int]] = set()
    for stop, point in zip(piece.stops, at, strict=True):
        text = "/".join(map(str, stop.printed or dict.fromkeys(stop.values.values()) or (stop.value,)))
        if text == "0" or (stop.kind, stop.value) in shown:
            continue
        shown.add((stop.kind, stop.value))
        others = [math.degrees(math.atan2(p.y, p.x)) for p in at if p not in (CENTRE, point)]
        direction = roomiest(taken, others)
        taken.append(direction)
        yield pill(polar(direction, RADIUS * (0.6 if len(text) < 4 else 0.52)), text)


def pill(at: Point, text: str) -> str:
    """A figure on a white ground."""
    width = 14 + 11.5 * len(text)
    left, top = number(at.x - width / 2), number(at.y - 13)
    box = f'<rect class="pill" x="{left}" y="{top}" width="{number(width)}" height="26" rx="13"/>'
    return box + words(at, text, "value")


def words(at: Point, text: str, kind: str) -> str:
    """A text around a point."""
    return f'<text class="{kind}" x="{number(at.x)}" y="{number(at.y)}" dy=".35em">{escape(text)}</text>'


def name(at: Point, text: str) -> str:
    """The name of a hex, smaller where it would not fit."""
    size = min(17.0, NAME_WIDTH / (0.58 * len(text)))
    spot = f'x="{number(at.x)}" y="{number(at.y)}" dy=".35em" font-size="{number(size)}"'
    return f'<text class="name" {spot}>{escape(text)}</text>'


def roomiest(taken: Sequence[float], near: Iterable[float] = ()) -> float:
    """Of twelve directions the one farthest from all that are taken, and from those ``near`` by half."""
    others = [*taken]
    loose = list(near)

    def room(direction: float) -> float:
        hard = min((_turn(direction, other) for other in others), default=180.0)
        soft = min((_turn(direction, other) for other in loose), default=180.0)
        return min(hard, 1.4 * soft)

    # Of equal ones the highest and rightmost, where an eye looks first.
    candidates = [30.0 * step for step in range(12)]
    return max(
        candidates,
        key=lambda d: (round(room(d)), -round(math.sin(math.radians(d)), 3), math.cos(math.radians(d))),
    )


def blocked(grid: Grid, spot: Hex) -> Iterator[str]:
    """The sides that no track may cross."""
    for edge in spot.blocked_edges:
        a, b = grid.corners[edge], grid.corners[(edge + 1) % 6]
        yield f'<path class="blocked" d="M{a}L{b}"/>'


def _turn(a: float, b: float) -> float:
    return abs((a - b + 180) % 360 - 180)


def _edges(piece: Piece, stop: int) -> list[int]:
    return [edge for edge in range(STOP) if piece.stop_edges[stop] >> edge & 1]


def _place(grid: Grid, piece: Piece, index: int) -> Point:
    """Where one of several stops lies: by a printed hint, its edges, or its number."""
    stop = piece.stops[index]
    if stop.position:
        steps = [HINTS[word] for word in stop.position.split() if word in HINTS]
        return Point(APART * APOTHEM * sum(x for x, _ in steps), APART * APOTHEM * sum(y for _, y in steps))
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
        away = [grid.edge(edge, 0.5) for edge in edges]
        return Point(sum(p.x for p in away) / len(away), sum(p.y for p in away) / len(away))
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
    if a < STOP and b < STOP:
        bend = BEND[_apart(a, b)]
        return f"M{grid.edge(a)}C{grid.edge(a, bend)} {grid.edge(b, bend)} {grid.edge(b)}"
    if a < STOP:
        end = at[b - STOP]
        return f"M{grid.edge(a)}Q{grid.edge(a, 0.6)} {end}"
    return f"M{at[a - STOP]}L{at[b - STOP]}"


def _backing(spots: Sequence[Point]) -> str:
    """What the circles of a city stand on."""
    corners = " ".join(f"{number(p.x)},{number(p.y)}" for p in spots)
    outer, inner = number(2 * SLOT + 12), number(2 * SLOT + 7)
    return "".join(
        f'<polygon class="{kind}" points="{corners}" stroke-width="{width}"/>'
        for kind, width in (("city", outer), ("ground", inner))
    )
