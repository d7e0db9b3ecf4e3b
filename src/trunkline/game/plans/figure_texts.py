"""Figures of a move in the language of the reader.

Plans keep their figures in English, so that the figures of any two moments can be compared.
"""

from __future__ import annotations

from typing import Final

from trunkline.game.wording.rounds import stored_round
from trunkline.util.messages import SOURCE, gettext, gettext_noop, language
from trunkline.util.stored_messages import pattern_of

PLACES: Final = frozenset(
    {
        gettext_noop("the IPO"),
        gettext_noop("the pool"),
        gettext_noop("the treasury"),
        gettext_noop("the bank"),
        gettext_noop("no place"),
    }
)
WORDS: Final = frozenset(
    {
        gettext_noop("nothing"),
        gettext_noop("no change"),
        gettext_noop("continues"),
        gettext_noop("is over"),
        gettext_noop("your turn"),
        gettext_noop("phase"),
        gettext_noop("round"),
    }
)
TEMPLATES: Final = (
    gettext_noop("{name}'s money"),
    gettext_noop("{corp} shares of {place}"),
    gettext_noop("{corp}'s loans"),
    gettext_noop("{corp}'s price"),
    gettext_noop("{corp}'s president"),
    gettext_noop("{corp}'s earnings"),
    gettext_noop("bonds of {place}"),
    gettext_noop("owner of {private}"),
    gettext_noop("{train} trains at {place}"),
    gettext_noop("{corp} tokens at {place}"),
    gettext_noop("tile on {hex}"),
    gettext_noop("token of {private}"),
    gettext_noop("bid on {private} by {player}"),
    gettext_noop("{old} to {new}"),
    gettext_noop("{tile} turned {rotation}"),
    gettext_noop("{corp} on {hex}"),
)
"""The first template that matches counts."""
INNER: Final = frozenset({"old", "new"})
"""Fields that hold another figure."""


def figure_text(text: str) -> str:
    """Return the name or the value of a figure in the language of the reader."""
    if language() == SOURCE:
        return text
    if text in WORDS:
        return gettext(text)
    for template, pattern in _patterns:
        found = pattern.fullmatch(text)
        if found is not None:
            return gettext(template, **{name: _field(name, each) for name, each in found.groupdict().items()})
    return stored_round(text)


def _field(name: str, value: str) -> str:
    if name == "place" and value in PLACES:
        return gettext(value)
    return figure_text(value) if name in INNER else value


_patterns: Final = tuple((template, pattern_of(template)) for template in TEMPLATES)
