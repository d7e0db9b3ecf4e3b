"""A hex in words: its tile, track, stops, tokens and printed data."""

from __future__ import annotations

from trunkline.engine.board import Stop
from trunkline.engine.kernel import depot
from trunkline.engine.kernel.context import Context
from trunkline.engine.track.track_state import stop_value
from trunkline.game.game import Game
from trunkline.game.wording.places import EDGES, piece_on, place_name, private_name, track


def hex_lines(game: Game, hex: str) -> list[str]:
    """Return lines with all data of one hex."""
    board = game.title.board
    spot = board.hexes[hex]
    piece = piece_on(game, hex)
    placed = game.shared_state.tiles.get(hex)
    tile = f"{board.tiles[placed.tile].colour} tile {placed.tile}" if placed else f"{spot.kind}, no tile"
    lines = [f"{place_name(game, hex)}: {tile}" + (f", label {spot.label}" if spot.label else "")]
    if piece.segments:
        lines.append(f"  track: {track(game, piece)}")
    for number, stop in enumerate(piece.stops):
        lines.append(f"  stop {number}: {_stop_words(game, hex, number, stop)}")
    if spot.blocked_edges:
        names = EDGES[board.layout.orientation]
        lines.append(f"  no track may cross {' '.join(names[edge] for edge in spot.blocked_edges)}")
    if spot.usable_from_phase:
        lines.append(f"  its track may be used from phase {spot.usable_from_phase} on")
    if spot.cost:
        lines.append(f"  the first tile costs ${spot.cost:,} ({spot.terrain})")
    lines += [
        f"  {private.name}: {private.power}"
        for private in board.private.values()
        if hex in private.hexes and not game.shared_state.privates[private.id].closed
    ]
    lines += [
        f"  token of {private_name(game, private)}, used by {corp}"
        for private, (where, corp) in game.shared_state.private_tokens.items()
        if where == hex
    ]
    lines += [f"  home of {corp.id}" for corp in board.corporations if hex in corp.home]
    lines += [f"  {icon}" for icon in spot.icons]
    return lines


def _stop_words(game: Game, hex: str, number: int, stop: Stop) -> str:
    key = depot.phase(Context(game.title, game.shared_state)).off_board
    names = EDGES[game.title.board.layout.orientation]
    mask = piece_on(game, hex).stop_edges[number]
    edges = " ".join(names[e] for e in range(6) if mask >> e & 1)
    text = f"{stop.kind} worth ${stop_value(stop, key):,}"
    if len(set(stop.values.values())) > 1:
        text += f" ({', '.join(f'${value:,}' for value in stop.values.values())} by phase)"
    text += f", joined to {edges}" if edges else ""
    here = [m.corp for m in game.shared_state.tokens.get(hex, ()) if m.stop == number]
    if here:
        text += f", tokens of {' and '.join(here)}"
    free = stop.slots - len(here)
    return text + (f", {free} free" if free > 0 else "")
