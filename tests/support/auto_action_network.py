"""The network of a corporation, walked step by step as a person would trace it with a finger.

The page of auto-actions says: the network consists of the hexes that take tiles and that have a station token
of the corporation, or into which its track leads. Tokens of other corporations that fill a city end it there.
"""

from __future__ import annotations

from trunkline.engine.kernel.state import State
from trunkline.engine.track.map_index import STOP, Piece
from trunkline.game import Game

TAKES_TILES = ("clear", "city", "town", "preprinted")


def network(game: Game, state: State, corp: str) -> set[str]:
    """Return the hexes of the network that take tiles."""
    tables = game.title.tables
    closed = tables.closed(game.board.phases[state.phase].name)
    found: set[int] = set()
    ends: set[tuple[int, int]] = set()
    todo: list[tuple[int, int]] = []
    for name, tokens in state.tokens.items():
        for token in tokens:
            if token.corp == corp:
                hex_ = tables.index[name]
                found.add(hex_)
                todo.append((hex_, STOP + token.stop))
    starts = set(todo)
    while todo:
        hex_, end = todo.pop()
        if (hex_, end) in ends:
            continue
        ends.add((hex_, end))
        piece = tables.empty if hex_ in closed else _piece(game, state, hex_)
        if end >= len(piece.at):
            continue
        passing = end >= STOP and (hex_, end) not in starts
        if passing and (piece.terminal or _is_full(state, tables.names[hex_], end - STOP, piece)):
            continue
        for other in piece.at[end]:
            if other >= STOP:
                todo.append((hex_, other))
                continue
            mate = tables.mate[6 * hex_ + other]
            if mate >= 0:
                beyond, edge = divmod(mate, 6)
                found.add(beyond)
                todo.append((beyond, edge))
    return {tables.names[hex_] for hex_ in found if tables.hexes[hex_].kind in TAKES_TILES}


def _piece(game: Game, state: State, hex_: int) -> Piece:
    """Return the track that is now on a hex."""
    tables = game.title.tables
    placed = state.tiles.get(tables.names[hex_])
    return tables.printed[hex_] if placed is None else tables.piece(placed.tile, placed.rotation)


def _is_full(state: State, hex_: str, stop: int, piece: Piece) -> bool:
    """Return whether tokens fill a city. Its own token makes a city a start, so it is never asked about."""
    slots = piece.stops[stop].slots
    return bool(slots) and sum(token.stop == stop for token in state.tokens.get(hex_, ())) >= slots
