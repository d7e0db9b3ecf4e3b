"""What may be written: plain text, of bounded length, that shows as it is read."""

from __future__ import annotations

import unicodedata

from trunkline.people.errors import Wrong

LONGEST = 1000
"""Characters of a message."""
LONGEST_NOTE = 20_000
TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Signs that turn the direction of what follows, also of other people's words."""


def message(text: str) -> str:
    """A message as it is kept. Raises ``Wrong``."""
    found = _plain(text).strip()
    if not found:
        raise Wrong("There is nothing to say in that.")
    if len(found) > LONGEST:
        raise Wrong(f"A message has no more than {LONGEST} characters, and this one {len(found)}.")
    return found


def note(text: str) -> str:
    """A note as it is kept; empty for none. Raises ``Wrong``."""
    found = _plain(text).rstrip()
    if len(found) > LONGEST_NOTE:
        raise Wrong(f"A note has no more than {LONGEST_NOTE} characters, and this one {len(found)}.")
    return found


def _plain(text: str) -> str:
    """Without what no letter, sign or space is."""
    text = unicodedata.normalize("NFC", text.replace("\r\n", "\n"))
    return "".join(each for each in text if each == "\n" or _shows(each))


def _shows(each: str) -> bool:
    return each not in TURNING and unicodedata.category(each) not in ("Cc", "Cs", "Cn")
