"""Drawings of tiles, printed hexes, and the texts of a hex with a tile."""

from __future__ import annotations

from functools import lru_cache

from trunkline.engine.board import Hex, Stop
from trunkline.engine.track.map_index import MapIndex, Piece
from trunkline.svg import placement, revenue_labels
from trunkline.svg import track as pieces
from trunkline.svg.hexes import Grid, Point, grid_of, polar
from trunkline.svg.icons import cost, signs
from trunkline.svg.labels import LEAST, badges, names, words
from trunkline.svg.layers import HexDrawing
from trunkline.svg.layout import LabelRequest, arranged
from trunkline.svg.placement import HexSpace

GROUNDS = {"gray": "gray", "offboard": "red", "lake": "lake", "impassable": "impassable"}
LABELS = (26.0, LEAST)
NUMBERS = (17.0, 14.0)
BOTH = " / "
"""Separator of the names of two places that share a hex."""


class HexRenderer:
    """A cache of the drawings of one board's hexes and tiles."""

    def __init__(self, tables: MapIndex, grid: Grid) -> None:
        self.tables = tables
        self.grid = grid
        self._tiles: dict[tuple[str, int], HexDrawing] = {}
        turned = (tables.piece(tile, rotation) for tile in tables.board.tiles for rotation in range(6))
        self.over_border = pieces.over(grid, (*turned, *tables.printed))
        """Distance by which texts may cross the border of their hex at two ends."""

    def tile(self, tile: str, rotation: int) -> HexDrawing:
        """Return a tile as drawn on a hex without other texts."""
        found = self._tiles.get((tile, rotation))
        if found is None:
            facts = self.tables.board.tiles[tile]
            piece = self.tables.piece(tile, rotation)
            boxes, left = arranged(self._room(piece), self._told(piece, facts.label))
            number = left.copy().put(words(tile, NUMBERS, "number"), placement.low)
            found = HexDrawing(
                pieces.hexagon(self.grid, facts.colour),
                "".join(pieces.rails(self.grid, piece)),
                "".join(pieces.stops(self.grid, piece)),
                (*boxes, number) if number else boxes,
                left,
            )
            self._tiles[tile, rotation] = found
        return found

    def printed(self, name: str) -> HexDrawing:
        """Return the drawing of a printed hex."""
        spot = self.tables.board.hexes[name]
        piece = self.tables.printed[self.tables.index[name]]
        ground = ground_of(spot)
        if piece.terminal:
            return self._offboard(spot, piece)
        left = self._room(piece)
        crossings = self._crossings(left, spot, piece)
        wanted: list[LabelRequest] = []
        alone = not piece.stops
        if spot.cost:
            wish = placement.middle if alone else placement.above
            wanted.append(LabelRequest(cost(spot.terrain, spot.cost, ground), wish))
        if spot.name:
            wish = placement.middle if alone and not spot.cost else placement.below
            wanted.append(LabelRequest(names(spot.name, ground), wish))
        wanted += self._told(piece, spot.label)
        wanted += [LabelRequest(mark, placement.in_corners) for mark in signs(spot.icons)]
        boxes, left = arranged(left, wanted)
        track = crossings + "".join(pieces.rails(self.grid, piece))
        circles = "".join(pieces.stops(self.grid, piece))
        return HexDrawing(pieces.hexagon(self.grid, ground), track, circles, boxes, left)

    def stays(self, name: str) -> bool:
        """Return whether any printed text of a hex stays visible on a tile."""
        spot = self.tables.board.hexes[name]
        return bool(spot.name or signs(spot.icons))

    def over(self, name: str, tile: str, rotation: int) -> HexDrawing:
        """Return the texts on a hex with a tile: those of the tile, the name of the hex, and its signs.

        All are placed together, so the tile's own texts may be elsewhere than on the tile alone.
        """
        spot, facts = self.tables.board.hexes[name], self.tables.board.tiles[tile]
        piece = self.tables.piece(tile, rotation)
        named = [LabelRequest(names(spot.name, facts.colour), placement.below)] if spot.name else []
        others = self._told(piece, facts.label)
        others += [LabelRequest(mark, placement.in_corners) for mark in signs(spot.icons)]
        boxes, left = arranged(self._room(piece), [*named, *others])
        if named and BOTH in spot.name and all(box.item.kind != "name" for box in boxes):
            # If two places share the hex, place each name separately.
            parts = (
                LabelRequest(names(part, facts.colour), placement.below) for part in spot.name.split(BOTH)
            )
            boxes, left = arranged(self._room(piece), [*parts, *others])
        return HexDrawing("", "", "", boxes, left)

    def _room(self, piece: Piece) -> HexSpace:
        return pieces.room(self.grid, piece, self.over_border)

    def _told(self, piece: Piece, label: str) -> list[LabelRequest]:
        """Return the values of the stops, and the label. Equal values appear once."""
        told: dict[object, Stop] = {}
        for stop in piece.stops:
            told.setdefault((stop.kind, stop.value, tuple(stop.values.items())), stop)
        ways = (revenue_labels.figures(self.tables.board, stop) for stop in told.values())
        found = [LabelRequest(way, placement.in_corners) for way in ways if way]
        return [*found, LabelRequest(badges(label, LABELS), placement.in_corners)] if label else found

    def _crossings(self, left: HexSpace, spot: Hex, piece: Piece) -> str:
        """Return the printed ferry lines of a hex that are not track yet.

        They cross a lake, or come in at a shore.
        """
        lines = [(a, b) for a, b in spot.ferry if isinstance(a, int) and isinstance(b, int)]
        curves = [pieces.curve(self.grid, (), a, b) for a, b in lines]
        if piece.terminal or not piece.ferry:
            curves += [pieces.landing(self.grid, edge) for edge in spot.ferry_edges]
        for curve in curves:
            left.track(curve, pieces.FERRY)
        return "".join(f'<path class="ferry" d="{pieces.path(curve)}"/>' for curve in curves)

    def _offboard(self, spot: Hex, piece: Piece) -> HexDrawing:
        """Return an off-board area: arrows for its exits, its name, and its figures below."""
        left = HexSpace(self.grid, self.over_border)
        track = self._crossings(left, spot, piece)
        for edge in spot.exits:
            tip, foot = self.grid.edge(edge), self.grid.edge(edge, 0.74)
            side = polar(self.grid.direction(edge) + 90, 15)
            a, b = Point(tip.x + side.x, tip.y + side.y), Point(tip.x - side.x, tip.y - side.y)
            left.track((foot, tip), 11)
            track += f'<path class="exit" d="M{foot}L{a}L{b}Z"/>'
        for middle, radius in pieces.circles(self.grid, piece):
            left.circle(middle, radius)
        wanted = [
            LabelRequest(revenue_labels.figures(self.tables.board, piece.stops[0]), placement.under),
            LabelRequest(names(spot.name, ground_of(spot)), placement.over),
            *(LabelRequest(mark, placement.in_corners) for mark in signs(spot.icons)),
        ]
        circles = "".join(pieces.stops(self.grid, piece))
        ground = pieces.hexagon(self.grid, ground_of(spot))
        return HexDrawing(ground, track, circles, *arranged(left, wanted))


def ground_of(spot: Hex) -> str:
    """Return the class of a printed hex's ground."""
    return GROUNDS.get(spot.kind) or spot.colour or "plain"


@lru_cache(maxsize=32)
def hex_renderer(tables: MapIndex) -> HexRenderer:
    """Return the renderer of a board, built once."""
    return HexRenderer(tables, grid_of(tables.board.layout))
