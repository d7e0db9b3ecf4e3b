"""A board drawn with characters: the printed map, laid tiles, and runs."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from trunkline.engine.board import Board, Stop
from trunkline.engine.routing import RouteContext, Run
from trunkline.engine.track import MapIndex, Piece, Tiles, Tokens
from trunkline.engine.track.map_index import STOP
from trunkline.engine.track.track_state import piece_at, stop_value

JOINED, LOOSE, BARRED, SHARED = "#", "+", "X", "&"
"""Signs on the sides of hexes. The last marks a side crossed by more runs than fit."""
LEGEND = f"{JOINED} track joined over a border, {LOOSE} track that ends there, . free place for a token"
NUMBERS = "123456789abcdefghijklmnopqrstuvwxyz"
"""Labels of the runs on the map, in order."""


@dataclass(frozen=True)
class Shape:
    """The drawing of one hex: characters of its outline and of each edge, and space for three lines of text.

    All positions are (column, line) offsets from the hex's corner. Neighbours share their border.
    """

    outline: dict[tuple[int, int], str]
    edges: tuple[tuple[tuple[int, int], ...], ...]
    rooms: tuple[tuple[int, int, int], ...]
    """Column, line and width of each line of text."""
    stride: tuple[int, int]
    """Columns and lines from one step of column and row to the next."""
    margin: tuple[int, int]
    """Steps of column and row to the neighbours, which frame a part of the map."""


def _outline(*rows: str) -> dict[tuple[int, int], str]:
    return {(x, y): char for y, row in enumerate(rows) for x, char in enumerate(row) if char != " "}


SHAPES = {
    "flat": Shape(
        _outline("  _____", " /     \\", "/       \\", "\\       /", " \\_____/"),
        (((4, 4),), ((0, 3), (1, 4)), ((1, 1), (0, 2)), ((4, 0),), ((7, 1), (8, 2)), ((8, 3), (7, 4))),
        ((2, 1, 5), (1, 2, 7), (1, 3, 7)),
        (7, 2),
        (1, 2),
    ),
    "pointy": Shape(
        _outline(".---^---.", "|       |", "|       |", "|       |", ".---v---."),
        (((2, 4),), ((0, 2),), ((2, 0),), ((6, 0),), ((8, 2),), ((6, 4),)),
        ((1, 1, 7), (1, 2, 7), (1, 3, 7)),
        (4, 4),
        (2, 1),
    ),
}


def letters(board: Board) -> dict[str, str]:
    """Return a letter for each corporation: the first of its id that is still free."""
    found: dict[str, str] = {}
    for corp in board.corporations:
        wanted = [char.upper() for char in corp.id if char.isalpha()] + list("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        found[corp.id] = next((char for char in wanted if char not in found.values()), "?")
    return found


@dataclass(frozen=True)
class Drawing:
    """The content of a map. With runs, the map shows only the area of the runs."""

    tables: MapIndex
    tiles: Tiles
    tokens: Tokens
    values: str
    """The key of the stop values in force."""
    runs: tuple[Run, ...] = ()

    @classmethod
    def of_runs(cls, context: RouteContext, runs: Sequence[Run]) -> Drawing:
        """Return a drawing of a company's runs on the current board."""
        return cls(context.tables, context.tiles, context.tokens, context.values, tuple(runs))

    def lines(self, width: int = 0) -> list[str]:
        """Return the map with its legend, in strips if it is wider than ``width`` (0: no limit)."""
        legend = self._legend()
        if width:
            legend = [part for line in legend for part in textwrap.wrap(line, max(width, 40))]
        return [*_strips(self._drawn(), width), "", *legend]

    # -- content

    @cached_property
    def _letters(self) -> dict[str, str]:
        return letters(self.tables.board)

    @cached_property
    def _crossed(self) -> dict[int, str]:
        """The numbers of the runs that cross a side, by each of its two faces."""
        tables = self.tables
        found: dict[int, str] = {}
        for number, run in zip(NUMBERS, self.runs, strict=False):
            places = [tables.index[element.partition(".")[0]] for element in run.path]
            for here, there in pairwise(places):
                for face in range(STOP * here, STOP * here + STOP):
                    mate = tables.mate[face]
                    if here != there and mate >= 0 and mate // STOP == there:
                        found[face] = found.get(face, "") + number
                        found[mate] = found.get(mate, "") + number
        return found

    @cached_property
    def _visited(self) -> dict[str, str]:
        """The numbers of the runs that stop on a hex."""
        found: dict[str, str] = {}
        for number, run in zip(NUMBERS, self.runs, strict=False):
            for hex in dict.fromkeys(stop.partition(".")[0] for stop in run.stops):
                found[hex] = found.get(hex, "") + number
        return found

    @cached_property
    def _touched(self) -> set[str]:
        return {hex for run in self.runs for hex in run.hexes}

    def _piece(self, hex: str) -> Piece:
        return piece_at(self.tables, self.tiles, hex)

    def _places(self) -> dict[str, tuple[int, int]]:
        """Return the column and row of each hex that is drawn."""
        board = self.tables.board
        places = {hex: _column_row(hex, board.layout.columns) for hex in board.hexes}
        touched = [places[hex] for hex in self._touched]
        if not touched:
            return places
        low, high = ([pick(place[axis] for place in touched) for axis in (0, 1)] for pick in (min, max))
        margin = SHAPES[board.layout.orientation].margin
        return {
            hex: place
            for hex, place in places.items()
            if all(low[axis] - margin[axis] <= place[axis] <= high[axis] + margin[axis] for axis in (0, 1))
        }

    # -- drawing

    def _drawn(self) -> list[str]:
        shape = SHAPES[self.tables.board.layout.orientation]
        places = self._places()
        left = min(column for column, _ in places.values())
        top = min(row for _, row in places.values())
        canvas: dict[tuple[int, int], str] = {}
        for hex, (column, row) in places.items():
            x, y = shape.stride[0] * (column - left), shape.stride[1] * (row - top)
            for (dx, dy), char in shape.outline.items():
                canvas.setdefault((x + dx, y + dy), char)
            for (dx, dy, room), text in zip(shape.rooms, self._texts(hex), strict=True):
                for offset, char in enumerate(text[:room].center(room)):
                    canvas[x + dx + offset, y + dy] = char
        for hex, (column, row) in places.items():
            x, y = shape.stride[0] * (column - left), shape.stride[1] * (row - top)
            for edge in self.tables.board.hexes[hex].blocked_edges:
                canvas.update({(x + dx, y + dy): BARRED for dx, dy in shape.edges[edge]})
            for edge, mark in self._exits(hex):
                for number, (dx, dy) in enumerate(shape.edges[edge]):
                    canvas[x + dx, y + dy] = mark[number % len(mark)]
        right = max(x for x, _ in canvas) + 1
        bottom = max(y for _, y in canvas) + 1
        return ["".join(canvas.get((x, y), " ") for x in range(right)).rstrip() for y in range(bottom)]

    def _texts(self, hex: str) -> tuple[str, str, str]:
        board = self.tables.board
        spot = board.hexes[hex]
        placed = self.tiles.get(hex)
        if spot.kind in ("lake", "impassable") and placed is None:
            return hex, "~" * 5, spot.name
        second = spot.name
        if placed:
            coloured = f"{placed.tile} {board.tiles[placed.tile].colour[:3]}"
            second = coloured if len(coloured) <= 7 else placed.tile
        third = self._stops_text(hex)
        if spot.cost and not placed:
            third = f"{third} ${spot.cost:,}".strip()
        if hex in self._touched:
            visits = self._visited.get(hex)
            second = f"({visits})" if visits else placed.tile if placed else spot.name
            third = _short(third)
        return hex, second, third

    def _stops_text(self, hex: str) -> str:
        """Return the values and tokens of a hex's stops, as short as possible."""
        piece = self._piece(hex)
        values = [stop_value(stop, self.values) for stop in piece.stops]
        if not any(values):
            shown = "".join("o" if stop.kind == "city" else "t" for stop in piece.stops)
            tokens = "".join(self._letter(token.corp) for token in self.tokens.get(hex, ()))
            return f"{shown} {tokens}".strip()
        places = [self._slots(hex, number, stop) for number, stop in enumerate(piece.stops)]
        if len(set(values)) == 1:
            return f"{values[0]} {'/'.join(filter(None, places))}".strip()
        return " ".join(f"{value}{place}" for value, place in zip(values, places, strict=True))

    def _slots(self, hex: str, number: int, stop: Stop) -> str:
        taken = {m.slot: m.corp for m in self.tokens.get(hex, ()) if m.stop == number}
        slots = range(max(stop.slots, 1 + max(taken, default=-1)))
        return "".join(self._letter(taken[slot]) if slot in taken else "." for slot in slots)

    def _letter(self, corp: str) -> str:
        return self._letters.get(corp, "?")

    def _exits(self, hex: str) -> Iterator[tuple[int, str]]:
        """Yield each edge with track and its sign: the runs that cross it, or how the track continues."""
        tables = self.tables
        piece = self._piece(hex)
        for edge in range(STOP):
            face = STOP * tables.index[hex] + edge
            if not piece.edges >> edge & 1:
                continue
            mate = tables.mate[face]
            other = self._piece(tables.names[mate // STOP]) if mate >= 0 else tables.empty
            joined = mate >= 0 and other.edges >> mate % STOP & 1
            crossed = self._crossed.get(face, "")
            room = len(SHAPES[tables.board.layout.orientation].edges[edge])
            plain = JOINED if joined else LOOSE
            yield edge, crossed if 0 < len(crossed) <= room else SHARED if crossed else plain

    def _legend(self) -> list[str]:
        board = self.tables.board
        barred = any(board.hexes[hex].blocked_edges for hex in self._places())
        legend = LEGEND + (f", {BARRED} no track may cross" if barred else "")
        lines = [legend]
        if self.runs:
            numbers = " ".join(NUMBERS[: len(self.runs)])
            several = any(len(mark) > 1 for mark in self._crossed.values())
            more = f", {SHARED} where several do" if several else ""
            lines = [
                f"{numbers} where that run crosses a border{more}, ({NUMBERS[0]}) where run 1 stops",
                legend.replace("track", "other track", 1),
            ]
        elif homes := self._homes():
            lines.append(f"Homes: {homes}")
        placed = {m.corp for hex in self._places() for m in self.tokens.get(hex, ())}
        shown = [f"{letter} {corp}" for corp, letter in self._letters.items() if corp in placed]
        if shown:
            lines.append("Tokens: " + ", ".join(shown))
        return lines

    def _homes(self) -> str:
        """Return the homes of the corporations that have no token on the map."""
        placed = {m.corp for tokens in self.tokens.values() for m in tokens}
        waiting = [c for c in self.tables.board.corporations if c.home and c.id not in placed]
        return ", ".join(f"{corp.id} {'/'.join(corp.home)}" for corp in waiting)


def _short(text: str) -> str:
    """Return a text shortened to leave space around it, so that it does not touch the numbers of runs."""
    for unwanted in " .":
        text = text if len(text) <= 5 else text.replace(unwanted, "")
    return text


def _strips(lines: list[str], width: int) -> list[str]:
    full = max(map(len, lines))
    if not width or full <= width:
        return lines
    count = -(-full // width)
    size = -(-full // count)
    strips: list[str] = []
    for start in range(0, full, size):
        strips += [line[start : start + size].rstrip() for line in lines]
        strips.append("")
    return strips[:-1]


def _column_row(hex: str, columns: str) -> tuple[int, int]:
    letter, number = ord(hex[0]), int(hex[1:])
    return (letter, number) if columns == "letters" else (number, letter)
