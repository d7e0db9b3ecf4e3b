"""Checks of single figures of a title file: the lowest and the highest value with which a game works."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from trunkline.engine.board import Board, BoardError
from trunkline.engine.board.errors import Where
from trunkline.engine.steps.floating import INCREMENTAL, SHARES_SOLD, shares_to_float
from trunkline.titles.declared.entry_checks import WHOLE
from trunkline.util.messages import gettext

MOST_ROUNDS: Final = 20
"""Most operating rounds of a set."""
LEAST_STOPS: Final = 2
"""Stops of the shortest run."""


class Figure(NamedTuple):
    """A figure of the file, with its limits. None: no limit."""

    where: Where
    value: int | None
    least: int
    most: int | None = None


def check(board: Board) -> None:
    """Raise ``BoardError`` if a figure is outside its limits."""
    for where, value, least, most in _figures(board):
        if value is None or (value >= least and (most is None or value <= most)):
            continue
        raise BoardError(_text(_key(board, where), value, least, most), where)
    _check_share_limit(board)
    _check_capital(board)


def _figures(board: Board) -> Iterator[Figure]:
    """Yield the figures that have limits."""
    yield Figure(("share_limit",), board.share_limit, 1, WHOLE)
    yield Figure(("pool_limit",), board.pool_limit, 0, WHOLE)
    if board.privates:
        yield Figure(("bid_increment",), board.bid_increment, 1)
    for players, count in board.players.items():
        yield Figure(("players", str(players), "certificates"), count.certificates, 1)
    for place, phase in enumerate(board.phases):
        here: Where = ("phases", place)
        yield Figure((*here, "train_limit"), phase.train_limit, 1)
        for id, limit in phase.train_limit_of.items():
            yield Figure((*here, "train_limit_of", id), limit, 1)
        yield Figure((*here, "operating_rounds"), phase.operating_rounds, 1, MOST_ROUNDS)
        if phase.tile_lays is not None:
            yield Figure((*here, "tile_lays", "lays"), phase.tile_lays.lays, 1)
    for place, corporation in enumerate(board.corporations):
        if corporation.tile_lays is not None:
            yield Figure(("corporations", place, "tile_lays", "lays"), corporation.tile_lays.lays, 1)
    for place, train in enumerate(board.trains):
        least = 1 if train.unit == "hexes" else LEAST_STOPS
        yield Figure(
            ("trains", place, "range"), None if train.range_table or train.plus else train.range, least
        )
        for old, dollars in train.discount.items():
            yield Figure(("trains", place, "discount", old), dollars, 1)
    yield Figure(("station_tokens", "per_hex"), board.station_tokens.per_hex, 1)
    yield Figure(("dividends", "half_rounds_up_to"), board.dividends.half_rounds_up_to, 1)
    yield Figure(("ending", "share_price"), board.ending.share_price, 1)
    yield Figure(("ending", "players_left"), board.ending.players_left, 1)


def _key(board: Board, where: Where) -> str:
    """Return the path to a figure as text. Entries of lists have their names."""
    if len(where) > 1 and isinstance(where[1], int):
        entry = getattr(board, str(where[0]))[where[1]]
        where = (where[0], getattr(entry, "id", "") or entry.name, *where[2:])
    return ".".join(map(str, where))


def _text(key: str, value: int, least: int, most: int | None) -> str:
    """Return the error for a figure outside its limits."""
    if most is None:
        return gettext("{key}: it must be at least {least}, not {value}", key=key, least=least, value=value)
    return gettext(
        "{key}: it must be from {least} to {most}, not {value}", key=key, least=least, most=most, value=value
    )


def _check_share_limit(board: Board) -> None:
    """Raise ``BoardError`` if no player may hold the president's certificate of a corporation."""
    for corporation in board.corporations:
        if corporation.shares[0] > board.share_limit:
            text = gettext(
                "share_limit: {limit}% is below the president's certificate of {id}, {percent}%",
                limit=board.share_limit,
                id=corporation.id,
                percent=corporation.shares[0],
            )
            raise BoardError(text, ("share_limit",))


def _check_capital(board: Board) -> None:
    """Raise ``BoardError`` if the capital has two schemes, or if the fee is above the lowest capital."""
    floating = board.floating
    if floating is None or board.capitalisation:  # ``capital_checks`` looks at its rows.
        return
    if floating.capital and floating.price_multiple:
        text = gettext(
            "floating: it has capital: {capital} and a price_multiple; leave one of them out",
            capital=floating.capital,
        )
        raise BoardError(text, ("floating", "price_multiple"))
    by_shares = floating.capital in (SHARES_SOLD, INCREMENTAL)
    for corporation in board.corporations:
        shares = shares_to_float(floating, corporation)
        least = min(board.par_values) * (shares if by_shares else floating.price_multiple)
        if floating.fee > least:
            text = gettext(
                "floating.fee: ${fee} is more than the lowest capital, ${least}",
                fee=floating.fee,
                least=least,
            )
            raise BoardError(text, ("floating", "fee"))
