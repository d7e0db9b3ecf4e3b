"""Powers of the privates of a declared title, built from the engine's powers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, TypeVar

import msgspec

from trunkline.engine.board import (
    AnyPower,
    BlocksHexes,
    Board,
    BoardBonus,
    BoardPrivate,
    CheaperTerrain,
    EarnsMore,
    ExchangesForShare,
    LaysTile,
    PlacesToken,
    TileLays,
)
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.state import Corporation
from trunkline.engine.kernel.step import TurnStep
from trunkline.engine.mechanisms.closing import close_private
from trunkline.engine.powers import bonuses, closing_privates, private_tokens
from trunkline.engine.powers.exchanges_in_turn import ExchangesInTurn
from trunkline.engine.powers.permitted_lays import GrantedLays
from trunkline.engine.powers.player_powers import AssignRight, PlaceOnMap
from trunkline.engine.powers.terrain_discounts import Discount, TerrainDiscounts
from trunkline.engine.powers.with_powers import WithPowers
from trunkline.engine.routing.context import RouteContext
from trunkline.engine.steps import share_exchange
from trunkline.engine.steps.operating import Power
from trunkline.engine.steps.tokens import PlaceTokens, TokenPower
from trunkline.engine.steps.track import LayPower, LayTrack
from trunkline.engine.track.laying import first_tiles
from trunkline.engine.track.map_index import map_tables
from trunkline.titles.declared import power_texts
from trunkline.titles.declared.power_texts import closing_rule, rule
from trunkline.util.messages import speak

P = TypeVar("P", bound=AnyPower)
ONE_TILE: Final = TileLays(yellow=1, upgrades=0)


def completed(board: Board) -> Board:
    """Return the board with what follows from the powers of its privates: hexes, bonuses and texts."""
    privates = tuple(map(_with_hexes, board.privates))
    board = msgspec.structs.replace(board, privates=privates)
    hexes = dict(board.hexes)
    for private, blocks in powers(board, BlocksHexes):
        for hex in blocks.hexes:
            hexes[hex] = msgspec.structs.replace(hexes[hex], private=private.id)
    added = {
        private.id: BoardBonus(
            value=more.value,
            hexes=more.hexes,
            by=private.id,
            one_hex=more.chosen,
            removed_phase=more.until_phase,
        )
        for private, more in powers(board, EarnsMore)
    }
    # A board has one text for readers of all languages, so it is English.
    with speak(None):
        with_texts = tuple(
            msgspec.structs.replace(each, power=each.power or " ".join(power_texts.sentences(each).values()))
            for each in privates
        )
    return msgspec.structs.replace(board, hexes=hexes, bonuses=added, privates=with_texts)


def _with_hexes(private: BoardPrivate) -> BoardPrivate:
    """Return a private whose powers name their hexes. Powers without hexes work on those of the private."""
    found = tuple(
        msgspec.structs.replace(power, hexes=power.hexes or private.hexes)
        if not isinstance(power, CheaperTerrain | ExchangesForShare)
        else power
        for power in private.powers
    )
    lays = next((power.hexes for power in found if isinstance(power, LaysTile)), ())
    return msgspec.structs.replace(private, powers=found, hexes=lays or private.hexes)


def powers(board: Board, kind: type[P]) -> Iterator[tuple[BoardPrivate, P]]:
    """Yield each power of a kind, with its private."""
    for private in board.privates:
        for power in private.powers:
            if isinstance(power, kind):
                yield private, power


def track_step(board: Board, step: LayTrack) -> TurnStep:
    """Return the step that lays track, with the powers to lay tiles and to give rights to a corporation."""
    tables = map_tables(board)
    lays = tuple(
        LayPower(
            private.id,
            hex,
            lay.tiles or first_tiles(tables, hex),
            lay.extra,
            rule(private, lay),
            use=f"{private.id} lay",
            instead=rule(private, lay),
            once=True,
            closes=bool(private.closes_on_use),
        )
        for private, lay in powers(board, LaysTile)
        if lay.by == "corporation"
        for hex in lay.hexes
    )
    with_lays = replace(step, powers=lays)
    granted: list[Power] = [
        GrantedLays(private.id, rule(private, lay), rule(private, lay), with_lays, ONE_TILE)
        for private, lay in powers(board, LaysTile)
        if lay.by == "player"
    ]
    rights = {private.id: rule(private, power) for private, power in _rights(board)}
    granted += [AssignRight(private, named, named) for private, named in rights.items()]
    return WithPowers(with_lays, tuple(granted)) if granted else with_lays


def _rights(board: Board) -> Iterator[tuple[BoardPrivate, CheaperTerrain | EarnsMore]]:
    """Yield the powers that a player gives to a corporation permanently."""
    yield from (
        (private, cheaper) for private, cheaper in powers(board, CheaperTerrain) if cheaper.by == "player"
    )
    for private, more in powers(board, EarnsMore):
        if more.by == "player" and not more.chosen:
            yield private, more


def token_step(board: Board) -> TurnStep:
    """Return the step that places a token, with the powers to place one, and private tokens of players."""
    free = tuple(
        TokenPower(
            private.id,
            hex,
            rule(private, token),
            use=f"{private.id} token",
            instead=rule(private, token),
            closes=bool(private.closes_on_use),
        )
        for private, token in powers(board, PlacesToken)
        for hex in token.hexes
    )
    step = PlaceTokens(free)
    placed = tuple(
        PlaceOnMap(private.id, rule(private, more), rule(private, more))
        for private, more in powers(board, EarnsMore)
        if more.chosen and more.by == "player"
    )
    return WithPowers(step, placed) if placed else step


def private_tokens_of_corporations(board: Board) -> tuple[Power, ...]:
    """Return the powers of corporations to place private tokens at any time of their turn."""
    every_phase = tuple(board.phase)
    return tuple(
        private_tokens.PrivateTokenPower(
            private.id, every_phase, rule(private, more), rule(private, more), private=private.id
        )
        for private, more in powers(board, EarnsMore)
        if more.chosen and more.by == "corporation"
    )


def exchanges(board: Board) -> share_exchange.Exchanges:
    """Return the privates that players exchange for shares."""
    return tuple(
        share_exchange.Exchange(private.id, power.corporation, rule(private, power))
        for private, power in powers(board, ExchangesForShare)
    )


def exchanges_in_turn(board: Board) -> tuple[Power, ...]:
    """Return the power of presidents to exchange their privates for shares in operating turns."""
    found = {private.id for private, power in powers(board, ExchangesForShare) if power.when == "any round"}
    if not found:
        return ()
    return (ExchangesInTurn(tuple(each for each in exchanges(board) if each.private in found)),)


def terrain(board: Board) -> TerrainDiscounts:
    """Return the terrain costs with the discounts of the privates."""
    return TerrainDiscounts(
        tuple(
            Discount(private.id, cheaper.percent, cheaper.terrain, cheaper.hexes)
            for private, cheaper in powers(board, CheaperTerrain)
        )
    )


def routes(ctx: Context, corp: Corporation, context: RouteContext) -> RouteContext:
    """Return the context with the bonuses of privates in the corporation's runs."""
    found = (
        *bonuses.of_rights(ctx, corp),
        *bonuses.of_tokens(ctx, corp),
        *bonuses.of_privates(ctx, corp),
    )
    return replace(context, bonuses=found) if found else context


def phase_began(ctx: Context) -> None:
    """Close the privates of the phase, and end the bonuses that last until it."""
    board = ctx.title.board
    for private in board.privates:
        phase = private.closes_in_phase
        if phase and board.phase_index[phase] <= ctx.state.phase:
            close_private(ctx, private.id, closing_rule(private))
    for private, more in powers(board, EarnsMore):
        private_tokens.remove_late(ctx, private.id, rule(private, more))
        if more.until_phase == ctx.phase.name:
            for corp in ctx.state.corporations.values():
                corp.rights = tuple(right for right in corp.rights if right != private.id)


def train_bought(ctx: Context, corp: Corporation, train: str) -> None:
    """Close the privates that close with the first train of this corporation."""
    gifts = [private.id for private in closing_privates.with_gift(ctx, corp)]
    for private in ctx.title.board.privates:
        owned = private.closes_on_train == "owner" and ctx.state.privates[private.id].corp == corp.id
        if owned or (private.closes_on_train == "gift" and private.id in gifts):
            close_private(ctx, private.id, closing_rule(private))
