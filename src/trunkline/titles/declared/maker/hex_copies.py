"""The hexes of a map of 18xx-maker, one by one, with copies resolved.

An entry of a map paints many hexes. It may copy another entry, and a map may copy another map.
"""

from __future__ import annotations

import re
from typing import Any, Final

from trunkline.titles.declared.maker.game_file import Game, Part
from trunkline.util.errors import UsageError
from trunkline.util.messages import gettext

COORDINATE: Final = re.compile("([A-Z])([0-9]{1,2})")
JOINED: Final = ("track", "offBoardTrack")
"""Lists of which a copy has its own entries and those of the original."""
OWN: Final = ("companies", "hexes", "removeBorders")
"""Lists of which a copy has only its own entries."""
MOST_COPIES: Final = 20


def hex_entries(game: Game) -> dict[str, Part]:
    """Return the entry of each hex, by coordinate in the order of rows and columns."""
    maps = game.get("map")
    listed = [game.part(f"map[{n}]", each) for n, each in enumerate(maps)] if isinstance(maps, list) else []
    first = listed[0] if listed else game.part("map", maps)
    if len(listed) > 1:
        name = first.text("name")
        text = f"The game has {len(listed)} maps. This is the first one{f', {name}' if name else ''}."
        game.points.left_out("hexes", text)
    entries = [*first.parts("hexes")]
    copied = first.get("copy")
    if isinstance(copied, int) and 0 < copied < len(listed):
        removed = first.get("remove") or []
        originals = [*listed[copied].parts("hexes")]
        entries = [_without(each, removed) for each in originals] + entries
    found: dict[str, Part] = {}
    for entry in entries:
        resolved = _resolved(entry, entries)
        for name in _coordinates(entry):
            found[name] = resolved
    for key in ("borders", "borderTexts"):
        if first.get(key):
            text = f"The map has {key}. If they cost money or bar track, write cost or blocked_edges."
            game.points.assumed("hexes", text)
    return {name: found[name] for name in sorted(found, key=_order)}


def _order(name: str) -> tuple[str, int]:
    return name[0], int(name[1:])


def _coordinates(entry: Part) -> list[str]:
    value = entry.list("hexes")
    for name in value:
        if not isinstance(name, str) or not COORDINATE.fullmatch(name):
            raise entry.fault("hexes", gettext("coordinates of a letter and a number, such as B4"), name)
    return value


def _without(entry: Part, removed: Any) -> Part:
    left = [each for each in entry.get("hexes") or [] if each not in removed]
    return Part(entry.file, entry.place, {**entry.data, "hexes": left})


def _resolved(entry: Part, entries: list[Part], depth: int = 0) -> Part:
    """Return an entry together with the one that it copies."""
    copied = entry.get("copy")
    if copied is None:
        return entry
    original = next(
        (each for each in entries if each is not entry and copied in (each.get("hexes") or [])), None
    )
    if original is None or depth > MOST_COPIES:
        raise UsageError(
            gettext(
                "{file}, {place}: it copies {hex}, and no other entry of the map has that hex.",
                file=entry.file,
                place=entry.place,
                hex=repr(copied),
            )
        )
    merged = _merged(entry.data, _resolved(original, entries, depth + 1).data)
    return Part(entry.file, entry.place, {key: value for key, value in merged.items() if key != "copy"})


def _merged(mine: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    found = {**other, **mine}
    for key in mine.keys() & other.keys():
        one, two = mine[key], other[key]
        if isinstance(one, dict) and isinstance(two, dict):
            found[key] = _merged(one, two)
        elif isinstance(one, list) and isinstance(two, list) and key in JOINED:
            found[key] = [*one, *two]
        elif isinstance(one, list) and isinstance(two, list) and key not in OWN:
            found[key] = [
                _merged(each, theirs) if isinstance(each, dict) and isinstance(theirs, dict) else each
                for each, theirs in zip(one, two, strict=False)
            ]
    return found
