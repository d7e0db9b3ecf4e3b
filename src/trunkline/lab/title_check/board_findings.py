"""Findings on tiles, trains, phases and money that follow from the board alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from trunkline.engine.board import Board, BoardCorporation, Floating, TileType
from trunkline.engine.capital.schemes import ESCROW, FULL
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
    yield from _endings(board)


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
        stuck = [each for each in board.corporations if cash < _to_float(each, floating) * par]
        if stuck and not dear:
            yield Finding(
                where,
                f"The players cannot pay the shares that float {listed(each.id for each in stuck)}: "
                f"${_to_float(stuck[0], floating) * par} at the lowest par price.",
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
    needed = _to_float(corporation, floating)
    if row is not None and row.kind == ESCROW and corporation.destination is not None:
        return min(needed, row.shares_at_once)
    if floating.capital or (row is not None and row.kind != FULL):
        return needed
    return floating.price_multiple


def _president(corporation: BoardCorporation) -> int:
    """Return the shares of the president's certificate."""
    return corporation.shares[0] * corporation.share_count // 100


def _to_float(corporation: BoardCorporation, floating: Floating) -> int:
    """Return the shares that must be sold before a corporation floats."""
    return -(-floating.percent * corporation.share_count // 100)


def _endings(board: Board) -> Iterator[Finding]:
    highest = max((box.price for box in board.boxes.values()), default=0)
    ends = board.ending.share_price
    if ends is not None and ends > highest:
        text = f"No box has ${ends}: the highest price of the chart is ${highest}."
        yield Finding(("ending", "share_price"), text)
