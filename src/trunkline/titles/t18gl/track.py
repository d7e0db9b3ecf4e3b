"""Rules for track lays in 18GL: the number in a turn, their cost, and keeping corporations connected."""

from __future__ import annotations

from trunkline.board import TileLays
from trunkline.kernel.action import LayTile
from trunkline.kernel.state import Corporation
from trunkline.kernel.table import Table, once
from trunkline.steps.track import ONE_LAY
from trunkline.titles.t18gl.decisions import CONRAIL
from trunkline.track import openings
from trunkline.track.tables import Placed

FIRST_TURN = TileLays(yellow=2, upgrades=1)
"""Yellow tiles or upgrades in a corporation's first turn."""
TERRAIN_RIGHTS = {"river": "bridge", "hill": "tunnel"}
"""The right that halves the cost of each kind of terrain."""


def allowance(t: Table, corp: Corporation) -> TileLays:
    """Return the lays that a turn allows.

    A corporation's first round follows the stock round in which it floated.
    """
    first = not corp.operated and t.state.round.index == 1
    return FIRST_TURN if first and corp.id != CONRAIL else ONE_LAY


def allowance_rule(t: Table) -> str:
    """Return the rule that limits the lays of the turn. A ferry replaces them."""
    turn = t.state.operating.turn if t.state.operating else None
    corp = t.state.corporations[turn.corp] if turn else None
    if corp is not None and corp.id == CONRAIL and not corp.operated:
        return "conrail.one-tile"
    if turn is not None and any(t.title.board.hexes[hex].kind == "lake" for hex in turn.laid):
        return "privates.ferry.instead-of-tile"
    first = corp is not None and allowance(t, corp) is FIRST_TURN
    return "track.first-round-allowance" if first else "track.one-action"


def block_rule(private: str) -> str:
    """Return the rule by which a private closes its hexes."""
    return {"c_and_e": "privates.ce.block"}.get(private, "privates.eje.block")


def terrain(t: Table, corp: Corporation, hex: str, cost: int) -> int:
    """Return the corporation's cost for terrain: half the printed dollars if it has the right for it."""
    right = TERRAIN_RIGHTS.get(t.title.board.hexes[hex].terrain)
    return cost // 2 if right in corp.rights else cost


def list_rule(t: Table, old: str, hex: str, new: str) -> str:
    """Return the rule that refuses ``new`` on ``hex`` over ``old``. An empty ``old`` means the printed
    hex."""
    tiles, spot = t.title.board.tiles, t.title.board.hexes[hex]
    if old and new in tiles[old].upgrades_to:
        return "tiles.footnoted-upgrades"
    if tiles[new].only_on and hex not in tiles[new].only_on:
        return "track.proprietary-tiles"
    if old:
        return "tiles.upgrade-chart"
    if spot.label:
        return "map.special-labels"
    return "track.ferry-lines-match" if spot.ferry_edges else "track.stop-type-match"


def keeps_open(t: Table, corp: Corporation, action: LayTile, what: str) -> None:
    """Refuse a lay that bars a corporation that has not operated from every route that earns."""
    tables, colours = t.title.tables, t.phase.tiles
    for other, home, way in _ways_out(t):
        if way is None or action.hex not in way:
            continue
        after = {**t.state.tiles, action.hex: Placed(action.tile, action.rotation)}
        if openings.find_way_out(tables, after, home, colours) is None:
            t.refuse("track.no-locking-out", what, f"{other} could then never run from its home")


@once
def _ways_out(t: Table) -> list[tuple[str, tuple[str, ...], frozenset[str] | None]]:
    """Return the corporations that have not operated, each with its home and a way from there to another
    stop."""
    found = []
    for other in t.title.board.corporations:
        state = t.state.corporations[other.id]
        if not (state.operated or state.closed) and other.home:
            # If there was a choice of homes, use the chosen one.
            home = state.stations if state.home else other.home
            way = openings.way_out(t.title.tables, t.state.tiles, home, t.phase.tiles)
            found.append((other.id, home, way))
    return found
