"""Facts for drawing a map: printed hexes, laid tiles and possible upgrades."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import lru_cache

import msgspec

from trunkline import svg
from trunkline.engine.board import Board
from trunkline.engine.kernel.action import LayTile
from trunkline.engine.track import laying
from trunkline.engine.track.map_index import MapIndex, PlacedTile, Token
from trunkline.engine.track.track_state import Tiles, Tokens, free_slots, piece_at, supply_left
from trunkline.game import Game
from trunkline.game.wording.board_texts import board_text
from trunkline.game.wording.hexes import hex_lines
from trunkline.game.wording.places import piece_on, private_name, track
from trunkline.svg.hexes import RADIUS
from trunkline.titles import boards, catalogue
from trunkline.util.messages import gettext, gettext_noop
from trunkline.web.errors import GameNotFound
from trunkline.web.presenters.titles import check_title
from trunkline.web.schemas.map import (
    BoardFacts,
    BoxFacts,
    CorpColours,
    DrawnHex,
    HexFacts,
    HexOption,
    Laid,
    LayoutFacts,
    PlacedToken,
    PrivateTokenFacts,
    SlotSpot,
    TileFacts,
    TrackFacts,
)

NOW = "now"
BOARDS = 16
"""Number of boards whose drawings are cached."""


def board_of(title: str) -> Board:
    """Return the board of a title that can be played. Raises ``GameNotFound``."""
    check_title(title)
    return boards()[title]()


TILES = {
    "yellow": gettext_noop("yellow tile {tile}"),
    "green": gettext_noop("green tile {tile}"),
    "brown": gettext_noop("brown tile {tile}"),
    "gray": gettext_noop("gray tile {tile}"),
    "blue": gettext_noop("blue tile {tile}"),
}
"""The names of placed tiles, by colour."""
KINDS = {
    "clear": gettext_noop("clear"),
    "city": gettext_noop("city"),
    "town": gettext_noop("town"),
    "preprinted": gettext_noop("preprinted"),
    "gray": gettext_noop("gray"),
    "offboard": gettext_noop("offboard"),
    "lake": gettext_noop("lake"),
    "impassable": gettext_noop("impassable"),
}
"""The names of hexes without a tile."""


@lru_cache(maxsize=BOARDS)
def sheet(board: Board) -> tuple[bytes, str]:
    """Return all symbols of a board as one SVG document, and its hash."""
    data = svg.symbols(board).encode()
    return data, hashlib.sha256(data).hexdigest()[:16]


@lru_cache(maxsize=BOARDS)
def printed_picture(board: Board) -> tuple[bytes, str]:
    """Return a small picture of a board without tiles, and its hash."""
    data = svg.small_map(board).encode()
    return data, hashlib.sha256(data).hexdigest()[:16]


def picture(game: Game) -> bytes:
    """Return a small picture of the map with its tiles and tokens."""
    state = game.shared_state
    if not state.tiles and not state.tokens:
        return printed_picture(game.title.board)[0]
    return svg.small_map(game.title.board, state.tiles, state.tokens).encode()


def board_facts(board: Board) -> BoardFacts:
    """Return the print of a board, with its texts in the language of the reader."""
    facts = _board_facts(board)
    zones = {zone: board_text(text) for zone, text in facts.zones.items()}
    return msgspec.structs.replace(facts, zones=zones)


@lru_cache(maxsize=BOARDS)
def _board_facts(board: Board) -> BoardFacts:
    grid = svg.grid_of(board.layout)
    centres = {hex: grid.centre(hex) for hex in board.hexes}
    return BoardFacts(
        title=board.title,
        name=catalogue()[board.title].name,
        hash=sheet(board)[1],
        layout=LayoutFacts(board.layout.orientation, RADIUS),
        extent=svg.extent(grid, list(centres.values())),
        hexes={
            hex: DrawnHex(round(at.x, 1), round(at.y, 1), board.hexes[hex].name, f"hex-{hex}")
            for hex, at in centres.items()
        },
        chart=tuple(
            tuple(None if box is None else BoxFacts(box.price, box.par, box.zone, box.arrow) for box in row)
            for row in board.chart.rows
        ),
        zones=board.chart.zones,
        chart_offset=board.chart.has_offset_rows,
        corporations=tuple(
            CorpColours(
                corp.id,
                f"{corp.name} ({corp.short})" if corp.short else corp.name,
                corp.colour,
                corp.text_colour,
                f"token-{svg.token_id(corp.id)}",
                corp.home,
            )
            for corp in board.corporations
        ),
        tiles={id: TileFacts(tile.colour, tile.count) for id, tile in board.tiles.items()},
        token_scale=round(svg.ON_MAP, 3),
        private_token_scale=svg.PRIVATE,
    )


def laid(game: Game) -> Laid:
    """Return the tiles and the station tokens on the map."""
    state = game.shared_state
    return Laid(
        {hex: (placed.tile, placed.rotation) for hex, placed in state.tiles.items()},
        {
            hex: tokens_on(game.title.tables, state.tiles, state.tokens, hex)
            for hex, standing in state.tokens.items()
            if standing
        },
    )


def tokens_on(tables: MapIndex, tiles: Tiles, tokens: Tokens, hex: str) -> tuple[PlacedToken, ...]:
    """Return the station tokens of a hex with their positions on it."""
    grid = svg.grid_of(tables.board.layout)
    size = round(svg.token_size(tables, tiles, hex), 3)
    return tuple(
        PlacedToken(token.corp, token.stop, token.slot, round(at.x, 1), round(at.y, 1), size)
        for token, at in svg.token_spots(tables, grid, tiles, tokens, hex)
    )


def carried(game: Game, hex: str, tile: str, rotation: int) -> tuple[PlacedToken, ...]:
    """Return the positions of a hex's tokens after a tile lay.

    Tokens whose stop the player would choose are on the first free one.
    """
    tables, state = game.title.tables, game.shared_state
    if not state.tokens.get(hex):
        return ()
    moved, choice = laying.carry_tokens(tables, state.tiles, state.tokens, hex, tile, rotation)
    stops = tables.board.tiles[tile].stops
    for token in choice:
        free = (
            (s, slot) for s, stop in enumerate(stops) for slot in free_slots({hex: moved}, hex, s, stop.slots)
        )
        at = next(free, None)
        if at is not None:
            moved = (*moved, Token(at[0], token.corp, at[1]))
    tiles = {**state.tiles, hex: PlacedTile(tile, rotation)}
    return tokens_on(tables, tiles, {**state.tokens, hex: moved}, hex)


def free_slot(game: Game, hex: str, stop: int) -> SlotSpot | None:
    """Return the circle of the next token on a stop, or None if all are taken."""
    tables, state = game.title.tables, game.shared_state
    printed = piece_at(tables, state.tiles, hex).stops[stop].slots
    slot = next(iter(free_slots(state.tokens, hex, stop, printed)), None)
    return None if slot is None else slot_spot(game, hex, stop, slot)


def slot_spot(game: Game, hex: str, stop: int, slot: int) -> SlotSpot:
    """Return a circle of a stop."""
    grid = svg.grid_of(game.title.board.layout)
    spots, radius = svg.slot_spots(game.title.tables, grid, game.shared_state.tiles, hex, stop, slot + 1)
    return SlotSpot(round(spots[slot].x, 1), round(spots[slot].y, 1), radius)


def ferries(tables: MapIndex, tiles: Tiles) -> Iterator[TrackFacts]:
    """Yield the lines at the shores of open ferry routes."""
    grid = svg.grid_of(tables.board.layout)
    for part in svg.ferry_lines(tables, grid, tiles):
        yield TrackFacts(part.hex, part.d)


def private_tokens(game: Game) -> Iterator[PrivateTokenFacts]:
    """Yield the tokens of privates' powers, each on the sign of its hex."""
    tables = game.title.tables
    for id, (hex, corp) in game.shared_state.private_tokens.items():
        at = svg.sign_spot(tables, game.shared_state.tiles, hex)
        text = gettext("{private}, used by {corp}", private=private_name(game, id), corp=corp)
        yield PrivateTokenFacts(id, hex, corp, text, round(at.x, 1), round(at.y, 1))


