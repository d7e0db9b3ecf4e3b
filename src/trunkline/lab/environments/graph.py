"""The graph form of an observation: nodes with features, and edges of several kinds.

Nodes are numbered in one list: hexes, sides, stops, companies and trains. A *side* is the border of two
hexes. The nodes of a title never change, so graphs can be batched; edges follow track, tokens and trains.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from trunkline.engine.board import Board
from trunkline.engine.kernel import depot
from trunkline.engine.kernel.state import State
from trunkline.engine.track.map_index import STOP, map_tables
from trunkline.engine.track.track_state import piece_at, stop_value
from trunkline.game import Game
from trunkline.lab.environments.board_array import COLOURED, HUNDRED, most_stops
from trunkline.lab.environments.columns import Column, counts, dollars, flags
from trunkline.lab.environments.observation import Observation

VERSION: Final = 1
"""The version of the graph. It changes if a node, a feature or a kind of edge changes its meaning."""
EDGES: Final = ("border", "in hex", "track", "token", "private token", "owns train")
"""Kinds of edges: hex to side, stop to hex, two ends of a piece of track, company to stop, company to hex,
and company to its trains."""
HEXES: Final = (
    *dollars("cost of the first tile"),
    *flags("off-board", *(f"{each} tile" for each in COLOURED)),
)
STOPS: Final = (*flags("exists", "is a city"), *counts("slots", "free slots"), *dollars("value"))


class Graph(NamedTuple):
    """A position as a graph."""

    features: dict[str, NDArray[np.float32]]
    """The features of the nodes: one array for each kind of node that has some, with a row for each node."""
    edges: NDArray[np.int32]
    """Two rows: the first and the second node of each edge. Edges have no direction."""
    kinds: NDArray[np.int32]
    """The kind of each edge, as its place in ``EDGES``."""
    weights: NDArray[np.float32]
    """The number of trains of an edge to trains, and 1 for other edges."""


class GraphSpace:
    """The nodes of the graphs of a board."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._tables = map_tables(board)
        mate = self._tables.mate
        hexes = self._tables.names
        faces = [face for face, other in enumerate(mate) if other > face]
        most = self._stops = most_stops(board)
        self.nodes: dict[str, tuple[str, ...]] = {
            "hex": hexes,
            "side": tuple(f"{hexes[face // STOP]}-{hexes[mate[face] // STOP]}" for face in faces),
            "stop": tuple(f"{hex} {stop}" for hex in hexes for stop in range(most)),
            "company": tuple(board.corporation),
            "train": tuple(board.train),
        }
        """The names of the nodes, by kind, in their order."""
        self.features: dict[str, tuple[Column, ...]] = {"hex": HEXES, "stop": STOPS}
        """The features that only graphs have. Those of companies and trains are the rows of the arrays."""
        self._first: dict[str, int] = {}
        for kind in self.nodes:
            self._first[kind] = sum(len(self.nodes[before]) for before in self._first)
        self._side = {face: self._first["side"] + place for place, face in enumerate(faces)}
        self._side |= {mate[face]: node for face, node in self._side.items()}
        self._company = {id: self._first["company"] + place for place, id in enumerate(board.corporation)}
        self._train = {id: self._first["train"] + place for place, id in enumerate(board.train)}

    def graph(self, game: Game, observation: Observation) -> Graph:
        """Return the graph of the current moment. ``observation`` gives the rows of companies and trains."""
        state = game.shared_state
        found = list(self._edges(state))
        ends = np.array([(a, b) for a, b, _, _ in found], np.int32).reshape(-1, 2).T
        return Graph(
            {
                "hex": self._hexes(state),
                "stop": self._stop_rows(state),
                "company": observation["companies"],
                "train": observation["trains"],
            },
            np.ascontiguousarray(ends),
            np.array([EDGES.index(kind) for _, _, kind, _ in found], np.int32),
            np.array([weight for *_, weight in found], np.float32),
        )

    def _stop(self, hex: int, stop: int) -> int:
        return self._first["stop"] + hex * self._stops + stop

    def _edges(self, state: State) -> Iterator[tuple[int, int, str, float]]:
        """Yield the ends, the kind and the weight of each edge."""
        index = self._tables.index
        for face, side in self._side.items():
            yield face // STOP, side, "border", 1.0
        for number, hex in enumerate(self._tables.names):
            piece = piece_at(self._tables, state.tiles, hex)
            for stop in range(len(piece.stops)):
                yield self._stop(number, stop), number, "in hex", 1.0
            for segment in piece.segments:
                a, b = (self._end(number, end) for end in segment)
                if a >= 0 and b >= 0:
                    yield a, b, "track", 1.0
        for hex, tokens in state.tokens.items():
            for token in tokens:
                yield self._company[token.corp], self._stop(index[hex], token.stop), "token", 1.0
        for hex, corp in state.private_tokens.values():
            if corp:
                yield self._company[corp], index[hex], "private token", 1.0
        owned: dict[tuple[int, int], int] = {}
        for train, place in state.trains.items():
            if place in self._company:
                edge = self._company[place], self._train[depot.train_name(train)]
                owned[edge] = owned.get(edge, 0) + 1
        for (company, kind), number in owned.items():
            yield company, kind, "owns train", float(number)

    def _end(self, hex: int, end: int) -> int:
        """Return the node of an end of track, or -1 for an edge of the map."""
        return self._stop(hex, end - STOP) if end >= STOP else self._side.get(hex * STOP + end, -1)

    def _hexes(self, state: State) -> NDArray[np.float32]:
        rows = []
        for hex, printed in self._board.hexes.items():
            piece = piece_at(self._tables, state.tiles, hex)
            colour = self._board.tiles[piece.tile].colour if piece.tile else ""
            cost = 0.0 if piece.tile else printed.cost / HUNDRED
            rows.append([cost, piece.terminal, *(colour == each for each in COLOURED)])
        return np.array(rows, np.float32)

    def _stop_rows(self, state: State) -> NDArray[np.float32]:
        values = self._board.phases[state.phase].off_board
        found = np.zeros((len(self._tables.names) * self._stops, len(STOPS)), np.float32)
        for number, hex in enumerate(self._tables.names):
            taken = [token.stop for token in state.tokens.get(hex, ())]
            for place, stop in enumerate(piece_at(self._tables, state.tiles, hex).stops):
                free = max(0, stop.slots - taken.count(place))
                city = stop.kind == "city"
                row = (1, city, stop.slots, free, stop_value(stop, values) / HUNDRED)
                found[number * self._stops + place] = row
        return found


@lru_cache(maxsize=8)
def graph_space(board: Board) -> GraphSpace:
    """Return the nodes of the graphs of a board."""
    return GraphSpace(board)
