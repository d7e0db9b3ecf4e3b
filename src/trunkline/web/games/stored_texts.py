"""Texts of stored entries, in the language of the reader.

The store has texts in English. A text with an event is written again from the event (``log_texts``). Others,
such as notes, are recognised by the messages here. They include texts of older versions, so a text that the
program no longer writes stays in the list.
"""

from __future__ import annotations

from typing import Final

from trunkline.players.descriptions import PLAYS
from trunkline.util.enumeration import all_of
from trunkline.util.messages import SOURCE, gettext, gettext_noop, language
from trunkline.util.stored_messages import pattern_of

UNDONE: Final = gettext_noop("Undone: {action}")
REDONE: Final = gettext_noop("Redone: {action}")
WITH_REASON: Final = gettext_noop("{text} ({reason})")
TEXTS: Final = (
    UNDONE,
    REDONE,
    gettext_noop("Back to where these rules can follow: {fault}"),
    gettext_noop("The players have agreed to end the game"),
    gettext_noop("The first game has ended, as the coach offered."),
    gettext_noop("This is the solution: the solver gave up."),
    gettext_noop("the game has waited longer than the table allows"),
    gettext_noop("the time is used up"),
    gettext_noop("the time is used up; {consent}"),
    gettext_noop("Asked for by {name}; {consent}"),
    gettext_noop("{seats} agreed to it"),
    gettext_noop("there was nobody to be asked"),
    gettext_noop("{name}'s {bot} has failed here, and so has a clerk: chance decides"),
    gettext_noop("{name}'s {bot} has failed here: a clerk decides"),
    WITH_REASON,
    *PLAYS.values(),
    gettext_noop("{name} takes {seat}."),
    gettext_noop("{seat} is open again."),
    gettext_noop("{bot} plays for {name}"),
    gettext_noop("Made automatically: the only choice."),
    gettext_noop("Made automatically: after a purchase, the turn ends."),
)
"""The stored texts without an event. The first one that matches counts."""
INNER: Final = "text", "reason", "consent"
"""Fields that hold another stored text."""
NAMES: Final = "seats"
"""The field that holds several names."""


def stored_text(text: str) -> str:
    """Return a stored English text in the language of the reader. An unknown text stays English."""
    if language() == SOURCE:
        return text
    for template, pattern in _patterns:
        found = pattern.fullmatch(text)
        if found is not None:
            return gettext(
                template, **{name: _field(name, value) for name, value in found.groupdict().items()}
            )
    return text


def _field(name: str, value: str) -> str:
    if name == NAMES:
        return all_of(value.split(" and "))
    return stored_text(value) if name in INNER else value


_patterns: Final = tuple((template, pattern_of(template)) for template in TEXTS)
