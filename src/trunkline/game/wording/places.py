"""Hexes, stops, track and privates in plain words."""

from __future__ import annotations

from trunkline.engine.board.hex_grid import EDGES
from trunkline.engine.routing.run import BONUSES
from trunkline.engine.track.map_index import STOP, Piece
from trunkline.game.game import Game
from trunkline.util.messages import gettext, gettext_noop, translated

STOPS = {
    "city": gettext_noop("city"),
    "town": gettext_noop("town"),
    "offboard": gettext_noop("offboard"),
}
"""The words for kinds of stops."""
TILES = {
    "yellow": gettext_noop("yellow tile {tile}"),
    "green": gettext_noop("green tile {tile}"),
    "brown": gettext_noop("brown tile {tile}"),
    "gray": gettext_noop("gray tile {tile}"),
}
"""Tiles by their colour."""


def edge_names(game: Game) -> tuple[str, ...]:
    """Return the names of edges 0 to 5 on the map of a game."""
    return tuple(translated(name) for name in EDGES[game.title.board.layout.orientation])


def tile_name(colour: str, tile: str) -> str:
    """Return a tile with its colour."""
    return gettext(TILES.get(colour, gettext_noop("{colour} tile {tile}")), colour=colour, tile=tile)


def stop_name(kind: str) -> str:
    """Return the word for a kind of stop."""
    return translated(STOPS.get(kind, kind))


def private_name(game: Game, private: str) -> str:
    """Return a private's full name, or the word for a bonus whose token is on the map."""
    name = game.board.private_name(private, full=True)
    return translated(BONUSES[name]) if name in BONUSES else name


def place_name(game: Game, hex: str, stop: int | None = None) -> str:
    """Return a hex with its printed name, and its stop if it has several."""
    text = game.board.place_name(hex, listed=True)
    if stop is not None and hex in game.board.hexes and len(piece_on(game, hex).stops) > 1:
        number = f"{stop}{edges_of_stop(game, hex, stop)}"
        return gettext("{place}, stop {number}", place=text, number=number)
    return text


def piece_on(game: Game, hex: str) -> Piece:
    """Return the track on a hex: its tile, or its printed track."""
    tables = game.title.tables
    placed = game.shared_state.tiles.get(hex)
    return tables.piece(*placed) if placed else tables.printed[tables.index[hex]]


def track(game: Game, piece: Piece) -> str:
    """Return the directions of the track of a hex, such as ``city N S, SE-NW``."""
    names = edge_names(game)
    parts = [
        " ".join([stop_name(stop.kind), *(names[e] for e in range(STOP) if piece.stop_edges[s] >> e & 1)])
        for s, stop in enumerate(piece.stops)
    ]
    parts += [f"{names[a]}-{names[b]}" for a, b in piece.segments if b < STOP]
    parts += [
        gettext("stop {first} joined to stop {second}", first=a - STOP, second=b - STOP)
        for a, b in piece.segments
        if a >= STOP
    ]
    return ", ".join(parts)


def edges_of_stop(game: Game, hex: str, stop: int) -> str:
    """Return the edges that a stop's track leads to, such as `` (N SE)``; empty if it has no track."""
    piece = piece_on(game, hex)
    if stop >= len(piece.stops):
        return ""
    names = edge_names(game)
    edges = [names[e] for e in range(STOP) if piece.stop_edges[stop] >> e & 1]
    return f" ({' '.join(edges)})" if edges else ""
