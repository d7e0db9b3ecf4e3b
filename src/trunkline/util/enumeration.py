"""Enumerations in sentences."""

from __future__ import annotations

from collections.abc import Iterable


def enumerated(parts: Iterable[str]) -> str:
    """Return parts as an enumeration, such as "A, B and C". Without parts, return an empty text."""
    *most, last = [*parts] or [""]
    return f"{', '.join(most)} and {last}" if most else last
