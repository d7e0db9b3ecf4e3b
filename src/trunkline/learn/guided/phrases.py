"""Figures that are words, in the language of the reader: numbers of things, and colours of tiles."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from trunkline.util.enumeration import enumerated
from trunkline.util.messages import gettext, gettext_noop, ngettext

COLOURS: Final = {
    # Translators: the colour of tiles that may be laid, as in "Tiles are now yellow and green".
    "yellow": gettext_noop("yellow"),
    # Translators: the colour of tiles that may be laid.
    "green": gettext_noop("green"),
    # Translators: the colour of tiles that may be laid.
    "brown": gettext_noop("brown"),
    # Translators: the colour of tiles that may be laid.
    "gray": gettext_noop("gray"),
}
"""The colours of tiles by their names on the board."""


def colours(names: Iterable[str]) -> str:
    """Return colours of tiles, such as "yellow and green"."""
    return enumerated(gettext(COLOURS[name]) for name in names)


def loans(count: int) -> str:
    """Return a number of loans, such as "2 loans"."""
    # Translators: the loans of the learner's companies, as in "Your companies have 2 loans".
    return ngettext("{count} loan", "{count} loans", count)


def more_trains(count: int | None) -> str | None:
    """Return a number of trains that are sold before another, such as "2 more trains"."""
    if not count:
        # Translators: the trains before the first of a type, as in "The bank sells no more trains before it".
        return None if count is None else gettext("no more trains")
    # Translators: the trains before the first of a type, as in "The bank sells 2 more trains before it".
    return ngettext("{count} more train", "{count} more trains", count)
