"""Rules for track lays in 18GL: the number in a turn, their cost, and keeping corporations connected."""

from __future__ import annotations

from trunkline.engine.board import TileLays
from trunkline.engine.kernel.action import LayTile
from trunkline.engine.kernel.context import Context, cached
from trunkline.engine.kernel.state import Corporation
from trunkline.engine.steps.lay_allowance import ONE_LAY
from trunkline.engine.track import reachable_homes
from trunkline.engine.track.map_index import PlacedTile
from trunkline.titles.t18gl.decisions import CONRAIL
from trunkline.util.messages import Message, gettext_lazy

FIRST_TURN = TileLays(yellow=2, upgrades=1)
"""Yellow tiles or upgrades in a corporation's first turn."""


def allowance(ctx: Context, corp: Corporation) -> TileLays:
    """Return the lays that a turn allows.

    A corporation's first round follows the stock round in which it floated.
    """
    first = not corp.operated and ctx.state.round.index == 1
    return FIRST_TURN if first and corp.id != CONRAIL else ONE_LAY


def allowance_rule(ctx: Context) -> str:
    """Return the rule that limits the lays of the turn. A ferry replaces them."""
    turn = ctx.state.operating.turn if ctx.state.operating else None
    corp = ctx.state.corporations[turn.corp] if turn else None
    if corp is not None and corp.id == CONRAIL and not corp.operated:
        return "conrail.one-tile"
    if turn is not None and any(ctx.title.board.hexes[hex].kind == "lake" for hex in turn.laid):
        return "privates.ferry.instead-of-tile"
    first = corp is not None and allowance(ctx, corp) is FIRST_TURN
    return "track.first-round-allowance" if first else "track.one-action"


def block_rule(private: str) -> str:
    """Return the rule by which a private closes its hexes."""
    return {"c_and_e": "privates.ce.block"}.get(private, "privates.eje.block")


def list_rule(ctx: Context, old: str, hex: str, new: str) -> str:
    """Return the rule that refuses ``new`` on ``hex`` over ``old``. An empty ``old`` means the printed
    hex."""
    tiles, spot = ctx.title.board.tiles, ctx.title.board.hexes[hex]
    if old and new in tiles[old].upgrades_to:
        return "tiles.footnoted-upgrades"
    if tiles[new].only_on and hex not in tiles[new].only_on:
        return "track.proprietary-tiles"
    if old:
        return "tiles.upgrade-chart"
    if spot.label:
        return "map.special-labels"
    return "track.ferry-lines-match" if spot.ferry_edges else "track.stop-type-match"


def keeps_open(ctx: Context, corp: Corporation, action: LayTile, what: Message) -> None:
    """Refuse a lay that bars a corporation that has not operated from every route that earns."""
    tables, colours = ctx.title.tables, ctx.phase.tiles
    for other, home, way in _ways_out(ctx):
        if way is None or action.hex not in way:
            continue
        after = {**ctx.state.tiles, action.hex: PlacedTile(action.tile, action.rotation)}
        if reachable_homes.find_way_out(tables, after, home, colours) is None:
            why = gettext_lazy("{corp} could then never run from its home", corp=other)
            ctx.refuse("track.no-locking-out", what, why)


@cached
def _ways_out(ctx: Context) -> list[tuple[str, tuple[str, ...], frozenset[str] | None]]:
    """Return the corporations that have not operated, each with its home and a way from there to another
    stop."""
    found = []
    for other in ctx.title.board.corporations:
        state = ctx.state.corporations[other.id]
        if not (state.operated or state.closed) and other.home:
            # If there was a choice of homes, use the chosen one.
            home = state.stations if state.home else other.home
            way = reachable_homes.way_out(ctx.title.tables, ctx.state.tiles, home, ctx.phase.tiles)
            found.append((other.id, home, way))
    return found
