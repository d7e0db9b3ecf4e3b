"""Marks of comments as text."""

from __future__ import annotations

from collections.abc import Iterable

from trunkline.web.schemas.studies import BoardMark


def marks_text(marks: Iterable[BoardMark]) -> str:
    """Return marks as a sentence. Empty without marks."""
    found = ", ".join(map(_text, marks))
    return found and f"Marks: {found}."


def _text(mark: BoardMark) -> str:
    place = mark.at if mark.to is None else f"{mark.at} to {mark.to}"
    return f"{mark.colour} {place}" if mark.board == "map" else f"{mark.colour} {place} on the {mark.board}"
