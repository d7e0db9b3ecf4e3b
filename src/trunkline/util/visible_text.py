"""Checks of text for invisible characters, by Unicode properties.

Two texts that differ only in such characters look the same. The package ``regex`` has Unicode's property
``Default_Ignorable_Code_Point``; Python's ``unicodedata`` does not.
"""

from __future__ import annotations

import unicodedata

import regex

BLANKS = "\u2800\u2d7f\U0001107f\U00013441\U00013442\U00016fe4\U0001d159"
"""Invisible characters that Unicode does not class as ignorable.

They are a Braille pattern without dots, joiners, blank hieroglyphs, a filler, and a note without a head.
"""
STACK = 6
"""Maximum number of combining marks on a letter of a message; scripts need up to five."""

_HIDDEN = regex.compile(rf"[\p{{Default_Ignorable_Code_Point}}{BLANKS}]")
# A variation selector or a joiner inside an emoji is part of the emoji.
_PICTURE = r"\p{Extended_Pictographic}\p{Emoji_Modifier}?"
_IN_EMOJI = regex.compile(
    rf"(?<={_PICTURE})\ufe0f|(?<={_PICTURE}\ufe0f?)\u200d(?=\p{{Extended_Pictographic}})"
)
_STACKER_ALONE = regex.compile(r"\p{Indic_Syllabic_Category=Invisible_Stacker}(?!\p{L})")
_TOO_MANY_MARKS = regex.compile(rf"(\p{{M}}{{{STACK}}})\p{{M}}+")


def hidden(text: str) -> str:
    """Return the invisible characters of a text, in order.

    A character that joins two letters, as in Burmese and Khmer, is invisible if no letter follows.
    """
    return "".join([*_HIDDEN.findall(text), *_STACKER_ALONE.findall(text)])


def hidden_beside_emoji(text: str) -> str:
    """Return the invisible characters that are not part of an emoji."""
    return hidden(_IN_EMOJI.sub("", text))


def bare(text: str) -> str:
    """Return a text without its invisible characters."""
    return str(_STACKER_ALONE.sub("", _HIDDEN.sub("", text)))


def shows(text: str) -> bool:
    """Return whether a text has a visible character: a letter, a digit or a sign."""
    return any(unicodedata.category(each)[0] not in "CMZ" for each in bare(text))


def unstacked(text: str) -> str:
    """Return a text with at most ``STACK`` combining marks on a letter."""
    return str(_TOO_MANY_MARKS.sub(r"\1", text))


def spelled(text: str) -> str:
    """Return a text with each invisible character written as its number, such as ``Anna<U+FE0F>``."""
    found = set(hidden(text))
    return "".join(f"<U+{ord(each):04X}>" if each in found else each for each in text)
