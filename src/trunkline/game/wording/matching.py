"""A text search by the beginnings of words."""

from __future__ import annotations

import re


def contains(text: str, words: str) -> bool:
    """Return whether each of the ``words`` begins a word of the text, in any case."""
    return all(re.search(rf"(?<!\w){re.escape(word)}", text, re.IGNORECASE) for word in set(words.split()))
