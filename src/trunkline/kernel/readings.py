"""The readings of a title's rules: one record of named choices each, the printed rules first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeVar

import msgspec

EXCEPT = " except "

_Reading = TypeVar("_Reading", bound=msgspec.Struct)


class Mend(NamedTuple):
    """A ruling of a reading that was mended: games that had begun keep it as it was."""

    since: int
    """The version of the title's rulings that first had it mended."""
    reading: str
    choice: str
    before: object
    """What the choice was before."""


def named(
    readings: Mapping[str, _Reading], name: str, mends: Sequence[Mend] = (), rulings: int = 0
) -> _Reading:
    """A reading by its name, as it was in this version of the rulings; 0: as it is today.

    ``mends`` are in the order of their versions. The name may end with one choice of the first
    reading: ``18xx.games except CHOICE``.
    """
    base, _, choice = name.partition(EXCEPT)
    reading = readings[base]
    if rulings:
        later = [each for each in mends if each.reading == base and each.since > rulings]
        reading = msgspec.structs.replace(reading, **{each.choice: each.before for each in reversed(later)})
    if not choice:
        return reading
    first = next(iter(readings.values()))
    return msgspec.structs.replace(reading, **{choice: getattr(first, choice)})
