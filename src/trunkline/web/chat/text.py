"""Validation of chat messages and notes: visible plain text of limited length."""

from __future__ import annotations

import unicodedata

from trunkline.util.messages import gettext
from trunkline.util.visible_text import shows, unstacked
from trunkline.web.errors import Invalid

LONGEST = 1000
"""The maximum number of characters in a message."""
LONGEST_NOTE = 20_000
TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that change the text direction, which would also affect other people's text."""


def message(text: str) -> str:
    """Return the normalised message to store. Raises ``Invalid``."""
    found = plain(text).strip()
    if not shows(found):
        raise Invalid(gettext("The message is empty: it has nothing that can be seen."))
    if len(found) > LONGEST:
        raise Invalid(
            gettext(
                "A message has no more than {longest} characters, and this one {length}.",
                longest=str(LONGEST),
                length=str(len(found)),
            )
        )
    return found


def note(text: str) -> str:
    """Return the normalised note to store. Empty if the note has nothing visible. Raises ``Invalid``."""
    found = plain(text).rstrip()
    if not shows(found):
        return ""
    if len(found) > LONGEST_NOTE:
        raise Invalid(
            gettext(
                "A note has no more than {longest_note} characters, and this one {length}.",
                longest_note=str(LONGEST_NOTE),
                length=str(len(found)),
            )
        )
    return found


def plain(text: str) -> str:
    """Return the text with line breaks and visible characters only, without high stacks of marks."""
    text = unicodedata.normalize("NFC", text.replace("\r\n", "\n"))
    return unstacked("".join(each for each in text if each == "\n" or _stays(each)))


def _stays(each: str) -> bool:
    return each not in TURNING and unicodedata.category(each) not in ("Cc", "Cs", "Cn")
