"""Enumerations in sentences."""

from __future__ import annotations

from collections.abc import Iterable

from trunkline.util.messages import gettext


def listed(names: Iterable[str], joined: str = "and") -> str:
    """Return names as a list in English, such as "A, B and C", for texts that are not translated."""
    *first, last = [*names] or ["none"]
    return f"{', '.join(first)} {joined} {last}" if first else last


def enumerated(parts: Iterable[str]) -> str:
    """Return parts as an enumeration, such as "A, B and C". Without parts, return an empty text."""
    *most, last = [*parts] or [""]
    return gettext("{most} and {last}", most=", ".join(most), last=last) if most else last


def all_of(names: Iterable[str]) -> str:
    """Return names joined by "and", such as "A and B". Without names, return an empty text."""
    first, *others = [*names] or [""]
    for name in others:
        first = gettext("{names} and {name}", names=first, name=name)
    return first


def any_of(names: Iterable[str]) -> str:
    """Return names joined by "or", such as "A or B". Without names, return an empty text."""
    first, *others = [*names] or [""]
    for name in others:
        first = gettext("{names} or {name}", names=first, name=name)
    return first
