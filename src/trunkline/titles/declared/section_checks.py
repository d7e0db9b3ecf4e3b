"""Checks of the keys and ids of a title file, before its values are read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from trunkline.engine.board import Board, BoardError
from trunkline.engine.board.errors import Where
from trunkline.engine.board.valid_values import fields_of
from trunkline.util.messages import gettext

COMPANIES: Final = ("privates", "corporations")
"""Lists of companies. Their ids must differ from each other."""


def check(data: dict[Any, Any], sections: Mapping[str, type[msgspec.Struct]]) -> None:
    """Raise ``BoardError`` if a key is in the wrong section, or if an id cannot be typed in an action.

    Args:
        data: The data of the file.
        sections: The sections that are not part of the board, by key.
    """
    board = fields_of(Board)
    for section, kind in sections.items():
        own = fields_of(kind)
        for key in data:
            if key in own and key not in board and key not in sections:
                text = gettext("{key}: this key belongs in the section {section}", key=key, section=section)
                raise BoardError(text, (key,))
        inner = data.get(section)
        for key in inner if isinstance(inner, dict) else ():
            if key in board and key not in own:
                text = gettext(
                    "{key}: this key does not belong in {section}; move it to the left margin of the file",
                    key=key,
                    section=section,
                )
                raise BoardError(text, (section, key))
    _check_ids(data)


def _check_ids(data: dict[Any, Any]) -> None:
    """Raise ``BoardError`` if the id of a company is not one word, or if two companies have it."""
    known: dict[str, str] = {}
    for section in COMPANIES:
        entries = data.get(section)
        for place, entry in enumerate(entries if isinstance(entries, list) else ()):
            id = entry.get("id") if isinstance(entry, dict) else None
            if not isinstance(id, str):
                continue
            where: Where = (section, place, "id")
            if id.split() != [id]:
                text = gettext(
                    "{section}: the id {id} must be one word without spaces, such as NW",
                    section=section,
                    id=repr(id),
                )
                raise BoardError(text, where)
            if known.setdefault(id, section) != section:
                text = gettext("{section}: a private has the id {id}, too", section=section, id=id)
                raise BoardError(text, where)
