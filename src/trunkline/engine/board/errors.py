"""Errors in a board file, and their positions."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from datetime import date
from typing import Any, Literal, NamedTuple, get_args, get_origin

import msgspec

from trunkline.engine.board.valid_values import advice, bare, fields_of, tags, valid
from trunkline.util.errors import one_line
from trunkline.util.messages import gettext

Where = tuple[str | int, ...]
"""Path to a value in a board file: keys, and positions in lists."""
_PLACE = re.compile(r"(?P<reason>.*?)(?: - at (?P<key>`key` in )?`\$(?P<way>[^`]*)`)?", re.DOTALL)
"""The form of the messages of msgspec."""
_STEP = re.compile(r"\.(\w+)|\[([0-9]+|\.\.\.)\]")
SHOWN = 40
"""Most characters of a faulty value in a message."""


class BoardError(ValueError):
    """An error in a board that does not follow the schema or contradicts itself. The message is one sentence.

    ``where`` is the path to the faulty value, or as near to it as possible.
    """

    def __init__(self, text: str, where: Where = ()) -> None:
        super().__init__(one_line(text))
        self.where = where


class _Spot(NamedTuple):
    """A value in a file: its path, its declared type, and its data."""

    where: Where
    kind: Any
    data: Any


def located(data: Any, error: msgspec.ValidationError, kind: Any, section: str = "") -> BoardError:
    """Return the error in words: the entry at fault, and the values that are valid there.

    Args:
        data: The data that do not follow the schema.
        error: The error of msgspec.
        kind: The type of the data.
        section: The key of the data in the file, if they are not the whole file.
    """
    found = _PLACE.fullmatch(str(error))
    assert found is not None
    reason = found["reason"]
    spot = _spot(_Spot((section,) if section else (), kind, data), found["way"] or "")
    place = _place(spot.where, data, kind, section)
    key = re.search("`(.*)`", reason)
    if key and "Object contains unknown field" in reason:
        more = advice(key[1], fields_of(bare(spot.kind, spot.data)))
        text = gettext("unknown key {key} in {place}", key=key[0], place=place)
        return BoardError(_with(text, more), (*spot.where, key[1]))
    if key and "Object missing required field" in reason:
        return BoardError(gettext("missing key {key} in {place}", key=key[0], place=place), spot.where)
    if found["key"]:
        kinds, _ = get_args(bare(spot.kind))
        named = next((name for name in spot.data if not _is(name, kinds)), "")
        text = gettext(
            "{place}: a key must be {valid}, not {value}",
            place=place,
            valid=valid(kinds),
            value=_shown(named),
        )
        return BoardError(text, (*spot.where, str(named)))
    return BoardError(
        gettext(
            "{place}: it must be {valid}, not {value}",
            place=place,
            valid=valid(spot.kind),
            value=_shown(spot.data),
        ),
        spot.where,
    )


def check_names(what: str, names: Iterable[str], known: Collection[str], where: Where) -> None:
    """Raise ``BoardError`` if a name is not on the board. The error says the names that are.

    Args:
        what: The entry and its key, for the error.
        names: The names to check.
        known: The names on the board.
        where: The path to the names in the file.
    """
    for name in names:
        if name not in known:
            text = gettext("{what}: {name} is not on the board", what=what, name=repr(name))
            raise BoardError(_with(text, advice(name, known)), where)


def _with(text: str, more: str) -> str:
    return f"{text}; {more}" if more else text


def _shown(value: Any) -> str:
    """Return a value as a file has it, such as null or true."""
    if value is None:
        return "null"
    if isinstance(value, bool | date):
        return str(value).lower()
    text = repr(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."


def _place(where: Where, data: Any, kind: Any, section: str) -> str:
    """Return the place of a value as text. An entry of a list is named by its id or its name."""
    if not where:
        return gettext("the board")
    head, rest = str(where[0]), where[1:]
    if rest and not section and get_origin(bare(fields_of(kind)[head])) in (dict, tuple):
        entry = data[head][rest[0]] if isinstance(rest[0], int) else None
        named = entry if isinstance(entry, dict) else {}
        head, rest = f"{head} {named.get('id', named.get('name', rest[0]))!r}", rest[1:]
        way = _way(rest).lstrip(".")
        return gettext("{place} at {way}", place=head, way=way) if way else head
    return head + _way(rest)


def _way(where: Where) -> str:
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in where)


def _spot(spot: _Spot, way: str) -> _Spot:
    """Return the value at a path such as ``.hexes[...].stops[0].value``."""
    for key, number in _STEP.findall(way):
        kind, data = bare(spot.kind, spot.data), spot.data
        if key:
            value = fields_of(kind).get(key, Literal[tags(spot.kind)])
            spot = _Spot((*spot.where, key), value, data[key])
        elif number == "...":
            *_, value = get_args(kind)
            name = next((name for name, entry in data.items() if not _is(entry, value)), None)
            if name is None:
                break
            spot = _Spot((*spot.where, str(name)), value, data[name])
        else:
            kinds, at = get_args(kind), int(number)
            value = kinds[0] if len(kinds) < 2 or kinds[1] is ... else kinds[at]
            spot = _Spot((*spot.where, at), value, data[at])
    return spot


def _is(data: Any, kind: Any) -> bool:
    """Return whether data are of a type."""
    try:
        msgspec.convert(data, kind, str_keys=True)
    except msgspec.ValidationError:
        return False
    return True
