"""Tiles, printed hexes, and what stays to be read of a hex on which a tile lies."""

from __future__ import annotations

from typing import NamedTuple

from trunkline.art import pieces, room, worth
from trunkline.art.hexes import Grid, Point, polar
from trunkline.art.lettering import names, words
from trunkline.art.marks import cost, signs
from trunkline.art.room import PlacedItem, Room
from trunkline.board import Hex, Stop
from trunkline.track.tables import MapTables, Piece

GROUNDS = {"gray": "gray", "offboard": "red", "lake": "lake", "impassable": "impassable"}
LABELS = (30.0, 27.0, 24.0, 21.0)
NUMBERS = (17.0, 14.0)
BESIDE = 20.0
"""A name is written across track rather than smaller than this."""


class Drawn(NamedTuple):
    """A drawing of one hex, and where its texts and figures stand."""

    svg: str
    boxes: tuple[PlacedItem, ...]
    left: Room
    """The room that is left."""


class Artist:
    """Draws the hexes of one board, each thing once."""

    def __init__(self, tables: MapTables, grid: Grid) -> None:
        self.tables = tables
        self.grid = grid
        self._tiles: dict[tuple[str, int], Drawn] = {}

    def tile(self, tile: str, rotation: int) -> Drawn:
        """A tile as it lies."""
        found = self._tiles.get((tile, rotation))
        if found is None:
            found = self._tiles[tile, rotation] = self._tile(tile, rotation)
        return found

    def _tile(self, tile: str, rotation: int) -> Drawn:
        facts = self.tables.board.tiles[tile]
        piece = self.tables.piece(tile, rotation)
        left = pieces.room(self.grid, piece)
        boxes = self._worth(left, piece)
        if facts.label:
            boxes.append(self._label(left, facts.label, boxes))
        number = left.copy().put(words(tile, NUMBERS, "number"), room.low)
        if number:
            left.avoid(number)
        boxes.append(number)
        return self._drawn(facts.colour, piece, boxes, left)

    def printed(self, name: str) -> Drawn:
        """What is printed on a hex."""
        spot = self.tables.board.hexes[name]
        piece = self.tables.printed[self.tables.index[name]]
        ground = ground_of(spot)
        if piece.terminal:
            return self._offboard(spot, piece)
        left = pieces.room(self.grid, piece)
        crossings = self._crossings(left, spot, piece)
        boxes: list[PlacedItem | None] = []
        alone = not piece.stops
        if spot.cost:
            wish = room.middle if alone else room.above
            boxes.append(left.put(cost(spot.terrain, spot.cost), wish, beside=20))
        if spot.name:
            wish = room.middle if alone and not spot.cost else room.below
            boxes.append(left.put(names(spot.name, ground), wish, beside=BESIDE))
        boxes += self._worth(left, piece)
        if spot.label:
            boxes.append(left.put(words(spot.label, LABELS, "label"), room.in_corners, beside=24))
        boxes += [left.put([mark], room.in_corners) for mark in signs(spot.icons)]
        return self._drawn(ground, piece, boxes, left, crossings)

    def stays(self, name: str) -> bool:
        """Whether anything of a hex stays to be read on a tile."""
        spot = self.tables.board.hexes[name]
        return bool(spot.name or signs(spot.icons))

    def over(self, name: str, tile: str, rotation: int) -> Drawn:
        """What stays to be read of a hex when a tile lies on it: its name, and the marks of what is there."""
        spot = self.tables.board.hexes[name]
        left = self.tile(tile, rotation).left.copy()
        boxes: list[PlacedItem | None] = []
        if spot.name:
            ground = self.tables.board.tiles[tile].colour
            boxes.append(left.put(names(spot.name, ground), room.below, beside=BESIDE))
        boxes += [left.put([mark], room.in_corners) for mark in signs(spot.icons)]
        return _written(boxes, left)

    def _worth(self, left: Room, piece: Piece) -> list[PlacedItem | None]:
        """What the stops are worth; stops that are worth the same tell it once."""
        told: dict[object, Stop] = {}
        for stop in piece.stops:
            told.setdefault((stop.kind, stop.value, tuple(stop.values.items())), stop)
        ways = [worth.figures(self.tables.board, stop) for stop in told.values()]
        return [left.put(way, room.in_corners, beside=20) for way in ways if way]

    def _label(self, left: Room, text: str, boxes: list[PlacedItem | None]) -> PlacedItem | None:
        """A label stands in the half of the hex where the figure is: a name may need the other one."""
        upper = any(box and box.item.kind == "pill" and box.at.y < 0 for box in boxes)
        return left.put(words(text, LABELS, "label"), room.in_upper if upper else room.in_lower, beside=24)

    def _drawn(
        self, ground: str, piece: Piece, boxes: list[PlacedItem | None], left: Room, crossings: str = ""
    ) -> Drawn:
        track = [*pieces.rails(self.grid, piece), *pieces.stops(self.grid, piece)]
        drawn = _written(boxes, left)
        return drawn._replace(svg="".join((pieces.hexagon(self.grid, ground), crossings, *track, drawn.svg)))

    def _crossings(self, left: Room, spot: Hex, piece: Piece) -> str:
        """The ferry lines printed on a hex that are no track of it yet: over a lake, or coming in."""
        lines = [(a, b) for a, b in spot.ferry if isinstance(a, int) and isinstance(b, int)]
        curves = [pieces.curve(self.grid, (), a, b) for a, b in lines]
        if piece.terminal or not piece.ferry:
            curves += [(self.grid.edge(edge), self.grid.edge(edge, 0.55)) for edge in spot.ferry_edges]
        for curve in curves:
            left.track(curve, pieces.FERRY)
        return "".join(f'<path class="ferry" d="{pieces.path(curve)}"/>' for curve in curves)

    def _offboard(self, spot: Hex, piece: Piece) -> Drawn:
        """A place where runs end: arrows where it takes trains, its name, and its figures under it."""
        left = Room(self.grid)
        svg = pieces.hexagon(self.grid, ground_of(spot)) + self._crossings(left, spot, piece)
        for edge in spot.exits:
            tip, foot = self.grid.edge(edge), self.grid.edge(edge, 0.74)
            side = polar(self.grid.direction(edge) + 90, 15)
            a, b = Point(tip.x + side.x, tip.y + side.y), Point(tip.x - side.x, tip.y - side.y)
            left.track((foot, tip), 11)
            svg += f'<path class="exit" d="M{foot}L{a}L{b}Z"/>'
        for middle, radius in pieces.circles(self.grid, piece):
            left.circle(middle, radius)
        svg += "".join(pieces.stops(self.grid, piece))
        boxes = [left.put(worth.figures(self.tables.board, piece.stops[0]), room.under, beside=20)]
        boxes.append(left.put(names(spot.name, ground_of(spot)), room.over, beside=BESIDE))
        boxes += [left.put([mark], room.in_corners) for mark in signs(spot.icons)]
        drawn = _written(boxes, left)
        return drawn._replace(svg=svg + drawn.svg)


def ground_of(spot: Hex) -> str:
    """The class of a printed hex's ground."""
    return GROUNDS.get(spot.kind) or spot.colour or "plain"


def _written(boxes: list[PlacedItem | None], left: Room) -> Drawn:
    found = tuple(box for box in boxes if box is not None)
    return Drawn("".join(box.svg() for box in found), found, left)
