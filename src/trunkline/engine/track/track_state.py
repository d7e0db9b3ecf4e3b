"""The current board: the track on each hex, and the values and tokens of its stops."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from typing import Final

from trunkline.engine.board import Stop
from trunkline.engine.track.map_index import STOPS_A_HEX, MapIndex, Piece, PlacedTile, Token

Tiles = Mapping[str, PlacedTile]
"""The laid tiles by hex, without printed track. Never changed in place."""
Tokens = Mapping[str, tuple[Token, ...]]
"""The station tokens on the map by hex. Never changed in place."""


class TrackState:
    """The track on every hex for one set of laid tiles. Get it with `position`, which caches the latest
    positions."""

    __slots__ = ("_lying", "closed", "kept", "pieces", "stops_of", "tables", "tiles")

    def __init__(
        self,
        tables: MapIndex,
        tiles: Tiles,
        closed: frozenset[int] = frozenset(),
        pieces: list[Piece] | None = None,
    ) -> None:
        self.tables = tables
        self.tiles = tiles
        self.closed = closed
        """Hexes whose track may not be used: printed track before its phase, and lakes of a ferry."""
        self.pieces: list[Piece] = _lying(tables, tiles, closed) if pieces is None else pieces
        """The track on each hex, by hex number."""
        self.kept: dict[str, object] = {}
        """Results that other packages cache for this position, by their own keys."""
        self.stops_of: dict[str, tuple[Tokens, tuple[frozenset[int], frozenset[int]]]] = {}
        """The latest answer of ``blocked_stops`` for each corporation, with its tokens."""
        self._lying: frozenset[tuple[str, PlacedTile]] | None = None

    def with_tile(self, hex_id: str, tiles: Tiles) -> TrackState:
        """Return the position of a mapping that differs on one hex. It is not cached."""
        pieces = self.pieces.copy()
        h = self.tables.index[hex_id]
        if h not in self.closed:
            pieces[h] = self.tables.piece(*tiles[hex_id])
        return TrackState(self.tables, tiles, self.closed, pieces)

    @property
    def lying(self) -> frozenset[tuple[str, PlacedTile]]:
        """The laid tiles, to compare boards by their tiles."""
        if self._lying is None:
            self._lying = frozenset(self.tiles.items())
        return self._lying


def _lying(tables: MapIndex, tiles: Tiles, closed: frozenset[int]) -> list[Piece]:
    """Return the track on each hex."""
    pieces = list(tables.printed)
    for name, (tile, rotation) in tiles.items():
        pieces[tables.index[name]] = tables.piece(tile, rotation)
    for h in closed:
        pieces[h] = tables.empty
    return pieces


_KEPT: Final = 32
_positions: OrderedDict[tuple[int, int, frozenset[int]], tuple[Tiles, TrackState]] = OrderedDict()
_boards: OrderedDict[tuple[MapIndex, frozenset[tuple[str, PlacedTile]], frozenset[int]], TrackState] = (
    OrderedDict()
)


def position(tables: MapIndex, tiles: Tiles, closed: frozenset[int] = frozenset()) -> TrackState:
    """Return the position of a mapping of laid tiles. The latest positions are cached, because a search
    reaches the same board in several ways."""
    # The identity of a mapping is a safe key: the cache holds the mapping, so no other one can get its id.
    key = (id(tables), id(tiles), closed)
    known = _positions.get(key)
    if known is not None:
        return known[1]
    lying = frozenset(tiles.items())
    found = _boards.get((tables, lying, closed))
    if found is None:
        found = _boards[tables, lying, closed] = TrackState(tables, tiles, closed)
        found._lying = lying
    _positions[key] = tiles, found
    for kept in (_positions, _boards):
        if len(kept) > _KEPT:
            kept.popitem(last=False)
    return found


def piece_at(tables: MapIndex, tiles: Tiles, hex_id: str) -> Piece:
    """Return the track on a hex: its tile, or else its printed track."""
    placed = tiles.get(hex_id)
    return (
        tables.printed[tables.index[hex_id]] if placed is None else tables.piece(placed.tile, placed.rotation)
    )


def stops_at(tables: MapIndex, tiles: Tiles, hex_id: str) -> tuple[Stop, ...]:
    """Return the current stops of a hex. A hex without a tile has its printed cities and towns, with no
    value."""
    return piece_at(tables, tiles, hex_id).stops


def slots(tables: MapIndex, tiles: Tiles, hex_id: str, stop: int) -> int:
    """Return the number of station tokens that a stop can hold."""
    return stops_at(tables, tiles, hex_id)[stop].slots


def free_slots(tokens: Tokens, hex_id: str, stop: int, slots: int) -> tuple[int, ...]:
    """Return the slots of a stop without a token, lowest first."""
    taken = {m.slot for m in tokens.get(hex_id, ()) if m.stop == stop}
    return tuple(s for s in range(slots) if s not in taken)


def with_token(
    tables: MapIndex, tiles: Tiles, tokens: Tokens, hex_id: str, stop: int, corp: str
) -> dict[str, tuple[Token, ...]]:
    """Return the tokens with one more on the lowest free slot of a stop."""
    free = free_slots(tokens, hex_id, stop, slots(tables, tiles, hex_id, stop))
    return {**tokens, hex_id: (*tokens.get(hex_id, ()), Token(stop, corp, free[0]))}


def is_full(tables: MapIndex, tiles: Tiles, tokens: Tokens, hex_id: str, stop: int) -> bool:
    """Return whether every slot of a stop holds a token. A stop without slots is never full."""
    room = slots(tables, tiles, hex_id, stop)
    return room > 0 and sum(m.stop == stop for m in tokens.get(hex_id, ())) >= room


def stop_value(stop: Stop, value_key: str) -> int:
    """Return the value of a stop while `value_key` is in force."""
    return stop.values[value_key] if stop.values else stop.value


def value_at(tables: MapIndex, tiles: Tiles, hex_id: str, stop: int, value_key: str) -> int:
    """Return the current value of a stop of a hex."""
    return stop_value(stops_at(tables, tiles, hex_id)[stop], value_key)


def blocked_stops(pos: TrackState, tokens: Tokens, corp: str) -> tuple[frozenset[int], frozenset[int]]:
    """Return the numbers of the stops this corporation may not run through, and of those with its token. The
    latest answers are cached."""
    known = pos.stops_of.get(corp)
    if known is None or known[0] is not tokens:
        known = pos.stops_of[corp] = tokens, _blocked_stops(pos, tokens, corp)
    return known[1]


def _blocked_stops(pos: TrackState, tokens: Tokens, corp: str) -> tuple[frozenset[int], frozenset[int]]:
    index, pieces = pos.tables.index, pos.pieces
    blocked: set[int] = set()
    own: set[int] = set()
    for name, here in tokens.items():
        if not here:
            continue
        h = index[name]
        stops = pieces[h].stops
        for token in here:
            g = STOPS_A_HEX * h + token.stop
            if token.corp == corp:
                own.add(g)
            elif token.stop < len(stops):
                room = stops[token.stop].slots
                if room == 1 or [m.stop for m in here].count(token.stop) >= room > 0:
                    blocked.add(g)
    return frozenset(blocked - own), frozenset(own)


def supply_left(tables: MapIndex, tiles: Tiles, tile: str) -> int | None:
    """Return the pieces of a tile left in the box, or None if it is unlimited."""
    count = tables.board.tiles[tile].count
    return None if count is None else count - [laid for laid, _ in tiles.values()].count(tile)


def supply(tables: MapIndex, tiles: Tiles) -> dict[str, int | None]:
    """Return the pieces left of every tile, or None if it is unlimited."""
    used = _counted(placed.tile for placed in tiles.values())
    kinds = tables.board.tiles
    return {t: None if k.count is None else k.count - used.get(t, 0) for t, k in kinds.items()}


def _counted(names: Iterable[str]) -> dict[str, int]:
    used: dict[str, int] = {}
    for name in names:
        used[name] = used.get(name, 0) + 1
    return used
