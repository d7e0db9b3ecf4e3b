"""The calculator of best runs for any position on the board of a title."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

import msgspec

from trunkline import svg
from trunkline.engine.board import Board
from trunkline.engine.board.hex_grid import EDGES
from trunkline.engine.kernel import depot
from trunkline.engine.kernel.context import Context
from trunkline.engine.routing import RouteContext
from trunkline.engine.routing.run import BONUSES
from trunkline.engine.track import hex_takes_tiles, lake_tiles, laying, map_tables
from trunkline.engine.track.map_index import STOP, MapIndex, Piece, PlacedTile, Token
from trunkline.engine.track.track_state import Tiles, Tokens, free_slots, piece_at
from trunkline.game import Game, routes
from trunkline.game.routes import Listed, PositionEntry
from trunkline.titles import catalogue, reading_boards
from trunkline.util.messages import gettext, translated
from trunkline.web.errors import GameNotFound, NotPossible
from trunkline.web.presenters import maps
from trunkline.web.presenters.calculator_address import ENOUGH, read, tile_of
from trunkline.web.presenters.runs import plan_facts
from trunkline.web.schemas.calculator import (
    CalculatedRuns,
    CalculatorBonus,
    CalculatorFacts,
    CalculatorFerry,
    CalculatorHex,
    CalculatorPosition,
    CalculatorReading,
    CalculatorTile,
    CalculatorTrain,
    CityFacts,
    TileLaid,
)
from trunkline.web.schemas.map import Laid

STEPS: Final = 100_000
"""Search steps for one answer, about a third of a second. The proof shows any remaining gap."""
COLOURS: Final = ("yellow", "green", "brown", "gray", "blue")
"""The colours of tiles in the order in which they are laid."""
LAST_ROTATION: Final = 5


def facts(board: Board) -> CalculatorFacts:
    """Return the choices of the calculator for a board, with its texts in the language of the reader."""
    return CalculatorFacts(
        tuple(phase.name for phase in board.phases),
        tuple(
            CalculatorTrain(
                train.name,
                next((n for n, phase in enumerate(board.phases) if train.name in phase.on_train), 0),
                any(step.owned is not None for step in train.range_table),
            )
            for train in board.trains
        ),
        tuple(
            CalculatorBonus(
                name, translated(BONUSES.get(name, name)), bonus.value, bonus.hexes, bonus.one_hex
            )
            for name, bonus in board.bonuses.items()
        ),
        tuple(CalculatorFerry(ferry.id, ferry.name, board.ferry_fee) for ferry in board.ferries),
        _readings(board.title),
    )


def _readings(title: str) -> tuple[CalculatorReading, ...]:
    """Return the readings with another board, the printed rules first. Empty if there is no other board."""
    notes = catalogue()[title].reading_notes
    printed, *others = reading_boards(title)
    found = (("", printed), *((id, id) for id in others))
    return tuple(CalculatorReading(id, translated(notes[name])) for id, name in found) if others else ()


def hex_tiles(board: Board, hex: str, now: str = "") -> CalculatorHex:
    """Return the tiles that can ever be on a hex. Raises ``GameNotFound``.

    ``now`` is the hex with its present tile and rotation, or empty for the printed hex.
    """
    if hex not in board.hexes:
        raise GameNotFound(gettext("There is no such hex on the map."))
    placed = tile_of(now) if now else None
    if placed and (placed[0] != hex or placed[1] not in board.tiles or placed[2] > LAST_ROTATION):
        raise NotPossible(gettext("There is no such tile on this hex."))
    return _hex_tiles(board, hex, PlacedTile(*placed[1:]) if placed else None)


@lru_cache(maxsize=1024)
def _hex_tiles(board: Board, hex: str, now: PlacedTile | None) -> CalculatorHex:
    tables = map_tables(board)
    tiles = {hex: now} if now else {}
    found: dict[str, list[int]] = {}
    if hex_takes_tiles(board.hexes[hex]):
        for tile, rotation in laying.lays_ever_on(tables, hex):
            found.setdefault(tile, []).append(rotation)
    order = {tile: number for number, tile in enumerate(board.tiles)}
    ranked = sorted(found, key=lambda tile: (COLOURS.index(board.tiles[tile].colour), order[tile]))
    return CalculatorHex(
        hex,
        tuple(
            CalculatorTile(
                tile,
                board.tiles[tile].colour,
                tuple(sorted(found[tile])),
                tuple(
                    turn for turn in sorted(found[tile]) if laying.keeps_track(tables, tiles, hex, tile, turn)
                ),
            )
            for tile in ranked
        ),
    )


def answer(entry: PositionEntry, lay: str = "") -> CalculatedRuns:
    """Return the best runs of a position, after a lay if there is one. Raises ``NotPossible``.

    ``lay`` is a hex with its new tile and rotation, or a hex alone to take its tile off.
    """
    found = read(entry)
    if lay:
        entry = _after(entry, found, lay)
        found = read(entry)
    context = found.context
    tables = context.tables
    plan = found.best(budget=STEPS)
    return CalculatedRuns(
        _position(entry, context),
        Laid(
            {hex: (placed.tile, placed.rotation) for hex, placed in context.tiles.items()},
            {
                hex: maps.tokens_on(tables, context.tiles, context.tokens, hex)
                for hex, here in context.tokens.items()
                if here
            },
        ),
        tuple(maps.ferries(tables, context.tiles)),
        _cities(tables, context.tiles),
        svg.era_of(tables.board, tables.board.phase_index[found.phase]),
        any(token.corp == context.company for here in context.tokens.values() for token in here),
        plan_facts(tables, context.trains, plan, context.tiles),
    )


def _position(entry: PositionEntry, context: RouteContext) -> CalculatorPosition:
    tokens = {hex: _by_stop(here) for hex, here in context.tokens.items() if here}
    return CalculatorPosition(
        context.tables.board.title,
        entry.company,
        str(entry.phase),
        tuple(map(str, entry.trains)),
        {hex: TileLaid(str(tile), rotation) for hex, (tile, rotation) in entry.tiles.items()},
        tokens,
        {**dict.fromkeys(entry.rights, ""), **entry.tokens},
        entry.ferries,
        {str(name): count for name, count in entry.owned.items()},
        None if entry.purse == ENOUGH else entry.purse,
        entry.reading,
    )


def _by_stop(here: Iterable[Token]) -> tuple[tuple[str, ...], ...]:
    """Return the corporations of each stop of a hex, in the order of their slots."""
    listed = sorted(here, key=lambda token: (token.stop, token.slot))
    last = max(token.stop for token in listed)
    return tuple(tuple(token.corp for token in listed if token.stop == stop) for stop in range(last + 1))


def _cities(tables: MapIndex, tiles: Tiles) -> dict[str, tuple[CityFacts, ...]]:
    names = [translated(name) for name in EDGES[tables.board.layout.orientation]]
    found: dict[str, tuple[CityFacts, ...]] = {}
    for hex in tables.names:
        piece = piece_at(tables, tiles, hex)
        here = tuple(
            CityFacts(
                number,
                " ".join(names[edge] for edge in range(STOP) if piece.stop_edges[number] >> edge & 1),
                stop.slots,
            )
            for number, stop in enumerate(piece.stops)
            if stop.slots
        )
        if here:
            found[hex] = here
    return found


def _after(entry: PositionEntry, found: Listed, lay: str) -> PositionEntry:
    """Return the position after a lay, with the tokens of the hex on the new track."""
    context = found.context
    tables, board = context.tables, context.tables.board
    tiles = dict(entry.tiles)
    if "." not in lay:
        if lay not in board.hexes:
            raise NotPossible(gettext("There is no such hex on the map."))
        tiles.pop(lay, None)
        bare = {hex: placed for hex, placed in context.tiles.items() if hex != lay}
        return _with(entry, tiles, _fitted(context.tokens, lay, piece_at(tables, bare, lay)))
    hex, tile, rotation = tile_of(lay)
    tiles[hex] = (tile, rotation)
    # This refuses a lay that is not possible, before the tokens move.
    read(_with(entry, tiles, {**context.tokens, hex: ()}))
    moved, choice = laying.carry_tokens(tables, context.tiles, context.tokens, hex, tile, rotation)
    after = tables.piece(tile, rotation)
    for token in choice:
        free = (
            Token(number, token.corp, slot)
            for number, stop in enumerate(after.stops)
            for slot in free_slots({hex: moved}, hex, number, stop.slots)
        )
        moved = (*moved, *list(free)[:1])
    # On a tile with fewer slots, the tokens in the first slots stay.
    first = [token.corp for token in sorted(context.tokens.get(hex, ()), key=lambda t: (t.stop, t.slot))]
    ordered = sorted(moved, key=lambda token: first.index(token.corp))
    renumbered = tuple(token._replace(slot=number) for number, token in enumerate(ordered))
    return _with(entry, tiles, _fitted({**context.tokens, hex: renumbered}, hex, after))


def _fitted(tokens: Tokens, hex: str, piece: Piece) -> Tokens:
    """Return the tokens without those of a hex for which its track has no slot."""
    room = Counter({number: stop.slots for number, stop in enumerate(piece.stops)})
    kept: list[Token] = []
    for token in sorted(tokens.get(hex, ()), key=lambda token: (token.stop, token.slot)):
        if room[token.stop] > 0:
            room[token.stop] -= 1
            kept.append(token)
    return {**tokens, hex: tuple(kept)}


def _with(entry: PositionEntry, tiles: Mapping[str, tuple[str | int, int]], tokens: Tokens) -> PositionEntry:
    markers: dict[str, dict[str | int, tuple[str | None, ...]]] = {
        hex: dict(enumerate(_by_stop(here))) for hex, here in tokens.items() if here
    }
    return msgspec.structs.replace(entry, tiles=dict(tiles), markers=markers)


def of_game(game: Game, corp: str) -> CalculatorPosition:
    """Return the position of a game for the calculator. Raises ``GameNotFound`` and ``NotPossible``."""
    if corp not in game.shared_state.corporations:
        raise GameNotFound(gettext("There is no such corporation."))
    if game.options.board:
        raise NotPossible(gettext("The calculator has printed boards only, and this game has another one."))
    ctx = Context(game.title, game.shared_state)
    board = game.board
    context = routes.context(game, corp)
    tolls = {toll.hexes: toll.fee for toll in context.tolls}
    lakes = {ferry.id: lake_tiles(context.tables, ferry) for ferry in board.ferries}
    opened = {id: found for id, found in lakes.items() if found.keys() <= context.tiles.keys()}
    water = {hex for found in lakes.values() for hex in found}
    counted = {train.name for train in board.trains if train.range_table}
    owned = Counter(
        depot.train_name(train)
        for train, place in game.shared_state.trains.items()
        if place in game.shared_state.corporations
    )
    return CalculatorPosition(
        board.title,
        corp,
        depot.phase(ctx).name,
        tuple(map(depot.train_name, context.trains)),
        {
            hex: TileLaid(placed.tile, placed.rotation)
            for hex, placed in context.tiles.items()
            if hex not in water
        },
        {hex: _by_stop(here) for hex, here in context.tokens.items() if here},
        {
            bonus.name: bonus.hexes[0] if board.bonuses[bonus.name].one_hex else ""
            for bonus in context.bonuses
        },
        {id: tolls.get(tuple(found), 0) for id, found in opened.items()},
        {name: count for name, count in owned.items() if name in counted},
        context.purse if any(tolls.values()) else None,
        _reading(board),
    )


def _reading(board: Board) -> str:
    """Return the reading of a board, or an empty text for the printed rules and those that count alike."""
    _, *others = reading_boards(board.title).items()
    return next((id for id, other in others if other == board), "")
