"""Families of titles: the values that a title file leaves out if it names one."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from trunkline.engine.board import BoardError
from trunkline.util.messages import gettext
from trunkline.util.strict_yaml import read_own

FILE: Final = Path(__file__).with_name("families.yaml")
KEY: Final = "family"
"""The key of a title file that names its family."""
EACH_CORPORATION: Final = "each_corporation"
"""The values of a corporation that leaves them out."""
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
