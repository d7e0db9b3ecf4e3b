"""Positions as they are written down: a YAML list, read strictly.

What each key means stands at the fields of ``PositionEntry``; whether the entries make sense on a board is
asked in ``positions``.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from trunkline.errors import UsageError
from trunkline.saves import cause
from trunkline.yamls import YamlError, parse_yaml

MAX_BYTES: Final = 5_000_000
MAX_ENTRIES: Final = 1_000

Name = str | int
"""Names that are numbers need no quotes: titles, phases, trains, tiles."""


class EntryFault(Exception):
    """What is wrong with an entry, and at which key."""

    def __init__(self, key: str, what: str) -> None:
        super().__init__(f"{key}: {what}" if key else what)


class PositionEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """One position: a company about to run its trains. Money is in whole dollars."""

    title: Name
    company: str
    phase: Name
    """The phase by its name on the title's board, which sets what off-board places are worth."""
    trains: tuple[Name, ...]
    """The types of its trains, one entry a train."""
    tiles: dict[str, tuple[Name, int]]
    """Tile and rotation (sixths of a full turn, clockwise) by hex; printed track is not listed."""
    markers: dict[str, dict[Name, tuple[str | None, ...]]]
    """For each hex and number of a stop the companies in its slots, null being a slot that is free."""
    rights: tuple[str, ...] = ()
    """Bonuses of the board that it earns on all their hexes."""
    port: str | None = None
    """Where its port token lies; short for an entry of ``tokens``."""
    tokens: dict[str, str] = {}
    """Hex by bonus, for bonuses that it earns on the one hex where its token lies."""
    longer: dict[Name, int] = {}
    """Type to hexes or stops that lengthen one of its trains of that type."""
    owned: dict[Name, int] = {}
    """Type to number that all companies own, where a range depends on it; default: as many as this one."""
    ferries: dict[str, int] = {}
    """Active ferry routes, with the fee for each train that uses one."""
    purse: int = 0
    """What it can pay for ferries."""
    source: Name | float | None = None
    """Where the position comes from; shown with it."""
    stage: Name | float | None = None
    played: int | None = None
    """What was run, which nothing depends on."""
    best: int | None = None
    """The best total as far as whoever wrote it down knows."""


def read_entries(path: Path) -> list[PositionEntry]:
    """The entries of a file. Raises ``UsageError`` with the number of the entry and the key at fault."""
    data = _data(path)
    if not isinstance(data, list):
        raise UsageError(f"{path.name} holds no list of positions.")
    if len(data) > MAX_ENTRIES:
        raise UsageError(f"{path.name} has {len(data)} positions, and more than {MAX_ENTRIES} are not read.")
    found: list[PositionEntry] = []
    for number, entry in enumerate(data, 1):
        try:
            found.append(msgspec.convert(entry, PositionEntry))
        except msgspec.ValidationError as error:
            raise UsageError(f"{path.name}, entry {number}: {_reason(entry, error)}.") from error
    return found


def _data(path: Path) -> Any:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise UsageError(f"{path} cannot be read: {cause(error)}.") from error
    if len(data) > MAX_BYTES:
        raise UsageError(f"{path.name} is larger than {MAX_BYTES // 1_000_000} MB.")
    try:
        return parse_yaml(data.decode())
    except UnicodeDecodeError as error:
        raise UsageError(f"{path.name} is no text.") from error
    except YamlError as error:
        raise UsageError(f"{path.name} is no YAML: {_clipped(str(error))}.") from error


_TYPES = get_type_hints(PositionEntry)
_WORDS = {
    "`int`": "a whole number",
    "`str`": "a text",
    "`int | str`": "a name",
    "`str | null`": "a name or null",
    "`int | null`": "a whole number",
    "`array`": "a list",
    "`object`": "a table of keys",
    "`null`": "nothing",
    "`float`": "a fraction",
    "`bool`": "true or false",
}


def _reason(entry: object, error: msgspec.ValidationError) -> str:
    """The error in words, behind the key at fault."""
    text, _, where = str(error).partition(" - at `")
    if missing := re.fullmatch(r"Object (?:contains unknown|missing required) field `(.*)`", text, re.DOTALL):
        return f"{'unknown key' if 'unknown' in text else 'missing key'} {_clipped(missing[1])}"
    for name, words in _WORDS.items():
        text = text.replace(name, words)
    field = re.match(r"\$\.(\w+)", where)
    keys = [field[1], *_inner_key(entry, field[1])] if field else []
    what = _clipped(text[:1].lower() + text[1:].replace("`", ""))
    return f"{', '.join(keys)}: {what}" if keys else what


def _inner_key(entry: object, field: str) -> list[str]:
    """The key inside a field at fault, where the field is a table of several."""
    value = entry.get(field) if isinstance(entry, dict) else None
    if get_origin(_TYPES[field]) is not dict or not isinstance(value, dict):
        return []
    for key, item in value.items():
        try:
            msgspec.convert({key: item}, _TYPES[field])
        except msgspec.ValidationError:
            return [_clipped(str(key))]
    return []


def _clipped(text: str) -> str:
    """A text on one line, no longer than people read, that can end a sentence."""
    line = " ".join(text.split()).rstrip(".")
    return line if len(line) <= 160 else f"{line[:157]}..."
