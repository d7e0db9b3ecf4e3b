"""Errors in a board file, and their positions."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from trunkline.engine.board.components import BoardBonus, PlayerCount
from trunkline.engine.board.map import Hex, TileType
from trunkline.util.errors import one_line
from trunkline.util.messages import gettext

Where = tuple[str | int, ...]
"""Path to a value in a board file: keys, and positions in lists."""
_NAMED_SECTIONS = {"hexes": Hex, "tiles": TileType, "players": PlayerCount, "bonuses": BoardBonus}


class BoardError(ValueError):
    """An error in a board that does not follow the schema or contradicts itself. The message is one sentence.

    ``where`` is the path to the faulty value, or as near to it as possible.
    """

    def __init__(self, text: str, where: Where = ()) -> None:
        super().__init__(one_line(text))
        self.where = where


def located(data: Any, error: msgspec.ValidationError) -> BoardError:
    """Return the error in words. Name the entry if msgspec reports only that it is one of many."""
    reason, _, path = str(error).partition(" - at `$")
    way, key = path.rstrip("`"), re.search("`(.*)`", reason)
    missing, unknown = "Object missing required field", "Object contains unknown field"
    last = (key[1],) if key and unknown in reason else ()
    if key and unknown in reason:
        reason = gettext("unknown key {key}", key=key[0])
    elif key and missing in reason:
        reason = gettext("missing key {key}", key=key[0])
    section, _, rest = way.strip(".").partition("[")
    entries = data.get(section) if isinstance(data, dict) else None
    number, _, rest = rest.partition("]")
    name: str | int | None = None
    said: object = None
    if number == "..." and isinstance(entries, dict):
        name = said = _at_fault(entries, _NAMED_SECTIONS.get(section))
    elif number.isdigit() and isinstance(entries, list) and isinstance(entries[int(number)], dict):
        name = int(number)
        said = entries[name].get("id", entries[name].get("name", number))
    if name is None:
        place = way.strip(".") or gettext("the board")
        return BoardError(gettext("{reason} in {place}", reason=reason, place=place), (*_steps(way), *last))
    place = f"{section} {said!r}"
    text = (
        gettext("{reason} in {place} at {way}", reason=reason, place=place, way=rest.strip("."))
        if rest
        else gettext("{reason} in {place}", reason=reason, place=place)
    )
    return BoardError(text, (section, name, *_steps(rest), *last))


def _at_fault(entries: dict[Any, Any], kind: Any) -> str | int | None:
    """Return the name of the first entry that is not of its kind, or None."""
    for name, entry in entries.items() if kind is not None else ():
        try:
            msgspec.convert(entry, kind, str_keys=True)
        except msgspec.ValidationError:
            return name  # type: ignore[no-any-return]
    return None


def _steps(way: str) -> Where:
    """Return the steps of a path such as ``.stops[0].value``."""
    found = re.findall(r"\.(\w+)|\[([0-9]+)\]", way if way.startswith((".", "[")) else f".{way}")
    return tuple(key or int(number) for key, number in found)
