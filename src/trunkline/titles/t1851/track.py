"""Rules of 1851 that a track lay can break."""

from __future__ import annotations

from trunkline.engine.board import TileType
from trunkline.engine.kernel import depot
from trunkline.engine.kernel.action import LayTile
from trunkline.engine.kernel.context import Context, cached
from trunkline.engine.kernel.state import Corporation
from trunkline.engine.track.track_state import piece_at
from trunkline.util.messages import Message, gettext_lazy


def tile_rule(ctx: Context, old: str, hex: str, new: str) -> str:
    """Return the rule that refuses ``new`` on ``hex`` over ``old``. An empty ``old`` means the printed
    hex."""
    tiles = ctx.title.board.tiles
    if old:
        same = _class(tiles[old]) == _class(tiles[new])
        return "track.upgrade-keeps-track" if same else "track.upgrade-same-class"
    spot = ctx.title.board.hexes[hex]
    if spot.stops:
        return "track.louisville-first-change"
    if bool(spot.cities) != bool(tiles[new].stops):
        return "track.city-hex"
    return "track.y-hex"


def route_rule(ctx: Context, hex: str) -> str:
    """Return the rule that requires a route of the corporation onto a lay on this hex."""
    piece = piece_at(ctx.title.tables, ctx.state.tiles, hex)
    if not piece.edges:
        return "track.extend-route"
    if hex not in ctx.state.tiles:
        return "track.louisville-first-change"
    return "track.upgrade-city" if piece.stops else "track.upgrade-plain"


def allowance_rule(ctx: Context) -> str:
    """Return the rule that limits the lays of a turn."""
    lays = depot.phase(ctx).tile_lays
    return "track.later-allowance" if lays and lays.upgrades else "track.phase-2-allowance"


def home_first(ctx: Context, corp: Corporation, action: LayTile, what: Message) -> None:
    """Refuse a lay elsewhere while no track leads into the home hex."""
    if ctx.title.recorded.routes_unchecked:
        return
    for hex in _bare_homes(ctx, corp.id):
        if action.hex != hex:
            home = ctx.title.board.place_name(hex)
            ctx.refuse(
                "track.home-first",
                what,
                gettext_lazy("{corp} must first lay track on {home}", corp=corp.id, home=home),
            )


@cached
def _bare_homes(ctx: Context, corp: str) -> list[str]:
    """Return the home hexes of a corporation that no track leads into."""
    homes = ctx.title.board.corporation[corp].home
    return [hex for hex in homes if not piece_at(ctx.title.tables, ctx.state.tiles, hex).edges]


def _class(tile: TileType) -> tuple[bool, str]:
    return bool(tile.stops), tile.label
