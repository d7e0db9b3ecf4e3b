"""Whether a text is what somebody typed the beginning of."""

from __future__ import annotations

import re


def contains(text: str, words: str) -> bool:
    """Whether a word of the text begins with each of the ``words``, in any case."""
    return all(re.search(rf"(?<!\w){re.escape(word)}", text, re.IGNORECASE) for word in set(words.split()))
