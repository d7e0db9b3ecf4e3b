"""The readings of a title's rules: one record of named choices each, with the printed rules first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeVar

import msgspec

EXCEPT = " except "

_Reading = TypeVar("_Reading", bound=msgspec.Struct)


class RulingFix(NamedTuple):
    """A fix to one ruling of a reading. Games that began before the fix keep the old ruling."""

    since: int
    """The first version of the title's rulings that contains the fix."""
    reading: str
    choice: str
    before: object
    """The choice before the fix."""


def named(
    readings: Mapping[str, _Reading], name: str, fixes: Sequence[RulingFix] = (), rulings: int = 0
) -> _Reading:
    """Return a reading by its name, as in this version of the rulings; 0 is the current version.

    ``fixes`` are in the order of their versions. The name may end with one choice to take from the first
    reading: ``18xx.games except CHOICE``.
    """
    base, _, choice = name.partition(EXCEPT)
    reading = readings[base]
    if rulings:
        later = [each for each in fixes if each.reading == base and each.since > rulings]
        reading = msgspec.structs.replace(reading, **{each.choice: each.before for each in reversed(later)})
    if not choice:
        return reading
    first = next(iter(readings.values()))
    return msgspec.structs.replace(reading, **{choice: getattr(first, choice)})
