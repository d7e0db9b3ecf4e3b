"""Names in lines of notation. A name that is more than one plain word is quoted."""

from __future__ import annotations

import json

from trunkline.util.errors import UsageError
from trunkline.util.messages import gettext

LETTERS = r"[\w&+.'*-]"
"""A regular expression for one letter of a name without quotes."""
QUOTED = r'"[^"\\\n]*(?:\\.[^"\\\n]*)*"'


def quoted(text: str) -> str:
    """Return a text in quotes, with escapes as in JSON. The result is one line of printable characters."""
    plain = json.dumps(text, ensure_ascii=False)
    return "".join(letter if letter.isprintable() else json.dumps(letter)[1:-1] for letter in plain)


def unquoted(word: str) -> str:
    """Return the name that a word means, with or without quotes. Raises ``UsageError``."""
    if not word.startswith('"'):
        return word
    try:
        return str(json.loads(word))
    except ValueError as error:
        raise UsageError(gettext("{word} is not quoted as JSON quotes a text.", word=word)) from error
