"""Positions and track on a hex of 18xx-maker.

A hex has its middle at (0, 0) and the middles of its sides 75 units away. Angles go clockwise on the screen,
from straight down. Side 1 is at angle 0 on a tile and on a map with flat tops. On a map with pointed hexes
all track is turned by 90 degrees, so side 1 is on the left.
"""

from __future__ import annotations

from math import cos, hypot, pi, radians, sin
from typing import Any, Final, NamedTuple

EDGE: Final = 75.0
SHARP, GENTLE = EDGE / 3**0.5, EDGE * 3**0.5
"""Radius of the two curves."""
NEAR: Final = 22.0
"""The greatest distance of a stop from track that passes through it."""
STEPS: Final = 24
MIDDLES: Final = {"straight": (0.0, 0.0), "sharp": (30.0, 0.577), "gentle": (60.0, 0.268)}
"""Angle and distance of the middle of each kind of track from side 1."""


class Spot(NamedTuple):
    """A position on a hex."""

    x: float
    y: float

    def turned(self, degrees: float) -> Spot:
        """Return the position after a clockwise turn around the middle."""
        turn = radians(degrees)
        return Spot(self.x * cos(turn) - self.y * sin(turn), self.x * sin(turn) + self.y * cos(turn))

    def to(self, other: Spot) -> float:
        """Return the distance to another position."""
        return hypot(self.x - other.x, self.y - other.y)


class Shape(NamedTuple):
    """A kind of track, drawn from side 1."""

    curve: str
    """``straight``, ``sharp``, ``gentle`` or ``middle``: from the side to the middle of the hex."""
    start: float = 0.0
    end: float = 1.0
    side: int = 0
    """Sides by which it is turned, as some kinds are drawn from the other end."""


SHAPES: Final = {
    "straight": Shape("straight"),
    "straightLeft": Shape("straight"),
    "straightRight": Shape("straight"),
    "bent": Shape("straight"),
    "gentle": Shape("gentle"),
    "gentleInner": Shape("gentle"),
    "gentleOuter": Shape("gentle"),
    "sharp": Shape("sharp"),
    "sharpInner": Shape("sharp"),
    "sharpOuter": Shape("sharp"),
    "offboard": Shape("straight", 0, 0.2),
    "stub": Shape("straight", 0, 0.125),
    "stop": Shape("straight", 0, 0.25),
    "straightStop": Shape("straight", 0, 0.75),
    "straightGentleHalf": Shape("straight", 0, 0.37),
    "gentleHalf": Shape("gentle", 0, 0.5),
    "gentleStop": Shape("gentle", 0, 0.75),
    "sharpStop": Shape("sharp", 0, 0.5),
    "gentleHalfRev": Shape("gentle", 0.5, 1, -2),
    "gentleStopRev": Shape("gentle", 0.25, 1, -2),
    "sharpStopRev": Shape("sharp", 0.5, 1, -1),
    "": Shape("middle"),
    "city": Shape("middle"),
}
"""The kinds of track by their type in 18xx-maker."""
ACROSS: Final = {"straight": 3, "gentle": 2, "sharp": 1, "middle": 0}
"""Sides from the first to the second end of a curve."""


class Piece(NamedTuple):
    """A piece of track: the sides where it leaves the hex, 0 to 5, and positions from the first side on."""

    sides: tuple[int, ...]
    spots: tuple[Spot, ...]

    def near(self, spot: Spot) -> tuple[float, int]:
        """Return the distance of a position from the track, and the place of the nearest point on it."""
        return min((spot.to(each), place) for place, each in enumerate(self.spots))


def piece(data: dict[str, Any]) -> Piece | None:
    """Return a piece of track, or None if its form cannot be read."""
    shape = SHAPES.get(str(data.get("type") or ""))
    turn = _side(data) * 60 + _turn(data) + _float(data, "angle")
    if shape is None or turn % 60 or any(_float(data, key) for key in ("percent", "x", "y")):
        return None
    start = _float(data, "start") or _float(data, "begin") or shape.start
    end = _float(data, "end") or _float(data, "stop") or shape.end
    first = round(turn / 60) + shape.side
    sides = [] if start > 0 else [first]
    if end >= 1 and shape.curve != "middle":
        sides.append(first + ACROSS[shape.curve])
    if start > 0:
        start, end = end, start
    spots = (_along(shape.curve, start + (end - start) * step / STEPS) for step in range(STEPS + 1))
    found = tuple(spot.turned(60 * first) for spot in spots)
    return Piece(tuple(side % 6 for side in sides), found)


def spot(data: dict[str, Any], pointed: bool) -> Spot:
    """Return the position of a city, a town or a value, as on a hex with side 1 straight down."""
    turn = -90 if pointed else 0
    angle, percent = _float(data, "angle"), _float(data, "percent")
    middle = MIDDLES.get(str(data.get("mid") or ""))
    if middle is None:
        found = Spot(0, EDGE * percent).turned(angle + turn)
    else:
        angle = angle if "angle" in data else middle[0]
        percent = percent if "percent" in data else middle[1]
        found = Spot(0, EDGE * percent).turned(angle + 60 * _side(data))
    moved = Spot(_float(data, "x"), _float(data, "y")).turned(turn)
    return Spot(found.x + moved.x, found.y + moved.y)


def _along(curve: str, part: float) -> Spot:
    """Return the position on a curve from side 1 after a part of its way."""
    if curve == "middle":
        return Spot(0, EDGE * (1 - part))
    if curve == "straight":
        return Spot(0, EDGE * (1 - 2 * part))
    radius, turn = (SHARP, 2 * pi / 3) if curve == "sharp" else (GENTLE, pi / 3)
    return Spot(radius * (cos(part * turn) - 1), EDGE - radius * sin(part * turn))


def _side(data: dict[str, Any]) -> int:
    side = data.get("side", 1)
    return side - 1 if isinstance(side, int) else 0


def _turn(data: dict[str, Any]) -> float:
    return _float(data, "rotate") or _float(data, "rotation")


def _float(data: dict[str, Any], key: str) -> float:
    value = data.get(key, 0)
    return float(value) if isinstance(value, int | float) and abs(value) < 1e6 else 0.0
