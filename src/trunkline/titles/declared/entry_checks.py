"""Checks of single entries of a title file: ids, cities and towns, corporations, phases and trains."""

from __future__ import annotations

from typing import Any, Final

from trunkline.engine.board import Board, BoardError
from trunkline.engine.board.errors import Where, check_names
from trunkline.util.enumeration import enumerated
from trunkline.util.messages import gettext

LISTS: Final = {"privates": "id", "corporations": "id", "trains": "name", "phases": "name"}
"""Lists of a title file, and the key that names their entries."""
BARE: Final = ("clear", "lake", "impassable")
"""Kinds of hexes without a city or a town."""
WHOLE: Final = 100
"""All shares of a corporation, in percent."""


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
    if not board.corporations:
        raise BoardError(gettext("corporations: the title has none; give it at least one"), ("corporations",))
    _check_stops(board)
    _check_homes(board)
    _check_certificates(board)
    _check_tokens(board)
    _check_phases(board)
    _check_trains(board)


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
        if hex.kind in BARE and hex.cities + hex.towns:
            key = "cities" if hex.cities else "towns"
            text = gettext(
                "hex {name}: it has {key}, but its kind is {kind}; give kind: {wanted}",
                name=name,
                key=key,
                kind=hex.kind,
                wanted="city" if hex.cities else "town",
            )
            raise BoardError(text, ("hexes", name, "kind"))


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


def _check_certificates(board: Board) -> None:
    """Raise ``BoardError`` if certificates are no whole shares, or if the president's is not the largest."""
    for place, corporation in enumerate(board.corporations):
        where: Where = ("corporations", place, "shares")
        smallest = min(corporation.shares)
        if any(percent % smallest for percent in (WHOLE, *corporation.shares)):
            text = gettext(
                "{id}: its smallest certificate is a share of {percent}%; the others, and 100%, must be a "
                "multiple of it",
                id=corporation.id,
                percent=smallest,
            )
            raise BoardError(text, where)
        if corporation.shares[0] < max(corporation.shares):
            text = gettext(
                "{id}: the president's certificate, {first}%, is the first one; no other may be larger",
                id=corporation.id,
                first=corporation.shares[0],
            )
            raise BoardError(text, where)


def _check_tokens(board: Board) -> None:
    """Raise ``BoardError`` if a corporation has no home token, or if it may not go to its home."""
    barred = board.station_tokens.none_on
    check_names("station_tokens.none_on", barred, board.hexes, ("station_tokens", "none_on"))
    for place, corporation in enumerate(board.corporations):
        if not corporation.tokens:
            text = gettext("{id}: it needs a token for its home, such as tokens: [0]", id=corporation.id)
            raise BoardError(text, ("corporations", place, "tokens"))
        for hex in corporation.home:
            if hex in barred:
                text = gettext(
                    "station_tokens.none_on: {hex} is the home of {id}", hex=hex, id=corporation.id
                )
                raise BoardError(text, ("station_tokens", "none_on"))


def _check_phases(board: Board) -> None:
    """Raise ``BoardError`` if a phase has a train limit of an unknown corporation, or if no payout exists."""
    for place, phase in enumerate(board.phases):
        where: Where = ("phases", place, "train_limit_of")
        check_names(f"phase {phase.name}, train_limit_of", phase.train_limit_of, board.corporation, where)
    if not board.dividends.choices:
        text = gettext("dividends.choices: it is empty; list at least one of pay, half and withhold")
        raise BoardError(text, ("dividends", "choices"))


def _check_trains(board: Board) -> None:
    """Raise ``BoardError`` if a train can never be sold, rusts although it is permanent, or costs nothing."""
    order = {train.name: place for place, train in enumerate(board.trains)}
    for place, train in enumerate(board.trains):
        here: Where = ("trains", place)
        if train.available_on:
            what = f"train {train.name}, available_on"
            check_names(what, [train.available_on], board.train, (*here, "available_on"))
            if order[train.available_on] >= place:
                text = gettext(
                    "train {name}: its available_on, {other}, must be a type before it in the list",
                    name=train.name,
                    other=train.available_on,
                )
                raise BoardError(text, (*here, "available_on"))
        if train.permanent and train.ends_on:
            text = gettext(
                "train {name}: it is permanent, but it leaves the game with {others}; leave one of them out",
                name=train.name,
                others=enumerated(train.ends_on),
            )
            raise BoardError(text, (*here, "permanent"))
        if both := [other for other in train.rusts_on if other in train.obsolete_on]:
            text = gettext(
                "train {name}: {other} is in rusts_on and in obsolete_on; leave it out of one of them",
                name=train.name,
                other=both[0],
            )
            raise BoardError(text, (*here, "obsolete_on"))
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
