"""Names that are more than one plain word stand in quotes."""

from __future__ import annotations

import json

from trunkline.errors import UsageError

LETTERS = r"[\w&+.'*-]"
"""What a name without quotes is made of, as a regular expression."""
QUOTED = r'"[^"\\\n]*(?:\\.[^"\\\n]*)*"'


def quoted(text: str) -> str:
    """A text in quotes, with escapes as in JSON; always one line of printable characters."""
    plain = json.dumps(text, ensure_ascii=False)
    return "".join(letter if letter.isprintable() else json.dumps(letter)[1:-1] for letter in plain)


def unquoted(word: str) -> str:
    """The name that a word stands for, in quotes or without. Raises ``UsageError``."""
    if not word.startswith('"'):
        return word
    try:
        return str(json.loads(word))
    except ValueError as error:
        raise UsageError(f"{word} is not quoted as JSON quotes a text.") from error
