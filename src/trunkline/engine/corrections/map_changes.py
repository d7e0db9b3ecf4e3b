"""Corrections of tiles and station tokens on the map.

Each function refuses what is impossible, and else changes the state of its context.
"""

from __future__ import annotations

from trunkline.engine.corrections.texts import CORRECTION, live
from trunkline.engine.kernel import correction_events as corrected
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.correction import CorrectTile, CorrectToken
from trunkline.engine.kernel.state import Corporation
from trunkline.engine.steps import tokens
from trunkline.engine.track.laying import first_tiles, hex_takes_tiles
from trunkline.engine.track.map_index import PlacedTile, Token
from trunkline.engine.track.track_state import free_slots, piece_at, slots
from trunkline.util.messages import gettext_lazy


def correct_tile(ctx: Context, action: CorrectTile) -> None:
    """Put a tile on a hex, or remove it. Tokens keep their cities, and must find a slot there."""
    board, tables = ctx.title.board, ctx.title.tables
    if action.hex not in board.hexes:
        why = gettext_lazy("there is no hex {hex} on the map", hex=repr(action.hex))
        ctx.refuse("track.on-grid", CORRECTION, why)
    tiles = {hex: placed for hex, placed in ctx.state.tiles.items() if hex != action.hex}
    if action.tile:
        _check_tile(ctx, action)
        tiles[action.hex] = PlacedTile(action.tile, action.rotation)
    elif action.hex not in ctx.state.tiles:
        why = gettext_lazy("{hex} has no tile", hex=action.hex)
        ctx.refuse("track.on-grid", CORRECTION, why)
    change = tables.change(piece_at(tables, ctx.state.tiles, action.hex), piece_at(tables, tiles, action.hex))
    moved: list[Token] = []
    for token in sorted(ctx.state.tokens.get(action.hex, ())):
        stop = change.stop_map[token.stop]
        free = () if stop is None else _free(ctx, tiles, moved, action.hex, stop)
        if stop is None or not free:
            why = gettext_lazy(
                "the token of {corp} would have no slot on {hex}; remove it first",
                corp=token.corp,
                hex=action.hex,
            )
            ctx.refuse("token.one-per-space", CORRECTION, why)
        moved.append(Token(stop, token.corp, token.slot if token.slot in free else free[0]))
    ctx.state.tiles = tiles
    if moved:
        ctx.state.tokens = {**ctx.state.tokens, action.hex: tuple(moved)}
    ctx.note(corrected.TileCorrected(action.hex, action.tile, action.rotation))


def correct_token(ctx: Context, action: CorrectToken) -> None:
    """Place or remove a station token."""
    corp = live(ctx, action.corp)
    if action.placed:
        _place(ctx, corp, action)
    else:
        _remove(ctx, corp, action)
    ctx.note(corrected.TokenCorrected(corp.id, action.hex, action.stop, action.placed))


def _check_tile(ctx: Context, action: CorrectTile) -> None:
    board = ctx.title.board
    if action.tile not in board.tiles:
        why = gettext_lazy("there is no tile {tile} in this game", tile=repr(action.tile))
        ctx.refuse("tiles.supply", CORRECTION, why)
    if not 0 <= action.rotation < 6:
        why = gettext_lazy("a rotation is a number from 0 to 5, not {rotation}", rotation=action.rotation)
        ctx.refuse("track.on-grid", CORRECTION, why)
    over_water = board.tiles[action.tile].colour == "blue"
    fits = action.tile in first_tiles(ctx.title.tables, action.hex)
    if fits if over_water else hex_takes_tiles(board.hexes[action.hex]):
        return
    why = gettext_lazy("{hex} never has tile {tile}", tile=action.tile, hex=action.hex)
    ctx.refuse("track.on-grid", CORRECTION, why)


def _free(
    ctx: Context, tiles: dict[str, PlacedTile], moved: list[Token], hex: str, stop: int
) -> tuple[int, ...]:
    """Return the slots of a stop that the tokens moved so far leave free."""
    return free_slots({hex: tuple(moved)}, hex, stop, slots(ctx.title.tables, tiles, hex, stop))


def _place(ctx: Context, corp: Corporation, action: CorrectToken) -> None:
    spot = action.hex, action.stop
    if action.hex not in ctx.title.board.hexes:
        why = gettext_lazy("there is no hex {hex} on the map", hex=repr(action.hex))
        ctx.refuse("token.one-per-space", CORRECTION, why)
    if not corp.tokens:
        why = gettext_lazy("{corp} has no token left", corp=corp.id)
        ctx.refuse("token.none-left", CORRECTION, why)
    if not corp.home and tokens.home_stops(ctx, corp):
        why = gettext_lazy("{corp} places its home token first, in its turn", corp=corp.id)
        ctx.refuse("float.home-token", CORRECTION, why)
    if any(token.corp == corp.id for token in ctx.state.tokens.get(action.hex, ())):
        why = gettext_lazy("{corp} has a token on that hex already", corp=corp.id)
        ctx.refuse("token.one-per-hex", CORRECTION, why)
    if action.stop not in tokens.cities(ctx, action.hex):
        ctx.refuse("token.one-per-space", CORRECTION, gettext_lazy("there is no such city"))
    if not free_slots(ctx.state.tokens, *spot, slots(ctx.title.tables, ctx.state.tiles, *spot)):
        ctx.refuse("token.one-per-space", CORRECTION, gettext_lazy("all its slots are taken"))
    corp.tokens = corp.tokens[1:]
    tokens.place_token(ctx, corp.id, spot)


def _remove(ctx: Context, corp: Corporation, action: CorrectToken) -> None:
    here = ctx.state.tokens.get(action.hex, ())
    left = tuple(token for token in here if (token.corp, token.stop) != (corp.id, action.stop))
    if left == here:
        why = gettext_lazy("{corp} has no token there", corp=corp.id)
        ctx.refuse("token.one-per-space", CORRECTION, why)
    printed, count = ctx.title.board.corporation[corp.id], len(corp.tokens) + 1
    if action.hex in printed.home:
        why = gettext_lazy("the home token of {corp} stays", corp=corp.id)
        ctx.refuse("float.home-token", CORRECTION, why)
    if count > len(printed.tokens):
        why = gettext_lazy("{corp} took that token over from another corporation", corp=corp.id)
        ctx.refuse("float.home-token", CORRECTION, why)
    others = {hex: tokens for hex, tokens in ctx.state.tokens.items() if hex != action.hex}
    ctx.state.tokens = {**others, action.hex: left} if left else others
    corp.tokens = printed.tokens[len(printed.tokens) - count :]
    corp.stations = tuple(hex for hex in corp.stations if hex != action.hex)
