"""The time zones that people can choose, by their IANA names."""

from __future__ import annotations

import functools
from zoneinfo import ZoneInfo, available_timezones


@functools.cache
def _known() -> frozenset[str]:
    # Listing them reads many files.
    return frozenset(available_timezones())


def is_zone(name: str) -> bool:
    """Return whether there is a time zone of this name."""
    return name in _known()


def stored_zone(name: str) -> ZoneInfo:
    """Return the time zone of a stored name: UTC if newer data no longer has it."""
    return ZoneInfo(name if is_zone(name) else "UTC")
