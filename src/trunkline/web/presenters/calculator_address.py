"""Positions in the address of the calculator: short texts, with one sentence for each fault.

``tiles`` is like "F9.57.2_G10.8.1": hex, tile and rotation. ``tokens`` is like "F9.0.CPR_F9.0.GT": hex,
stop and corporation, in the order of the slots. Trains are joined by the same sign.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from trunkline.game.routes import EntryFault, Listed, PositionEntry, listed
from trunkline.util.messages import gettext, gettext_noop
from trunkline.web.errors import NotPossible

BETWEEN = "_"
PART = gettext_noop(
    "{part} in this address is not {kind}, for example {example}. Perhaps the end of the address is missing."
)
TILE = gettext_noop("a hex with its tile and its rotation")
TOKEN = gettext_noop("a hex with the number of its stop and a company")
FERRY = gettext_noop("a ferry route with its fee")
COUNT = gettext_noop("a type of train with a number")
CASH = gettext_noop("an amount of cash in dollars")
NO_COMPANY = gettext_noop("This address names no company. Perhaps its end is missing.")
LONGEST = 5
"""Digits of the longest number."""
ENOUGH = 1_000_000
"""Dollars that pay every ferry. An address without cash has as many."""


class Query(NamedTuple):
    """The parameters of an address, as texts."""

    phase: str
    company: str
    trains: str
    tiles: str
    tokens: str
    bonuses: Sequence[str]
    ferries: Sequence[str]
    owned: Sequence[str]
    cash: str = ""
    reading: str = ""


def entry_of(title: str, query: Query) -> PositionEntry:
    """Return the position in an address. Raises ``NotPossible`` if a part of it cannot be read."""
    if not query.company:
        raise NotPossible(gettext(NO_COMPANY))
    tiles: dict[str, tuple[str | int, int]] = {}
    for hex, tile, turn in map(tile_of, _parts(query.tiles)):
        tiles[hex] = (tile, turn)
    bonuses = [each.partition(".") for each in query.bonuses]
    return PositionEntry(
        title,
        query.company,
        query.phase,
        tuple(_parts(query.trains)),
        tiles,
        _tokens(query.tokens),
        tuple(name for name, _, hex in bonuses if not hex),
        tokens={name: hex for name, _, hex in bonuses if hex},
        owned=dict(_counted(query.owned, COUNT, "E.3")),
        ferries={str(name): fee for name, fee in _counted(query.ferries, FERRY, "east_shore.50")},
        purse=_number(query.cash, query.cash, CASH, "120") if query.cash else ENOUGH,
        reading=query.reading,
    )


def read(entry: PositionEntry) -> Listed:
    """Return a checked position. Raises ``NotPossible`` with one sentence."""
    try:
        return listed(entry)
    except EntryFault as fault:
        raise NotPossible(gettext("The position is not possible: {what}.", what=fault.what)) from fault


def tile_of(part: str) -> tuple[str, str, int]:
    """Return the hex, the tile and the rotation of "F9.57.2". Raises ``NotPossible``."""
    hex, _, rest = part.partition(".")
    tile, _, turn = rest.rpartition(".")
    if not hex or not tile:
        raise _fault(part, TILE, "F9.57.2")
    return hex, tile, _number(turn, part, TILE, "F9.57.2")


def _tokens(text: str) -> dict[str, dict[str | int, tuple[str | None, ...]]]:
    found: dict[str, dict[str | int, tuple[str | None, ...]]] = {}
    for part in _parts(text):
        hex, _, rest = part.partition(".")
        stop, _, corp = rest.partition(".")
        if not hex or not corp:
            raise _fault(part, TOKEN, "F9.0.CPR")
        number = str(_number(stop, part, TOKEN, "F9.0.CPR"))
        here = found.setdefault(hex, {})
        here[number] = (*here.get(number, ()), corp)
    return found


def _counted(parts: Sequence[str], kind: str, example: str) -> Iterator[tuple[str | int, int]]:
    for part in parts:
        name, _, count = part.rpartition(".")
        if not name:
            raise _fault(part, kind, example)
        yield name, _number(count, part, kind, example)


def _parts(text: str) -> list[str]:
    return [part for part in text.split(BETWEEN) if part]


def _number(text: str, part: str, kind: str, example: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= LONGEST):
        raise _fault(part, kind, example)
    return int(text)


def _fault(part: str, kind: str, example: str) -> NotPossible:
    return NotPossible(gettext(PART, part=repr(part[:40]), kind=gettext(kind), example=example))
