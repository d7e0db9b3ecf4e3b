"""The array of an observation that shows the map: track, stops and tokens of each hex."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from trunkline.engine.board import COLOURS, Board
from trunkline.engine.board.hex_grid import coordinates
from trunkline.engine.kernel.state import State
from trunkline.engine.track.map_index import STOP, MapIndex, Piece, map_tables
from trunkline.engine.track.track_state import piece_at, stop_value
from trunkline.lab.environments.columns import Column, counts, dollars, flags

PAIRS: Final = tuple(combinations(range(STOP), 2))
"""Pairs of edges."""
COLOURED: Final = (*COLOURS, "blue")
HUNDRED: Final = 100
"""Dollars in one unit of the arrays."""


def most_stops(board: Board) -> int:
    """Return the largest number of stops that a hex can have."""
    printed = (len(piece.stops) for piece in map_tables(board).printed)
    return max(*printed, *(len(tile.stops) for tile in board.tiles.values()))


class BoardArray:
    """Arrays of the map, one row for each hex. Rows of track are kept: a move changes few of them."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._tables: MapIndex = map_tables(board)
        self._stops = most_stops(board)
        track = (
            *self._track_columns(),
            *dollars("cost of the first tile"),
            *counts("column of the map", "row of the map"),
        )
        self._cost = len(track) - 3
        tokens = [
            f"token of {company} at stop {stop}"
            for company in board.corporation
            for stop in range(self._stops)
        ]
        self._first_token = {
            company: len(track) + number * self._stops for number, company in enumerate(board.corporation)
        }
        self.columns: tuple[Column, ...] = (
            *track,
            *flags(*tokens, "token of a private", "decision concerns it"),
        )
        """The columns of a hex."""
        self._pieces: dict[tuple[str, int], NDArray[np.float32]] = {}
        self._costs = np.array([hex.cost / HUNDRED for hex in board.hexes.values()], np.float32)
        places = np.array([coordinates(hex, board.layout.columns) for hex in board.hexes], np.float32)
        self._places = places - places.min(axis=0)
        self._last: tuple[object, ...] = ()
        self._found: NDArray[np.float32] = np.zeros((0, 0), np.float32)

    def of(self, state: State, concerned: Iterable[str] = ()) -> NDArray[np.float32]:
        """Return a new array of the map. A decision concerns the hexes ``concerned``."""
        # The state replaces these mappings when they change, so their identity shows whether they did.
        key = (state.tiles, state.tokens, state.private_tokens, state.phase)
        if len(key) != len(self._last) or any(a is not b for a, b in zip(key, self._last, strict=True)):
            self._found, self._last = self._built(state), key
        found = self._found.copy()
        for hex in concerned:
            found[self._tables.index[hex], -1] = 1
        return found

    def _track_columns(self) -> tuple[Column, ...]:
        stops = range(self._stops)
        return (
            *flags(*(f"track joins edges {a} and {b}" for a, b in PAIRS)),
            *flags(*(f"track joins edge {edge} and stop {stop}" for stop in stops for edge in range(STOP))),
            *flags(*(f"stop {stop} is a city" for stop in stops)),
            *counts(*(f"slots of stop {stop}" for stop in stops)),
            *dollars(*(f"value of stop {stop}" for stop in stops)),
            *flags("off-board", *(f"{colour} tile" for colour in COLOURED)),
        )

    def _built(self, state: State) -> NDArray[np.float32]:
        values = self._board.phases[state.phase].off_board
        index = self._tables.index
        found = np.zeros((len(index), len(self.columns)), np.float32)
        for number, hex in enumerate(self._tables.names):
            found[number, : self._cost] = self._row(piece_at(self._tables, state.tiles, hex), values)
        found[:, self._cost] = self._costs
        found[:, self._cost + 1 : self._cost + 3] = self._places
        found[[index[hex] for hex in state.tiles], self._cost] = 0
        for hex, tokens in state.tokens.items():
            for token in tokens:
                found[index[hex], self._first_token[token.corp] + token.stop] = 1
        for hex, _ in state.private_tokens.values():
            found[index[hex], -2] = 1
        return found

    def _row(self, piece: Piece, values: str) -> NDArray[np.float32]:
        key = (values, piece.uid)
        row = self._pieces.get(key)
        if row is None:
            row = self._pieces[key] = np.array(self._cells(piece, values), np.float32)
        return row

    def _cells(self, piece: Piece, values: str) -> list[float]:
        joined = set(piece.segments)
        stops = [*piece.stops, *[None] * (self._stops - len(piece.stops))]
        colour = self._board.tiles[piece.tile].colour if piece.tile else ""
        return [
            *(float(pair in joined) for pair in PAIRS),
            *(float((edge, STOP + stop) in joined) for stop in range(self._stops) for edge in range(STOP)),
            *(float(stop is not None and stop.kind == "city") for stop in stops),
            *(float(stop.slots) if stop else 0.0 for stop in stops),
            *(stop_value(stop, values) / HUNDRED if stop else 0.0 for stop in stops),
            float(piece.terminal),
            *(float(colour == each) for each in COLOURED),
        ]
