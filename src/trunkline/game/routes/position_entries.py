"""Positions in files: a YAML list with strict checks.

The fields of ``PositionEntry`` define each key. ``positions`` checks whether the entries are valid on a
board.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from trunkline.game.saves import os_error_text
from trunkline.util.errors import UsageError
from trunkline.util.strict_yaml import YamlError, parse_yaml

MAX_BYTES: Final = 5_000_000
MAX_ENTRIES: Final = 1_000

Name = str | int
"""Names that are numbers need no quotes: titles, phases, trains, tiles."""


class EntryFault(UsageError):
    """A fault of an entry, with the key that caused it."""

    def __init__(self, key: str, what: str) -> None:
        super().__init__(f"{key}: {what}" if key else what)
        self.what = what
        """The fault without the key, for readers who see no file."""


class PositionEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """One position: a corporation about to run its trains. Money is in whole dollars."""

    title: Name
    company: str
    phase: Name
    """The phase by its name on the title's board. It sets the values of off-board areas."""
    trains: tuple[Name, ...]
    """The types of its trains, one entry per train."""
    tiles: dict[str, tuple[Name, int]]
    """Tile and rotation (sixths of a full turn, clockwise) by hex. Printed track is not listed."""
    markers: dict[str, dict[Name, tuple[str | None, ...]]]
    """The corporations in the slots of each stop, by hex and stop number; null is a free slot."""
    rights: tuple[str, ...] = ()
    """Bonuses of the board that the corporation earns on all their hexes."""
    port: str | None = None
    """The hex of its port token; short for an entry of ``tokens``."""
    tokens: dict[str, str] = {}
    """Hex by bonus, for bonuses that it earns only on the hex of its token."""
    longer: dict[Name, int] = {}
    """Extra hexes or stops for one of its trains, by type."""
    owned: dict[Name, int] = {}
    """Trains of all corporations by type, if a range depends on the number. Default: this corporation's
    trains."""
    ferries: dict[str, int] = {}
    """Active ferry routes, with the fee for each train that uses one."""
    purse: int = 0
    """Dollars available for ferries."""
    reading: str = ""
    """The reading of the rules whose board counts. Empty for the printed rules."""
    source: Name | float | None = None
    """The source of the position, shown with it."""
    stage: Name | float | None = None
    played: int | None = None
    """The earnings of the runs that were made. For information only."""
    best: int | None = None
    """The best total known to the author of the entry."""


def read_entries(path: Path) -> list[PositionEntry]:
    """Return the entries of a file. Raises ``UsageError`` with the number of the entry and the key at
    fault."""
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
        raise UsageError(f"{path} cannot be read: {os_error_text(error)}.") from error
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
    """Return the error as text, after the key at fault."""
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
    """Return the inner key at fault, if the field is a table with several keys."""
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
    """Return a text on one line, short enough to end a sentence."""
    line = " ".join(text.split()).rstrip(".")
    return line if len(line) <= 160 else f"{line[:157]}..."
