"""A test whether a home can still be joined to another stop by tiles of some colours.

It floods over the track that each hex may ever show: its current track and that of every possible
replacement, step by step. The supply of tiles is unlimited. The test ignores routes and tokens. So it denies
a connection only if no lay in these colours could ever create one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from trunkline.engine.track.laying import colour_fits, lays_on
from trunkline.engine.track.map_index import STOP, STOPS_A_HEX, MapIndex, Piece, PlacedTile
from trunkline.engine.track.track_state import Tiles, piece_at


def way_out(
    tables: MapIndex, tiles: Tiles, home: Sequence[str], colours: tuple[str, ...]
) -> frozenset[str] | None:
    """Return the hexes of a path from a home to another stop; see ``find_way_out``. A path found before is
    returned again while its hexes are unchanged."""
    kept = _latest(tables, tuple(home), colours)
    way, lying = kept.found
    if way is None or any(tiles.get(hex) != placed for hex, placed in lying):
        way = find_way_out(tables, tiles, home, colours)
        # Assign both together: games in other threads read them too.
        kept.found = way, [(hex, tiles.get(hex)) for hex in way or ()]
    return way


class _Latest:
    """The path found last, and the tiles on it."""

    found: tuple[frozenset[str] | None, Sequence[tuple[str, PlacedTile | None]]] = (None, ())


@lru_cache(maxsize=256)
def _latest(tables: MapIndex, home: tuple[str, ...], colours: tuple[str, ...]) -> _Latest:
    return _Latest()


def find_way_out(
    tables: MapIndex, tiles: Tiles, home: Sequence[str], colours: tuple[str, ...]
) -> frozenset[str] | None:
    """Return the hexes of a path over track of these colours from a home to a stop of another place, or None.

    A lay on any other hex leaves that path open.
    """
    own = {tables.place[STOPS_A_HEX * tables.index[name]] for name in home}
    came: dict[int, int] = {}
    """Each face that was entered, with the face of the hex before it; -1 at home."""
    todo: deque[int] = deque()

    def leave(h: int, edges: Collection[int], before: int) -> None:
        for edge in edges:
            beyond = tables.mate[STOP * h + edge]
            if beyond >= 0 and beyond not in came:
                came[beyond] = before
                todo.append(beyond)

    homes = [tables.index[name] for name in home]
    for h in homes:
        for piece in _pieces(tables, tiles, h, colours):
            for s in range(len(piece.stops)):
                leave(h, [end for end in piece.at[STOP + s] if end < STOP], -1)
    while todo:
        face = todo.popleft()
        h, edge = divmod(face, STOP)
        for piece in _pieces(tables, tiles, h, colours):
            ends = piece.at[edge]
            if h not in homes and any(_place(tables, h, end) not in own for end in ends if end >= STOP):
                return frozenset(_names(tables, came, face)) | frozenset(home)
            leave(h, [end for end in ends if end < STOP], face)
    return None


def _place(tables: MapIndex, h: int, end: int) -> int:
    """Return the place of the stop at an end of track in a hex."""
    return tables.place[STOPS_A_HEX * h + end - STOP]


def _names(tables: MapIndex, came: dict[int, int], face: int) -> Iterator[str]:
    while face >= 0:
        yield tables.names[face // STOP]
        face = came[face]


def _pieces(tables: MapIndex, tiles: Tiles, h: int, colours: tuple[str, ...]) -> tuple[Piece, ...]:
    name = tables.names[h]
    return pieces_ever(tables, name, tiles.get(name), colours)


@lru_cache(maxsize=4096)
def pieces_ever(
    tables: MapIndex, name: str, placed: PlacedTile | None, colours: tuple[str, ...]
) -> tuple[Piece, ...]:
    """Return the track that a hex shows now or may show later."""
    found: dict[PlacedTile | None, Piece] = {}
    todo = [placed]
    while todo:
        here = todo.pop()
        if here in found:
            continue
        tiles = {} if here is None else {name: here}
        found[here] = piece_at(tables, tiles, name)
        todo += [
            lay
            for lay in lays_on(tables, tiles, name)
            if tables.board.tiles[lay.tile].colour in colours and colour_fits(tables, tiles, name, lay.tile)
        ]
    return tuple(found.values())
