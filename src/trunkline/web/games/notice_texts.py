"""Texts that the outbox keeps with a notice, in the language of its reader.

The outbox has them in English, because one text is for several people. A text that the program no longer
writes stays in the list until its notices are delivered.
"""

from __future__ import annotations

from typing import Final

from trunkline.players.descriptions import LEVELS
from trunkline.util.messages import SOURCE, gettext, gettext_noop, language
from trunkline.util.stored_messages import pattern_of

TIME_IS_UP: Final = gettext_noop("Your time is used up.")
BOT_PLAYS: Final = gettext_noop("Your time is used up: a {bot} plays your seat until you take it back.")
OTHERS_VOTE: Final = gettext_noop("Your time is used up: the others vote on whether a {bot} plays your seat.")
TABLE_READY: Final = gettext_noop("Your table of round {number} in the league {league} is ready.")
VOTE: Final = gettext_noop("The time of {seat} is used up. Vote on whether a {bot} plays the seat.")
LET_PLAY: Final = gettext_noop("{name} asks to let a {bot} play for {seat}.")
TEXTS: Final = (
    BOT_PLAYS,
    OTHERS_VOTE,
    TABLE_READY,
    VOTE,
    LET_PLAY,
    gettext_noop("{name} asks to undo moves, including yours."),
    gettext_noop("{name} proposes to end the game now."),
    gettext_noop("{name} proposes to pause the clock."),
)
"""The texts with names. The first one that matches counts. Others have no field."""


def notice_text(text: str) -> str:
    """Return the text of a notice in the language of the reader. An unknown text stays as it is."""
    if language() == SOURCE or not text:
        return text
    for template, pattern in _patterns:
        found = pattern.fullmatch(text)
        if found is not None:
            values = found.groupdict()
            if values.get("bot") in _labels:
                values["bot"] = gettext(values["bot"])
            return gettext(template, **values)
    return gettext(text)


_labels: Final = frozenset(level.label for level in LEVELS.values())
_patterns: Final = tuple((template, pattern_of(template)) for template in TEXTS)
