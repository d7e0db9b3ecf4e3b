"""Hexes, tiles, the board as laid, and the network a company reaches.

`map_tables(board)` holds what never changes. What changes is two mappings that the state owns: tiles laid
by hex, station tokens by hex. They are replaced, never changed in place, so that what is worked out for
them can be kept.
"""

from trunkline.track.ferries import lake_tiles, shores
from trunkline.track.laying import (
    Carried,
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
from trunkline.track.network import Network, Spot, connects, network
from trunkline.track.position import (
    Position,
    Tiles,
    Tokens,
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
from trunkline.track.tables import MapTables, Piece, Placed, Token, map_tables

__all__ = [
    "Carried",
    "MapTables",
    "Network",
    "Piece",
    "Placed",
    "Position",
    "Spot",
    "Tiles",
    "Token",
    "Tokens",
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
