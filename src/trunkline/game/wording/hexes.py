"""A hex in words: its tile, track, stops, tokens and printed data."""

from __future__ import annotations

from trunkline.engine.board import Stop
from trunkline.engine.kernel import depot
from trunkline.engine.kernel.context import Context
from trunkline.engine.routing.run import BONUSES
from trunkline.engine.track.track_state import stop_value
from trunkline.game.game import Game
from trunkline.game.wording.places import (
    edge_names,
    piece_on,
    place_name,
    private_name,
    stop_name,
    tile_name,
    track,
)
from trunkline.titles import power_text
from trunkline.util.enumeration import all_of
from trunkline.util.messages import gettext, gettext_noop, translated

KINDS = {
    "clear": gettext_noop("clear"),
    "full": gettext_noop("full"),
    "gray": gettext_noop("gray"),
    "impassable": gettext_noop("impassable"),
    "lake": gettext_noop("lake"),
    "preprinted": gettext_noop("preprinted"),
}
"""The words for kinds of hexes without a stop."""
TERRAIN = {
    "hill": gettext_noop("hill"),
    "mountain": gettext_noop("mountain"),
    "river": gettext_noop("river"),
    "water": gettext_noop("water"),
}
"""The words for the terrain that makes a lay expensive."""


def hex_lines(game: Game, hex: str) -> list[str]:
    """Return lines with all data of one hex."""
    board = game.title.board
    spot = board.hexes[hex]
    piece = piece_on(game, hex)
    placed = game.shared_state.tiles.get(hex)
    if placed:
        tile = tile_name(board.tiles[placed.tile].colour, placed.tile)
    else:
        tile = gettext("{kind}, no tile", kind=_kind_name(spot.kind))
    lines = [_place_line(place_name(game, hex), tile, spot.label)]
    if piece.segments:
        lines.append("  " + gettext("track: {track}", track=track(game, piece)))
    for number, stop in enumerate(piece.stops):
        text = _stop_words(game, hex, number, stop)
        lines.append("  " + gettext("stop {number}: {stop}", number=number, stop=text))
    if spot.blocked_edges:
        names = edge_names(game)
        edges = " ".join(names[edge] for edge in spot.blocked_edges)
        lines.append("  " + gettext("no track may cross {edges}", edges=edges))
    if spot.usable_from_phase:
        phase = spot.usable_from_phase
        lines.append("  " + gettext("its track may be used from phase {phase} on", phase=phase))
    if spot.cost:
        terrain = translated(TERRAIN.get(spot.terrain, spot.terrain))
        cost = gettext("the first tile costs ${amount} ({terrain})", amount=spot.cost, terrain=terrain)
        lines.append(f"  {cost}")
    lines += [
        f"  {private.name}: {power_text(private)}"
        for private in board.private.values()
        if hex in private.hexes and not game.shared_state.privates[private.id].closed
    ]
    lines += [
        "  " + gettext("token of {private}, used by {corp}", private=private_name(game, private), corp=corp)
        for private, (where, corp) in game.shared_state.private_tokens.items()
        if where == hex
    ]
    lines += [
        "  " + gettext("home of {corp}", corp=corp.id) for corp in board.corporations if hex in corp.home
    ]
    lines += [f"  {translated(BONUSES.get(icon, icon))}" for icon in spot.icons]
    return lines


def _place_line(place: str, tile: str, label: str) -> str:
    if label:
        return gettext("{place}: {tile}, label {label}", place=place, tile=tile, label=label)
    return gettext("{place}: {tile}", place=place, tile=tile)


def _kind_name(kind: str) -> str:
    return translated(KINDS[kind]) if kind in KINDS else stop_name(kind)


def _stop_words(game: Game, hex: str, number: int, stop: Stop) -> str:
    key = depot.phase(Context(game.title, game.shared_state)).off_board
    names = edge_names(game)
    mask = piece_on(game, hex).stop_edges[number]
    edges = " ".join(names[e] for e in range(6) if mask >> e & 1)
    worth = stop_value(stop, key)
    parts = [gettext("{stop} worth ${amount}", stop=stop_name(stop.kind), amount=worth)]
    if len(set(stop.values.values())) > 1:
        values = ", ".join(gettext("${amount}", amount=value) for value in stop.values.values())
        by_phase = gettext_noop("{stop} worth ${amount} ({values} by phase)")
        parts = [gettext(by_phase, stop=stop_name(stop.kind), amount=worth, values=values)]
    if edges:
        parts.append(gettext("joined to {edges}", edges=edges))
    here = [m.corp for m in game.shared_state.tokens.get(hex, ()) if m.stop == number]
    if here:
        parts.append(gettext("tokens of {corps}", corps=all_of(here)))
    free = stop.slots - len(here)
    if free > 0:
        parts.append(gettext("{count} free", count=free))
    return ", ".join(parts)
