"""Families of titles: the values that a title file leaves out if it names one."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from trunkline.engine.board import BoardError
from trunkline.engine.board.errors import Where
from trunkline.util.errors import UsageError
from trunkline.util.messages import gettext
from trunkline.util.strict_yaml import line_of, parse_yaml, read_own

FILE: Final = Path(__file__).with_name("families.yaml")
KEY: Final = "family"
"""The key of a title file that names its family."""
EACH_CORPORATION: Final = "each_corporation"
"""The values of a corporation that leaves them out."""
DERIVED: Final[dict[str, Where]] = {"par_values": ("chart",), "first_tiles": ("tiles",)}
"""Keys that follow from others if a file leaves them out, and these other keys."""
MERGED: Final = ("private_rules", "floating", "ending", "switches")
"""Sections of which a file may give single keys. It gives other keys as a whole."""


@lru_cache
def families() -> dict[str, dict[str, Any]]:
    """Return the values of each family, by key of a title file."""
    return read_own(FILE, dict[str, dict[str, Any]])


def completed(data: dict[Any, Any]) -> dict[Any, Any]:
    """Return the data of a title file with the values of its family. Raises ``BoardError`` for an unknown
    family."""
    if KEY not in data:
        return data
    name = str(data[KEY])
    if name not in families():
        known = ", ".join(families())
        text = gettext("family: there is no family {name}; there are {known}", name=name, known=known)
        raise BoardError(text, (KEY,))
    defaults = dict(families()[name])
    corporation = defaults.pop(EACH_CORPORATION)
    found = {**defaults, **{key: value for key, value in data.items() if key != KEY}}
    for key in MERGED:
        if isinstance(found.get(key), dict):
            found[key] = {**defaults.get(key, {}), **found[key]}
    if isinstance(found.get("corporations"), list):
        found["corporations"] = [
            {**corporation, **each} if isinstance(each, dict) else each for each in found["corporations"]
        ]
    return found


def origin(data: Any, where: Where) -> str:
    """Return the family that gives the value at a path, or an empty text if the file does.

    Args:
        data: The data of the file, without those of the family.
        where: The path to the value.
    """
    name = str(data.get(KEY, "")) if isinstance(data, dict) else ""
    if name not in families() or not where:
        return ""
    found, given = data, families()[name]
    if where[0] in MERGED or where[0] not in found:
        steps = where[:2] if where[0] in found else where[:1]
    elif where[0] == "corporations" and len(where) > 2:
        found, given, steps = found["corporations"][where[1]], given[EACH_CORPORATION], where[2:3]
    else:
        return ""
    for step in steps:
        if step not in found:
            return name if step in given else ""
        found, given = found[step], given.get(str(step), {})
    return ""


def located(text: str, where: Where) -> tuple[int, str]:
    """Return the line of the value at a path, and the family that gives it, or an empty text.

    The line is that of the key ``family`` if the family gives the value.
    """
    if not where:
        return 1, ""
    data = parse_yaml(text)
    if where[0] not in data:
        where = DERIVED.get(str(where[0]), where)
    family = origin(data, where)
    return line_of(text, (KEY,) if family else where), family


def faulty(name: str, text: str, error: BoardError) -> UsageError:
    """Return the error for a fault in a title file, with its line. ``name`` is that of the file."""
    line, family = located(text, error.where)
    if not family:
        return UsageError(gettext("{name}, line {line}: {error}.", name=name, line=line, error=error))
    return UsageError(
        gettext(
            "{name}, line {line}: {key} (set by family {family}): {error}.",
            name=name,
            line=line,
            key=".".join(str(step) for step in error.where[:2] if isinstance(step, str)),
            family=family,
            error=error,
        )
    )
