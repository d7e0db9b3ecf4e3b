"""Hexes, tiles, the board as laid, and the network a company reaches.

`map_tables(board)` holds what never changes. What changes is two mappings that the state owns: tiles laid
by hex, station markers by hex. They are replaced, never changed in place, so that what is worked out for
them can be kept.
"""

from trunkline.kernel.map.laying import (
    Carried,
    allowed_on,
    carry_markers,
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
)
from trunkline.kernel.map.network import Network, Spot, connects, network
from trunkline.kernel.map.position import (
    Markers,
    Position,
    Tiles,
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
from trunkline.kernel.map.tables import MapTables, Marker, Piece, Placed, map_tables

__all__ = [
    "Carried",
    "MapTables",
    "Marker",
    "Markers",
    "Network",
    "Piece",
    "Placed",
    "Position",
    "Spot",
    "Tiles",
    "allowed_on",
    "carry_markers",
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
    "lays_on",
    "link_fits",
    "map_tables",
    "network",
    "position",
    "replacements",
    "slots",
    "stop_value",
    "stops_at",
    "stops_fit",
    "supply",
    "supply_left",
    "value_at",
]
