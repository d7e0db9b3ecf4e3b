"""The readings of a title's rules: one record of named choices each, the printed rules first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import msgspec

EXCEPT = " except "

_Reading = TypeVar("_Reading", bound=msgspec.Struct)


def named(readings: Mapping[str, _Reading], name: str) -> _Reading:
    """A reading by its name, perhaps with one choice of the first reading: ``18xx.games except CHOICE``."""
    base, _, choice = name.partition(EXCEPT)
    reading = readings[base]
    if not choice:
        return reading
    first = next(iter(readings.values()))
    return msgspec.structs.replace(reading, **{choice: getattr(first, choice)})
