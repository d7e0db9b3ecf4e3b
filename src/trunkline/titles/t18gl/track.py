"""What a lay of track must keep to in 18GL: how many a turn has, what it costs, whom it may not shut out."""

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
"""Yellow tiles or upgrades in the first turn of a corporation."""
TERRAIN_RIGHTS = {"river": "bridge", "hill": "tunnel"}
"""The right that halves what a kind of terrain costs."""


def allowance(t: Table, corp: Corporation) -> TileLays:
    """What a turn allows; a corporation's first round follows the stock round in which it floated."""
    first = not corp.operated and t.state.round.index == 1
    return FIRST_TURN if first and corp.id != CONRAIL else ONE_LAY


def allowance_rule(t: Table) -> str:
    """The rule that bounds the lays of the turn; a ferry takes their place."""
    turn = t.state.operating.turn if t.state.operating else None
    corp = t.state.corporations[turn.corp] if turn else None
    if corp is not None and corp.id == CONRAIL and not corp.operated:
        return "conrail.one-tile"
    if turn is not None and any(t.title.board.hexes[hex].kind == "lake" for hex in turn.laid):
        return "privates.ferry.instead-of-tile"
    first = corp is not None and allowance(t, corp) is FIRST_TURN
    return "track.first-round-allowance" if first else "track.one-action"


def block_rule(private: str) -> str:
    """The rule by which a private closes its hexes."""
    return {"c_and_e": "privates.ce.block"}.get(private, "privates.eje.block")


def terrain(t: Table, corp: Corporation, hex: str, cost: int) -> int:
    """What the corporation pays of what is printed: half, where it has the right for that terrain."""
    right = TERRAIN_RIGHTS.get(t.title.board.hexes[hex].terrain)
    return cost // 2 if right in corp.rights else cost


def list_rule(t: Table, old: str, hex: str, new: str) -> str:
    """The rule by which ``new`` is refused on ``hex`` over ``old`` (empty: the printed hex)."""
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
    """Raise where the lay would keep a corporation that has yet to operate from every route that earns."""
    tables, colours = t.title.tables, t.phase.tiles
    for other, home, way in _ways_out(t):
        if way is None or action.hex not in way:
            continue
        after = {**t.state.tiles, action.hex: Placed(action.tile, action.rotation)}
        if openings.find_way_out(tables, after, home, colours) is None:
            t.refuse("track.no-locking-out", what, f"{other} could then never run from its home")


@once
def _ways_out(t: Table) -> list[tuple[str, tuple[str, ...], frozenset[str] | None]]:
    """The corporations that have yet to operate, each with its home and a way from there to another stop."""
    found = []
    for other in t.title.board.corporations:
        state = t.state.corporations[other.id]
        if not (state.operated or state.closed) and other.home:
            # Where there was a choice of homes, the one that was taken.
            home = state.stations if state.home else other.home
            way = openings.way_out(t.title.tables, t.state.tiles, home, t.phase.tiles)
            found.append((other.id, home, way))
    return found