def hex_facts(game: Game, hex: str) -> HexFacts:
    """Return a hex with its content, and every tile that the components allow on it. Raises
    ``GameNotFound``."""
    board = game.title.board
    if hex not in board.hexes:
        raise GameNotFound(gettext("There is no such hex on the map."))
    placed = game.shared_state.tiles.get(hex)
    if placed:
        now = gettext(TILES[board.tiles[placed.tile].colour], tile=placed.tile)
    else:
        now = gettext(KINDS[board.hexes[hex].kind])
    shown = track(game, piece_on(game, hex))
    tiles = laying.tiles_on(game.title.tables, game.shared_state.tiles, hex)
    options = (_option(game, hex, tile) for tile in tiles) if laying.hex_takes_tiles(board.hexes[hex]) else ()
    return HexFacts(
        hex,
        board.hexes[hex].name,
        f"{now}: {shown}" if shown else now,
        tuple(hex_lines(game, hex)),
        tuple(options),
    )


def _option(game: Game, hex: str, tile: str) -> HexOption:
    board, tables, tiles = game.title.board, game.title.tables, game.shared_state.tiles
    rotations = laying.fitting_rotations(tables, tiles, hex, tile)
    turn = game.shared_state.operating.turn if game.shared_state.operating else None
    legal: list[int] = []
    rule: str | None = None
    why: str | None = None
    if turn is not None and not game.over:
        president = game.shared_state.corporations[turn.corp].president
        for rotation in rotations or (0,):
            refusal = game.check(LayTile(president, turn.corp, hex, tile, rotation))
            if refusal is None:
                legal.append(rotation)
            elif rule is None:
                rule, why = refusal.rule, refusal.why
    if legal:
        rule = why = None
    left = supply_left(tables, tiles, tile)
    return HexOption(
        tile, board.tiles[tile].colour, rotations, tuple(legal), left, _when(game, hex, tile), rule, why
    )


def _when(game: Game, hex: str, tile: str) -> str:
    """Return ``now``, or the phase that allows the colour of a tile."""
    board = game.title.board
    placed = game.shared_state.tiles.get(hex)
    for phase in board.phases[game.shared_state.phase :]:
        open_now = laying.colour_open(board, tile, phase.name)
        if open_now and (placed is None or laying.change_phase_open(board, placed.tile, phase.name)):
            return (
                NOW
                if phase is board.phases[game.shared_state.phase]
                else gettext("from phase {phase} on", phase=phase.name)
            )
    return ""
