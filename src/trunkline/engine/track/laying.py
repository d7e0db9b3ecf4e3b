"""Rules for laying a tile on a hex in a rotation, one small question per function, so that each refusal can
name its rule.

This module ignores the network of the corporation (see `network`) and money.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from trunkline.engine.board import Board, FirstTiles, Hex
from trunkline.engine.track.map_index import STOP, FittingLay, MapIndex, Piece, PlacedTile, TileChange, Token
from trunkline.engine.track.track_state import Tiles, Tokens, piece_at

Upgrades = Mapping[str, tuple[str, ...]]
"""Tiles that each tile may become, by name."""
NO_MORE: Upgrades = MappingProxyType({})

_BARE = PlacedTile("", 0)
"""No tile."""
_BEFORE = {"yellow": "", "green": "yellow", "brown": "green", "gray": "brown", "blue": ""}
"""The colour that each colour replaces."""


def colour_open(board: Board, tile: str, phase: str) -> bool:
    """Return whether tiles of this colour may be laid in the phase."""
    colour = board.tiles[tile].colour
    return colour == "blue" or colour in board.phase[phase].tiles


def hex_takes_tiles(spot: Hex) -> bool:
    """Return whether any track may be laid on a printed hex."""
    return spot.kind in {"clear", "city", "town", "preprinted"}


def colour_fits(tables: MapIndex, tiles: Tiles, hex_id: str, tile: str) -> bool:
    """Return whether the colour may replace the current one: yellow on light green, green on yellow, and so
    on.

    Changes of small cities may be yellow on yellow; see `is_small_city_change`.
    """
    board = tables.board
    spot = board.hexes[hex_id]
    placed = tiles.get(hex_id)
    colour = board.tiles[tile].colour
    if placed is not None:
        return _BEFORE[colour] == board.tiles[placed.tile].colour or is_small_city_change(
            board, placed.tile, tile
        )
    if colour == "blue":
        return spot.kind == "lake" and bool(spot.ferry)
    if not hex_takes_tiles(spot):
        return False
    return _BEFORE[colour] == spot.colour


def colour_follows(tables: MapIndex, tiles: Tiles, hex_id: str, tile: str) -> bool:
    """Return whether the colour may follow on a hex. Yellow may follow on a tile that waits for a phase to be
    changed."""
    placed = tiles.get(hex_id)
    waits = placed is not None and bool(tables.board.tiles[placed.tile].upgrade_phase)
    return (waits and tables.board.tiles[tile].colour == "yellow") or colour_fits(tables, tiles, hex_id, tile)


def first_tiles(tables: MapIndex, hex_id: str) -> tuple[str, ...]:
    """Return the tiles that may be laid first on a printed hex."""
    board = tables.board
    spot = board.hexes[hex_id]
    if spot.kind == "lake" and spot.ferry:
        return tuple(t for t, kind in board.tiles.items() if kind.colour == "blue" and hex_id in kind.only_on)
    if not hex_takes_tiles(spot):
        return ()
    return next((entry.tiles for entry in board.first_tiles if _matches(entry, hex_id, spot)), ())


def _matches(entry: FirstTiles, hex_id: str, spot: Hex) -> bool:
    return (
        (not entry.hexes or hex_id in entry.hexes)
        and (not entry.kind or entry.kind == spot.kind)
        and (not entry.label or entry.label == spot.label)
        and entry.cities in {None, spot.cities}
        and entry.towns in {None, spot.towns}
        and entry.ferries in {None, len(spot.ferry_edges)}
    )


def stops_fit(tables: MapIndex, hex_id: str, tile: str) -> bool:
    """Return whether a first tile has as many towns and cities as the printed hex."""
    kinds = [stop.kind for stop in tables.board.tiles[tile].stops]
    printed = [stop.kind for stop in tables.printed[tables.index[hex_id]].stops]
    return sorted(kinds) == sorted(printed)


def replacements(tables: MapIndex, tiles: Tiles, hex_id: str, also: Upgrades = NO_MORE) -> tuple[str, ...]:
    """Return the tiles that the lists allow on a hex now, in any phase. These are first tiles, or
    upgrades and downgrades of the current tile. ``also`` adds to the upgrades."""
    placed = tiles.get(hex_id)
    if placed is None:
        found = tables.first.get(hex_id)
        if found is None:
            found = tables.first[hex_id] = first_tiles(tables, hex_id)
        return found
    old = tables.board.tiles[placed.tile]
    return old.upgrades_to + old.downgrades_to + also.get(placed.tile, ())


def is_small_city_change(board: Board, old: str, new: str) -> bool:
    """Return whether a replacement changes small cities into a large one or into plain track."""
    kind = board.tiles[old]
    return bool(kind.upgrade_phase) and new in kind.upgrades_to + kind.downgrades_to


def change_phase_open(board: Board, old: str, phase: str) -> bool:
    """Return whether a tile whose replacement waits for a phase may be replaced in this phase."""
    since = board.tiles[old].upgrade_phase
    return not since or board.phase_index[phase] >= board.phase_index[since]


def open_in(tables: MapIndex, tiles: Tiles, hex_id: str, tile: str, phase: str) -> bool:
    """Return whether the colour of a tile may follow on a hex in a phase."""
    placed = tiles.get(hex_id)
    open_now = placed is None or change_phase_open(tables.board, placed.tile, phase)
    return open_now and colour_follows(tables, tiles, hex_id, tile)


def allowed_on(board: Board, hex_id: str, tile: str) -> bool:
    """Return whether a tile that is limited to some hexes, or barred from some, may be on this hex."""
    kind = board.tiles[tile]
    return hex_id not in kind.not_on and (not kind.only_on or hex_id in kind.only_on)


def change_at(tables: MapIndex, tiles: Tiles, hex_id: str, tile: str, rotation: int) -> TileChange:
    """Return the change that laying a tile makes to the track of a hex."""
    return tables.change(piece_at(tables, tiles, hex_id), tables.piece(tile, rotation))


def keeps_track(tables: MapIndex, tiles: Tiles, hex_id: str, tile: str, rotation: int) -> bool:
    """Return whether all track of the hex is in the same place on the new tile. For some tiles only the exits
    must be."""
    return change_at(tables, tiles, hex_id, tile, rotation).keeps


def has_first_exits(tables: MapIndex, tiles: Tiles, hex_id: str, tile: str, rotation: int) -> bool:
    """Return whether a tile has the exits required of the first tile on its hex. Later tiles have no such
    requirement."""
    must = tables.board.hexes[hex_id].first_upgrade_exits
    return hex_id in tiles or all(tables.piece(tile, rotation).at[e] for e in must)


def dead_end(tables: MapIndex, hex_id: str, tile: str, rotation: int) -> int | None:
    """Return the first edge at which track of the tile would end at terrain without track, or None."""
    h = tables.index[hex_id]
    bad = (
        tables.piece(tile, rotation).land_edges & ~tables.open_edges[h]
        if tables.hexes[h].kind != "lake"
        else 0
    )
    return (bad & -bad).bit_length() - 1 if bad else None


def is_blocked(tables: MapIndex, hex_id: str, edge: int) -> bool:
    """Return whether the border at an edge is one that no track may cross."""
    h = tables.index[hex_id]
    mate = tables.mate[STOP * h + edge]
    beyond = tables.hexes[mate // STOP].blocked_edges if mate >= 0 else ()
    return edge in tables.hexes[h].blocked_edges or mate % STOP in beyond


def ferries_fit(tables: MapIndex, hex_id: str, tile: str, rotation: int) -> bool:
    """Return whether the ferry lines of the tile are exactly on those of the hex."""
    h = tables.index[hex_id]
    spot = tables.hexes[h]
    lines = tables.piece(tile, rotation).ferry
    if spot.kind == "lake":
        return lines == {
            (min(a, b), max(a, b)) for a, b in spot.ferry if isinstance(a, int) and isinstance(b, int)
        }
    edges = {end for line in lines for end in line if end < STOP}
    return sum(1 << edge for edge in edges) == tables.ferry_edges[h]


def link_fits(tables: MapIndex, hex_id: str, tile: str, rotation: int) -> bool:
    """Return whether a tile for half of a double hex points to the other half."""
    spot, kind = tables.board.hexes[hex_id], tables.board.tiles[tile]
    if spot.link_edge is None or kind.link_edge is None:
        return spot.link_edge is None and kind.link_edge is None
    return (kind.link_edge + rotation) % 6 == spot.link_edge


def fitting_rotations(tables: MapIndex, tiles: Tiles, hex_id: str, tile: str) -> tuple[int, ...]:
    """Return the rotations in which a tile keeps the track of the hex and has no dead end, without
    duplicates."""
    placed = tiles.get(hex_id, _BARE)
    key = (hex_id, placed.tile, placed.rotation, tile)
    found = tables.fitting.get(key)
    if found is None:
        found = tables.fitting[key] = tuple(
            r
            for r in tables.rotations(tile)
            if keeps_track(tables, tiles, hex_id, tile, r)
            and has_first_exits(tables, tiles, hex_id, tile, r)
            and dead_end(tables, hex_id, tile, r) is None
            and ferries_fit(tables, hex_id, tile, r)
            and link_fits(tables, hex_id, tile, r)
        )
    return found


def lays_on(tables: MapIndex, tiles: Tiles, hex_id: str, also: Upgrades = NO_MORE) -> tuple[PlacedTile, ...]:
    """Return every lay on a hex that the printed components allow, for any phase, supply and corporation."""
    placed = tiles.get(hex_id)
    key = (hex_id, placed, () if placed is None else also.get(placed.tile, ()))
    found = tables.lays.get(key)
    if found is None:
        found = tables.lays[key] = tuple(
            PlacedTile(tile, rotation)
            for tile in tiles_on(tables, tiles, hex_id, also)
            for rotation in fitting_rotations(tables, tiles, hex_id, tile)
        )
    return found


def lays_in(
    tables: MapIndex, tiles: Tiles, hex_id: str, old: Piece, phase: str, also: Upgrades
) -> tuple[FittingLay, ...]:
    """Return the lays on a hex whose colours are in use in a phase and may follow, with their changes to the
    track in use."""
    placed = tiles.get(hex_id)
    key = (hex_id, placed, old.uid, phase, () if placed is None else also.get(placed.tile, ()))
    found = tables.lays_in.get(key)
    if found is None:
        pieces = ((lay, tables.piece(*lay)) for lay in lays_on(tables, tiles, hex_id, also))
        found = tables.lays_in[key] = tuple(
            FittingLay(lay.tile, lay.rotation, piece, tables.change(old, piece))
            for lay, piece in pieces
            if lay.tile in tables.in_use[phase] and open_in(tables, tiles, hex_id, lay.tile, phase)
        )
    return found


def tiles_on(tables: MapIndex, tiles: Tiles, hex_id: str, also: Upgrades = NO_MORE) -> Iterator[str]:
    """Yield every tile that the printed components allow on a hex, even if no rotation fits."""
    for tile in replacements(tables, tiles, hex_id, also):
        if allowed_on(tables.board, hex_id, tile):
            yield tile


def lays_ever_on(tables: MapIndex, hex_id: str) -> Iterator[PlacedTile]:
    """Yield every tile that can ever be on a hex, in each rotation that track and lists allow."""
    seen: set[PlacedTile] = set()
    wave: list[dict[str, PlacedTile]] = [{}]
    while wave:
        tiles = wave.pop()
        for placed in lays_on(tables, tiles, hex_id, tables.board.unlisted_upgrades):
            if placed not in seen:
                seen.add(placed)
                wave.append({hex_id: placed})
                yield placed


class MovedTokens(NamedTuple):
    """The tokens of a hex after its tile was replaced."""

    tokens: tuple[Token, ...]
    choice: tuple[Token, ...]
    """Tokens whose new slot the track does not decide, because no track led to the old one. They must be
    placed again."""


def carry_tokens(
    tables: MapIndex, tiles: Tiles, tokens: Tokens, hex_id: str, tile: str, rotation: int
) -> MovedTokens:
    """Move the tokens of a hex onto the tile that will replace the current one, by matching track.

    Tokens keep their slot if it exists and is free. Tokens of cities that become one city follow in order.
    """
    here = tokens.get(hex_id, ())
    if not here:
        return MovedTokens((), ())
    new = tables.piece(tile, rotation)
    change = change_at(tables, tiles, hex_id, tile, rotation)
    moved: list[Token] = []
    undecided: list[Token] = []
    for token in sorted(here):
        to = change.stop_map[token.stop]
        if to is None:
            undecided.append(token)
            continue
        taken = {m.slot for m in moved if m.stop == to}
        room = new.stops[to].slots
        slot = token.slot
        if slot in taken or slot >= room:
            # If there are more tokens than slots, put the surplus next to them, as on the printed tile.
            slot = next(s for s in range(room + len(here)) if s not in taken)
        moved.append(Token(to, token.corp, slot))
    return MovedTokens(tuple(moved), tuple(undecided))


class BoardAfterLay(NamedTuple):
    """A board after a lay."""

    tiles: dict[str, PlacedTile]
    tokens: dict[str, tuple[Token, ...]]
    choice: tuple[Token, ...]
    """Tokens of the hex that must be placed again, and have no place until then."""


def laid(
    tables: MapIndex, tiles: Tiles, tokens: Tokens, hex_id: str, tile: str, rotation: int
) -> BoardAfterLay:
    """Return the board after a lay, with the tokens on the new tile. Does not change the given mappings."""
    carried = carry_tokens(tables, tiles, tokens, hex_id, tile, rotation)
    stand = {**tokens, hex_id: carried.tokens} if hex_id in tokens else {**tokens}
    return BoardAfterLay({**tiles, hex_id: PlacedTile(tile, rotation)}, stand, carried.choice)
