"""Findings on tiles, trains, phases and money that follow from the board alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from trunkline.engine.board import Board, BoardCorporation, Floating, Phase, TileLays, TileType
from trunkline.engine.board.errors import Where
from trunkline.engine.capital.schemes import ESCROW, FULL
from trunkline.engine.steps.floating import shares_to_float
from trunkline.engine.track.laying import hex_takes_tiles
from trunkline.lab.title_check.finding import Finding
from trunkline.lab.title_check.track_search import TrackSearch
from trunkline.util.enumeration import listed

PLUS_NAME: Final = re.compile(r"(\d+)\+([1-9]\d*)")
"""The name of a plus train, such as 3+2."""


def board_findings(board: Board) -> Iterator[Finding]:
    """Yield the findings on the parts of a board other than its map."""
    yield from _tiles(board)
    yield from _trains(board)
    yield from _phases(board)
    yield from _money(board)
    yield from _hexes(board)


def _tiles(board: Board) -> Iterator[Finding]:
    """Yield the tiles that can never be laid, each with the reason."""
    fitting = TrackSearch(board).fitting()
    open_colours = {colour for phase in board.phases for colour in phase.tiles}
    first = {name for entry in board.first_tiles for name in entry.tiles}
    for name, tile in board.tiles.items():
        where = ("tiles", name)
        before = [other for other, kind in board.tiles.items() if name in _replacements(kind)]
        if tile.colour == "blue":
            continue
        if tile.colour not in open_colours:
            yield Finding((*where, "colour"), f"No phase allows {tile.colour} tiles, so it is never laid.")
        elif name not in first and not before:
            text = "It can never be laid: neither first_tiles nor upgrades_to of another tile lists it."
            yield Finding(where, text)
        elif name not in fitting:
            on = f" over {listed(before)}" if before else ""
            yield Finding(where, f"It fits on no hex{on}: look at its track, its colour and its stops.")
        elif tile.count == 0:
            yield Finding((*where, "count"), "The box has none of it, so it can never be laid.")


def _replacements(tile: TileType) -> tuple[str, ...]:
    return tile.upgrades_to + tile.downgrades_to


def _trains(board: Board) -> Iterator[Finding]:
    """Yield the trains that never rust although nothing says so, and trains that are never for sale."""
    order = {train.name: place for place, train in enumerate(board.trains)}
    for place, train in enumerate(board.trains):
        where = ("trains", place)
        if not train.ends_on and not train.permanent:
            text = "It never rusts: give it rusts_on, or permanent: true if this is meant."
            yield Finding(where, text)
        early = [other for other in train.ends_on if order[other] <= place]
        if early:
            key = "obsolete_on" if set(early).intersection(train.obsolete_on) else "rusts_on"
            text = f"It rusts with the first sale of {listed(early)}, which is not sold after it."
            yield Finding((*where, key), text)
        later = [other.name for other in board.trains[place + 1 :] if not other.available_on]
        if train.count is None and later:
            yield Finding((*where, "count"), f"It never sells out, so {listed(later)} can never be bought.")
        if train.count == 0:
            yield Finding((*where, "count"), "The bank has none, so it can never be bought.")
        named = PLUS_NAME.fullmatch(train.name)
        if named and train.plus is None and train.unit == "stops":
            text = f"It counts cities and towns together: for {named[2]} more towns, give plus: {named[2]}."
            yield Finding(where, text)
        if train.salvage and not train.ends_on:
            yield Finding((*where, "salvage"), "It never rusts, so its salvage is never paid.")
        on_sale = order[train.available_on] if train.available_on else place - 1
        for old in train.discount:
            if order[old] >= place:
                text = f"It is not sold after {old}, so it comes too early for this discount."
                yield Finding((*where, "discount", old), text)
            elif any(order[other] <= on_sale for other in board.train[old].ends_on):
                yield Finding((*where, "discount", old), f"All {old}-trains have left the game before it.")


def _phases(board: Board) -> Iterator[Finding]:
    """Yield the phases that no train starts, and those that start before the phase before them."""
    order = {train.name: place for place, train in enumerate(board.trains)}
    latest = -1
    for place, phase in enumerate(board.phases):
        where = ("phases", place, "on_train")
        if not phase.on_train:
            if place:
                yield Finding(where, "No train starts this phase, so it is never reached.")
            continue
        begins = min(order[name] for name in phase.on_train)
        if begins <= latest:
            text = "Its train is not sold after that of the phase before, so one of them is never reached."
            yield Finding(where, text)
        latest = max(latest, begins)
    yield from _lays(board)


def _lays(board: Board) -> Iterator[Finding]:
    """Yield the phases and corporations without a lay, and the colours that a phase bars again."""
    before: Phase | None = None
    for place, phase in enumerate(board.phases):
        where = ("phases", place, "tiles")
        if not phase.tiles:
            yield Finding(where, "No tile can be laid in this phase.")
        elif before and (lost := [colour for colour in before.tiles if colour not in phase.tiles]):
            yield Finding(where, f"It bars {listed(lost)} tiles, which phase {before.name} allows.")
        before = phase
        yield from _turn(("phases", place, "tile_lays"), phase.tile_lays)
    for place, each in enumerate(board.corporations):
        yield from _turn(("corporations", place, "tile_lays"), each.tile_lays)


def _turn(where: Where, lays: TileLays | None) -> Iterator[Finding]:
    """Yield a finding if a turn has no lay."""
    if lays is not None and not lays.yellow and not lays.upgrades:
        yield Finding(where, "No tile can be laid in such a turn.")


def _hexes(board: Board) -> Iterator[Finding]:
    """Yield the hexes with a cost that is never paid, or where trains earn nothing."""
    for name, spot in board.hexes.items():
        if spot.cost and not hex_takes_tiles(spot):
            yield Finding(("hexes", name, "cost"), "It is never paid: the hex takes no tiles.")
        if spot.kind == "offboard" and not spot.values and not spot.stops:
            yield Finding(("hexes", name), "Trains earn nothing here: give it values.")


def _money(board: Board) -> Iterator[Finding]:
    """Yield the numbers of players that cannot start or float a corporation, and capital without use."""
    floating = board.floating
    if not board.corporations or floating is None:
        return
    par, cheapest = min(board.par_values), min(board.trains, key=lambda train: train.price)
    for players, count in board.players.items():
        where = ("players", str(players), "cash")
        dear = [each for each in board.corporations if count.cash < _president(each) * par]
        if dear:
            yield Finding(
                where,
                f"A player cannot pay the president's certificate of {listed(each.id for each in dear)}: "
                f"${_president(dear[0]) * par} at the lowest par price.",
            )
        cash = players * count.cash
        stuck = [each for each in board.corporations if cash < shares_to_float(floating, each) * par]
        if stuck and not dear:
            yield Finding(
                where,
                f"The players cannot pay the shares that float {listed(each.id for each in stuck)}: "
                f"${shares_to_float(floating, stuck[0]) * par} at the lowest par price.",
            )
    for each in board.corporations:
        factor = _pars_at_float(board, each, floating)
        capital = factor * max(board.par_values) - floating.fee
        if capital < cheapest.price:
            text = (
                f"{each.id} gets at most ${capital} when it floats, which does not pay the cheapest train "
                f"({cheapest.name}, ${cheapest.price})."
            )
            yield Finding(("floating",), text)
            break


def _pars_at_float(board: Board, corporation: BoardCorporation, floating: Floating) -> int:
    """Return how many times its par price a corporation gets when it floats with the first trains on sale."""
    row = next(iter(board.capitalisation), None)
    needed = shares_to_float(floating, corporation)
    if row is not None and row.kind == ESCROW and corporation.destination is not None:
        return min(needed, row.shares_at_once)
    if floating.capital or (row is not None and row.kind != FULL):
        return needed
    return floating.price_multiple


def _president(corporation: BoardCorporation) -> int:
    """Return the shares of the president's certificate."""
    return corporation.shares[0] * corporation.share_count // 100
