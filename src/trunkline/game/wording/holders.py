"""Places that shares, trains and money come from or are in, with their prepositions."""

from __future__ import annotations

from typing import Final

from trunkline.engine.kernel.state import BANK, OFFERING, OUT, POOL, TREASURY
from trunkline.util.messages import gettext, gettext_noop, translated

FROM: Final = "from"
IN: Final = "in"
TO: Final = "to"
OWN: Final = "own"
"""The place that things come from, as in a choice of the corporation: its own treasury."""
PLACES: Final = {
    FROM: {
        BANK: gettext_noop("from the bank"),
        POOL: gettext_noop("from the pool"),
        OFFERING: gettext_noop("from the IPO"),
        TREASURY: gettext_noop("from the treasury"),
    },
    OWN: {
        BANK: gettext_noop("from the bank"),
        POOL: gettext_noop("from the pool"),
        OFFERING: gettext_noop("from the IPO"),
        TREASURY: gettext_noop("from its treasury"),
    },
    IN: {
        BANK: gettext_noop("in the bank"),
        POOL: gettext_noop("in the pool"),
        OFFERING: gettext_noop("in the IPO"),
        TREASURY: gettext_noop("in the treasury"),
    },
    TO: {
        BANK: gettext_noop("to the bank"),
        POOL: gettext_noop("to the pool"),
        OFFERING: gettext_noop("to the IPO"),
        TREASURY: gettext_noop("to the treasury"),
        OUT: gettext_noop("out of the game"),
    },
}
"""The places of the game with a preposition."""
OTHERS: Final = {
    # Translators: The field is a player or a corporation.
    FROM: gettext_noop("from {name}"),
    OWN: gettext_noop("from {name}"),
    # Translators: The field is a player or a corporation.
    IN: gettext_noop("in {name}"),
    # Translators: The field is a player or a corporation.
    TO: gettext_noop("to {name}"),
}
"""Players and corporations with a preposition."""


def placed(preposition: str, place: str) -> str:
    """Return a place with its preposition in the reader's language.

    A player or a corporation is the field ``{name}``, not filled.
    """
    return translated(PLACES[preposition].get(place, OTHERS[preposition]))


def from_words(place: str, preposition: str = FROM) -> str:
    """Return a place, a player or a corporation that things come from, such as ``from the bank``."""
    return gettext(PLACES[preposition].get(place, OTHERS[preposition]), name=place)
