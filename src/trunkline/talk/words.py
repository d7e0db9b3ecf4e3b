"""Checks of messages and notes: plain text, of bounded length, that shows as it is read."""

from __future__ import annotations

import unicodedata

from trunkline.people.errors import Wrong
from trunkline.visible import shows, unstacked

LONGEST = 1000
"""Characters of a message."""
LONGEST_NOTE = 20_000
TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Signs that turn the direction of what follows, also of other people's words."""


def message(text: str) -> str:
    """Return a message as it is kept. Raises ``Wrong``."""
    found = _plain(text).strip()
    if not shows(found):
        raise Wrong("The message is empty: it has nothing that can be seen.")
    if len(found) > LONGEST:
        raise Wrong(f"A message has no more than {LONGEST} characters, and this one {len(found)}.")
    return found


def note(text: str) -> str:
    """Return a note as it is kept; empty for a note of nothing visible. Raises ``Wrong``."""
    found = _plain(text).rstrip()
    if not shows(found):
        return ""
    if len(found) > LONGEST_NOTE:
        raise Wrong(f"A note has no more than {LONGEST_NOTE} characters, and this one {len(found)}.")
    return found


def _plain(text: str) -> str:
    """Return the letters, signs and spaces of a text, without high stacks of marks."""
    text = unicodedata.normalize("NFC", text.replace("\r\n", "\n"))
    return unstacked("".join(each for each in text if each == "\n" or _stays(each)))


def _stays(each: str) -> bool:
    return each not in TURNING and unicodedata.category(each) not in ("Cc", "Cs", "Cn")
