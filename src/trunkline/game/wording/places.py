"""Hexes, stops, track and privates in plain words."""

from __future__ import annotations

from trunkline.engine.track.map_index import STOP, Piece
from trunkline.game.game import Game

EDGES = {"flat": ("S", "SW", "NW", "N", "NE", "SE"), "pointy": ("SW", "W", "NW", "NE", "E", "SE")}
"""Names of edges 0 to 5, by the orientation of the hexes."""


def private_name(game: Game, private: str) -> str:
    """Return a private's full name."""
    return game.board.private_name(private, full=True)


def place_name(game: Game, hex: str, stop: int | None = None) -> str:
    """Return a hex with its printed name, and its stop if it has several."""
    text = game.board.place_name(hex, listed=True)
    if stop is not None and hex in game.board.hexes and len(piece_on(game, hex).stops) > 1:
        text += f", stop {stop}{edges_of_stop(game, hex, stop)}"
    return text


def piece_on(game: Game, hex: str) -> Piece:
    """Return the track on a hex: its tile, or its printed track."""
    tables = game.title.tables
    placed = game.shared_state.tiles.get(hex)
    return tables.piece(*placed) if placed else tables.printed[tables.index[hex]]


def track(game: Game, piece: Piece) -> str:
    """Return the directions of the track of a hex, such as ``city N S, SE-NW``."""
    names = EDGES[game.title.board.layout.orientation]
    parts = [
        " ".join([stop.kind, *(names[e] for e in range(STOP) if piece.stop_edges[s] >> e & 1)])
        for s, stop in enumerate(piece.stops)
    ]
    parts += [f"{names[a]}-{names[b]}" for a, b in piece.segments if b < STOP]
    parts += [f"stop {a - STOP} joined to stop {b - STOP}" for a, b in piece.segments if a >= STOP]
    return ", ".join(parts)


def edges_of_stop(game: Game, hex: str, stop: int) -> str:
    """Return the edges that a stop's track leads to, such as `` (N SE)``; empty if it has no track."""
    piece = piece_on(game, hex)
    if stop >= len(piece.stops):
        return ""
    names = EDGES[game.title.board.layout.orientation]
    edges = [names[e] for e in range(STOP) if piece.stop_edges[stop] >> e & 1]
    return f" ({' '.join(edges)})" if edges else ""
