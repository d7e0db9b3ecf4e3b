"""The map as text: hexes with their tiles, stops and station markers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from trunkline.game import Game
from trunkline.kernel import depot
from trunkline.kernel.board import Board, Stop
from trunkline.kernel.map.position import stop_value
from trunkline.kernel.table import Table
from trunkline.terminal.wording import EDGES, piece_on, place_name, private_name, track

JOINED, LOOSE = "#", "+"
LEGEND = f"{JOINED} track joined over a border, {LOOSE} track that ends there, . free place for a marker"


@dataclass(frozen=True)
class Shape:
    """How one hex is drawn: characters of its outline, of each edge, and room for three lines of text.

    All are (column, line) offsets from the hex's own corner; neighbours share their border.
    """

    outline: dict[tuple[int, int], str]
    edges: tuple[tuple[tuple[int, int], ...], ...]
    rooms: tuple[tuple[int, int, int], ...]
    """Column, line and width of each line of text."""
    stride: tuple[int, int]
    """Columns and lines from one step of column and row to the next."""


def _outline(*rows: str) -> dict[tuple[int, int], str]:
    return {(x, y): char for y, row in enumerate(rows) for x, char in enumerate(row) if char != " "}


SHAPES = {
    "flat": Shape(
        _outline("  _____", " /     \\", "/       \\", "\\       /", " \\_____/"),
        (((4, 4),), ((0, 3), (1, 4)), ((1, 1), (0, 2)), ((4, 0),), ((7, 1), (8, 2)), ((8, 3), (7, 4))),
        ((2, 1, 5), (1, 2, 7), (1, 3, 7)),
        (7, 2),
    ),
    "pointy": Shape(
        _outline("+---^---+", "|       |", "|       |", "|       |", "+---v---+"),
        (((2, 4),), ((0, 2),), ((2, 0),), ((6, 0),), ((8, 2),), ((6, 4),)),
        ((1, 1, 7), (1, 2, 7), (1, 3, 7)),
        (4, 4),
    ),
}


def map_lines(game: Game, width: int = 0) -> list[str]:
    """The map with its legend; cut into strips where it is wider than ``width`` (0: never)."""
    drawn = _drawn(game)
    lines = _strips(drawn, width)
    return [*lines, "", *_legend(game)]


def hex_lines(game: Game, hex: str) -> list[str]:
    """All that is known of one hex."""
    board = game.title.board
    spot = board.hexes[hex]
    piece = piece_on(game, hex)
    placed = game.state.tiles.get(hex)
    tile = f"{board.tiles[placed.tile].colour} tile {placed.tile}" if placed else f"{spot.kind}, no tile"
    lines = [f"{place_name(game, hex)}: {tile}" + (f", label {spot.label}" if spot.label else "")]
    if piece.segments:
        lines.append(f"  track: {track(game, piece)}")
    for number, stop in enumerate(piece.stops):
        lines.append(f"  stop {number}: {_stop_words(game, hex, number, stop)}")
    if spot.cost:
        lines.append(f"  the first tile costs ${spot.cost} ({spot.terrain})")
    lines += [
        f"  {private.name}: {private.power}"
        for private in board.private.values()
        if hex in private.hexes and not game.state.privates[private.id].closed
    ]
    lines += [
        f"  token of {private_name(game, private)}, used by {corp}"
        for private, (where, corp) in game.state.tokens.items()
        if where == hex
    ]
    lines += [f"  home of {corp.id}" for corp in board.corporations if hex in corp.home]
    lines += [f"  {icon}" for icon in spot.icons]
    return lines


def letters(board: Board) -> dict[str, str]:
    """A letter for each corporation: the first of its id that no other one has."""
    found: dict[str, str] = {}
    for corp in board.corporations:
        wanted = [char.upper() for char in corp.id if char.isalpha()] + list("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        found[corp.id] = next((char for char in wanted if char not in found.values()), "?")
    return found


# -- drawing


def _drawn(game: Game) -> list[str]:
    board = game.title.board
    shape = SHAPES[board.layout.orientation]
    places = {hex: _column_row(hex, board.layout.columns) for hex in board.hexes}
    left = min(column for column, _ in places.values())
    top = min(row for _, row in places.values())
    canvas: dict[tuple[int, int], str] = {}
    for hex, (column, row) in places.items():
        x, y = shape.stride[0] * (column - left), shape.stride[1] * (row - top)
        for (dx, dy), char in shape.outline.items():
            canvas.setdefault((x + dx, y + dy), char)
        for (dx, dy, room), text in zip(shape.rooms, _texts(game, hex), strict=True):
            for offset, char in enumerate(text[:room].center(room)):
                canvas[x + dx + offset, y + dy] = char
    for hex, (column, row) in places.items():
        x, y = shape.stride[0] * (column - left), shape.stride[1] * (row - top)
        for edge, mark in _exits(game, hex):
            for dx, dy in shape.edges[edge]:
                canvas[x + dx, y + dy] = mark
    right = max(x for x, _ in canvas) + 1
    bottom = max(y for _, y in canvas) + 1
    return ["".join(canvas.get((x, y), " ") for x in range(right)).rstrip() for y in range(bottom)]


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


def _texts(game: Game, hex: str) -> tuple[str, str, str]:
    spot = game.title.board.hexes[hex]
    placed = game.state.tiles.get(hex)
    if spot.kind in ("lake", "impassable"):
        return hex, "~" * 5, spot.name
    second = f"{placed.tile} {game.title.board.tiles[placed.tile].colour[:3]}" if placed else spot.name
    third = _stops_text(game, hex)
    if spot.cost and not placed:
        third = f"{third} ${spot.cost}".strip()
    return hex, second, third


def _stops_text(game: Game, hex: str) -> str:
    """Values and markers of a hex's stops, as short as can be."""
    piece = piece_on(game, hex)
    key = depot.phase(Table(game.title, game.state)).off_board
    values = [stop_value(stop, key) for stop in piece.stops]
    if not any(values):
        shown = "".join("o" if stop.kind == "city" else "t" for stop in piece.stops)
        markers = "".join(_letter(game, marker.corp) for marker in game.state.markers.get(hex, ()))
        return f"{shown} {markers}".strip()
    places = [_places(game, hex, number, stop) for number, stop in enumerate(piece.stops)]
    if len(set(values)) == 1:
        return f"{values[0]} {'/'.join(filter(None, places))}".strip()
    return " ".join(f"{value}{place}" for value, place in zip(values, places, strict=True))


