"""Checks of single entries of a title file: ids, cities and towns, homes and trains."""

from __future__ import annotations

from typing import Any, Final

from trunkline.engine.board import Board, BoardError
from trunkline.engine.board.errors import Where, check_names
from trunkline.util.messages import gettext

LISTS: Final = {"privates": "id", "corporations": "id", "trains": "name", "phases": "name"}
"""Lists of a title file, and the key that names their entries."""


def check_ids(data: dict[Any, Any]) -> None:
    """Raise ``BoardError`` if two entries of a list have the same id or name."""
    for section, key in LISTS.items():
        entries = data.get(section)
        if not isinstance(entries, list):
            continue
        names: list[str] = []
        for place, entry in enumerate(entries):
            name = str(entry.get(key, "")) if isinstance(entry, dict) else ""
            if name and name in names:
                text = gettext(
                    "{section}: two entries have the {key} {name}", section=section, key=key, name=name
                )
                raise BoardError(text, (section, place, key))
            names.append(name)


def check(board: Board) -> None:
    """Raise ``BoardError`` if an entry of the board could never work."""
    _check_stops(board)
    _check_homes(board)
    _check_trains(board)
    _check_chart(board)
    _check_certificates(board)


def _check_stops(board: Board) -> None:
    """Raise ``BoardError`` if a hex with a city or a town does not have one."""
    for name, hex in board.hexes.items():
        count = {"city": hex.cities, "town": hex.towns}.get(hex.kind)
        if count == 0 and not hex.stops:
            key = "cities" if hex.kind == "city" else "towns"
            text = gettext(
                "hex {name}: it is a {kind} without {key}; give {key}: 1",
                name=name,
                kind=hex.kind,
                key=key,
            )
            raise BoardError(text, ("hexes", name))


def _check_homes(board: Board) -> None:
    """Raise ``BoardError`` if a home stop is not on its hex."""
    for place, corporation in enumerate(board.corporations):
        stop = corporation.home_stop
        for name in corporation.home:
            hex = board.hexes[name]
            stops = len(hex.stops) or hex.cities + hex.towns
            if stop is not None and stop >= stops:
                text = gettext(
                    "{id}: home_stop is {stop}, but {hex} has {stops} stops; the first one is 0",
                    id=corporation.id,
                    stop=str(stop),
                    hex=name,
                    stops=str(stops),
                )
                raise BoardError(text, ("corporations", place, "home_stop"))


def _check_trains(board: Board) -> None:
    """Raise ``BoardError`` if a train needs an unknown type, or if a discount pays all of its price."""
    for place, train in enumerate(board.trains):
        here: Where = ("trains", place)
        if train.available_on:
            what = f"train {train.name}, available_on"
            check_names(what, [train.available_on], board.train, (*here, "available_on"))
        for old, dollars in train.discount.items():
            if dollars >= train.price:
                text = gettext(
                    "train {name}: its discount for {old}, ${discount}, must be below its price, ${price}",
                    name=train.name,
                    discount=str(dollars),
                    old=old,
                    price=str(train.price),
                )
                raise BoardError(text, (*here, "discount"))


def _check_chart(board: Board) -> None:
    """Raise ``BoardError`` if a row of the chart has no box, or if a share costs nothing at the start."""
    for place, row in enumerate(board.chart.rows):
        here: Where = ("chart", "rows", place)
        if not any(row):
            text = gettext("chart: row {row} has no box; give it one, or leave it out", row=place + 1)
            raise BoardError(text, here)
        for column, box in enumerate(row):
            if box is not None and box.par and not box.price:
                text = gettext("chart: a par price is at least $1, not $0")
                raise BoardError(text, (*here, column, "price"))


def _check_certificates(board: Board) -> None:
    """Raise ``BoardError`` if a limit is for corporations or players that the title cannot have."""
    most = len(board.corporations) - 1
    for left, limits in board.certificates_late.items():
        here: Where = ("certificates_late", left)
        if not 1 <= left <= most:
            text = gettext(
                "certificates_late: {left} corporations are never left after a closing; give 1 to {most}",
                left=left,
                most=most,
            )
            raise BoardError(text, here)
        if missing := [each for each in board.players if each not in limits]:
            text = gettext(
                "certificates_late.{left}: the limit with {players} players is missing",
                left=left,
                players=missing[0],
            )
            raise BoardError(text, here)
