"""Ferry routes: lines over lakes that count as track only while their route is active.

A line on a tile or a printed hex ends at the shore. It leads on once tiles are on the lakes beyond. So a
route is active if its lake tiles are among the laid tiles. It is closed to corporations for which its lakes
are closed.
"""

from __future__ import annotations

from functools import lru_cache

from trunkline.engine.board import Ferry
from trunkline.engine.track.map_index import MapIndex, PlacedTile


@lru_cache(maxsize=64)
def lake_tiles(tables: MapIndex, ferry: Ferry) -> dict[str, PlacedTile]:
    """Return the tiles that turn a ferry route into track, by the lake hex of each."""
    kinds = tables.board.tiles
    found: dict[str, PlacedTile] = {}
    for segment in ferry.segments:
        for hex_id, edges in zip(segment.path[1:-1], segment.edges[1:-1], strict=True):
            line = {(min(edges), max(edges))}
            fitting = (t for t, kind in kinds.items() if kind.colour == "blue" and hex_id in kind.only_on)
            lying = (PlacedTile(tile, rotation) for tile in fitting for rotation in range(6))
            found[hex_id] = next(placed for placed in lying if tables.piece(*placed).ferry == line)
    return found


def shores(ferry: Ferry) -> tuple[str, ...]:
    """Return the hexes at which a ferry route's segments end, each once, in order."""
    ends = (hex_id for segment in ferry.segments for hex_id in (segment.path[0], segment.path[-1]))
    return tuple(dict.fromkeys(ends))