def _places(game: Game, hex: str, number: int, stop: Stop) -> str:
    taken = {m.slot: m.corp for m in game.state.markers.get(hex, ()) if m.stop == number}
    slots = range(max(stop.slots, 1 + max(taken, default=-1)))
    return "".join(_letter(game, taken[slot]) if slot in taken else "." for slot in slots)


def _letter(game: Game, corp: str) -> str:
    return letters(game.title.board).get(corp, "?")


def _exits(game: Game, hex: str) -> Iterator[tuple[int, str]]:
    tables = game.title.tables
    piece = piece_on(game, hex)
    for edge in range(6):
        if not piece.edges >> edge & 1:
            continue
        mate = tables.mate[6 * tables.index[hex] + edge]
        other = piece_on(game, tables.names[mate // 6]) if mate >= 0 else tables.empty
        yield edge, JOINED if mate >= 0 and other.edges >> mate % 6 & 1 else LOOSE


def _legend(game: Game) -> list[str]:
    placed = {m.corp for markers in game.state.markers.values() for m in markers}
    shown = [f"{letter} {corp}" for corp, letter in letters(game.title.board).items() if corp in placed]
    lines = [LEGEND]
    if shown:
        lines.append("Markers: " + ", ".join(shown))
    return lines


def _stop_words(game: Game, hex: str, number: int, stop: Stop) -> str:
    key = depot.phase(Table(game.title, game.state)).off_board
    names = EDGES[game.title.board.layout.orientation]
    mask = piece_on(game, hex).stop_edges[number]
    edges = " ".join(names[e] for e in range(6) if mask >> e & 1)
    text = f"{stop.kind} worth ${stop_value(stop, key)}" + (f", joined to {edges}" if edges else "")
    here = [m.corp for m in game.state.markers.get(hex, ()) if m.stop == number]
    if here:
        text += f", markers of {' and '.join(here)}"
    free = stop.slots - len(here)
    return text + (f", {free} free" if free > 0 else "")


def _column_row(hex: str, columns: str) -> tuple[int, int]:
    letter, number = ord(hex[0]), int(hex[1:])
    return (letter, number) if columns == "letters" else (number, letter)
