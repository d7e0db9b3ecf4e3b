"""Hexes, tiles, the current board, and the network of a corporation.

`map_tables(board)` holds the data that never changes. Two mappings in the state change: the laid tiles by hex
and the station tokens by hex. Each change replaces the mapping, so results for a mapping can be cached.
"""

from trunkline.engine.track.connection import connects
from trunkline.engine.track.ferries import lake_tiles, shores
from trunkline.engine.track.laying import (
    MovedTokens,
    allowed_on,
    carry_tokens,
    change_phase_open,
    colour_fits,
    colour_open,
    dead_end,
    ferries_fit,
    first_tiles,
    fitting_rotations,
    hex_takes_tiles,
    is_small_city_change,
    keeps_track,
    lays_on,
    link_fits,
    replacements,
    stops_fit,
    tiles_on,
)
from trunkline.engine.track.map_index import MapIndex, Piece, PlacedTile, Token, map_tables
from trunkline.engine.track.network import Network, TokenSlot, network
from trunkline.engine.track.track_state import (
    Tiles,
    Tokens,
    TrackState,
    free_slots,
    is_full,
    position,
    slots,
    stop_value,
    stops_at,
    supply,
    supply_left,
    value_at,
)

__all__ = [
    "MapIndex",
    "MovedTokens",
    "Network",
    "Piece",
    "PlacedTile",
    "Tiles",
    "Token",
    "TokenSlot",
    "Tokens",
    "TrackState",
    "allowed_on",
    "carry_tokens",
    "change_phase_open",
    "colour_fits",
    "colour_open",
    "connects",
    "dead_end",
    "ferries_fit",
    "first_tiles",
    "fitting_rotations",
    "free_slots",
    "hex_takes_tiles",
    "is_full",
    "is_small_city_change",
    "keeps_track",
    "lake_tiles",
    "lays_on",
    "link_fits",
    "map_tables",
    "network",
    "position",
    "replacements",
    "shores",
    "slots",
    "stop_value",
    "stops_at",
    "stops_fit",
    "supply",
    "supply_left",
    "tiles_on",
    "value_at",
]
