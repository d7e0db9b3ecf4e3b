"""Rules of 1851 that a track lay can break."""

from __future__ import annotations

from trunkline.board import TileType
from trunkline.kernel import depot
from trunkline.kernel.action import LayTile
from trunkline.kernel.state import Corporation
from trunkline.kernel.table import Table, once
from trunkline.track.position import piece_at


def tile_rule(t: Table, old: str, hex: str, new: str) -> str:
    """Return the rule that refuses ``new`` on ``hex`` over ``old``. An empty ``old`` means the printed
    hex."""
    tiles = t.title.board.tiles
    if old:
        same = _class(tiles[old]) == _class(tiles[new])
        return "track.upgrade-keeps-track" if same else "track.upgrade-same-class"
    spot = t.title.board.hexes[hex]
    if spot.stops:
        return "track.louisville-first-change"
    if bool(spot.cities) != bool(tiles[new].stops):
        return "track.city-hex"
    return "track.y-hex"


def route_rule(t: Table, hex: str) -> str:
    """Return the rule that requires a route of the corporation onto a lay on this hex."""
    piece = piece_at(t.title.tables, t.state.tiles, hex)
    if not piece.edges:
        return "track.extend-route"
    if hex not in t.state.tiles:
        return "track.louisville-first-change"
    return "track.upgrade-city" if piece.stops else "track.upgrade-plain"


def allowance_rule(t: Table) -> str:
    """Return the rule that limits the lays of a turn."""
    lays = depot.phase(t).tile_lays
    return "track.later-allowance" if lays and lays.upgrades else "track.phase-2-allowance"


def home_first(t: Table, corp: Corporation, action: LayTile, what: str) -> None:
    """Refuse a lay elsewhere while no track leads into the home hex."""
    if t.title.recorded.routes_unchecked:
        return
    for hex in _bare_homes(t, corp.id):
        if action.hex != hex:
            home = t.title.board.place_name(hex)
            t.refuse("track.home-first", what, f"{corp.id} must first lay track on {home}")


@once
def _bare_homes(t: Table, corp: str) -> list[str]:
    """Return the home hexes of a corporation that no track leads into."""
    homes = t.title.board.corporation[corp].home
    return [hex for hex in homes if not piece_at(t.title.tables, t.state.tiles, hex).edges]


def _class(tile: TileType) -> tuple[bool, str]:
    return bool(tile.stops), tile.label
