"""Username rules and look-alike detection.

Two names are the same if they differ only in case or in characters that look alike according to Unicode. A
name cannot contain invisible characters.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import NamedTuple

from confusable_homoglyphs.categories import alias as script  # type: ignore[import-untyped]
from confusable_homoglyphs.confusables import confusables_data  # type: ignore[import-untyped]

from trunkline.util.messages import gettext, gettext_noop
from trunkline.util.visible_text import bare, hidden, spelled
from trunkline.web.errors import Invalid

SHORTEST, LONGEST = 2, 24
BESIDE = frozenset("-_.' ")
"""Punctuation allowed in a name, but not at its start or end, and not twice in a row."""
MARKS = 2
"""The maximum number of combining marks on a letter."""
ANY_SCRIPT = ("INHERITED", "COMMON")
"""The scripts of marks that combine with letters of every script."""
FORMER = gettext_noop("a former player")
RESERVED = frozenset({FORMER, "former player", "nobody", "operator", "admin", "administrator", "trunkline"})


class NameForms(NamedTuple):
    """The stored forms of a name."""

    name: str
    folded: str
    """The name without case. A person can sign in with any case."""
    looks: str
    """The name with look-alike characters replaced."""
    looks_small: str
    """The lower-case name with look-alike characters replaced."""


def normalise(text: str) -> NameForms:
    """Return the forms of a new name. Raises ``Invalid``."""
    name = unicodedata.normalize("NFC", text.strip())
    if not SHORTEST <= len(name) <= LONGEST:
        raise Invalid(
            gettext("A name has {shortest} to {longest} characters.", shortest=SHORTEST, longest=LONGEST)
        )
    if hidden(name):
        raise Invalid(
            gettext(
                "The name has a character that does not show: {name}. Type it without that.",
                name=spelled(name),
            )
        )
    _check_letters(name)
    if any(first in BESIDE and (not second or second in BESIDE) for first, second in _pairs(name)):
        raise Invalid(
            gettext("A name begins and ends with a letter or a digit, and has no two signs in a row.")
        )
    found = NameForms(name, folded(name), alike(name).casefold(), alike(folded(name)))
    if _reserved() & {found.looks, found.looks_small}:
        raise Invalid(gettext("That name says something else here: choose another one."))
    return found


def _check_letters(name: str) -> None:
    marks, letter = 0, ""
    for each in name:
        kind = unicodedata.category(each)
        marked = kind.startswith("M")
        marks = marks + 1 if marked else 0
        letter = letter if marked else each
        if each not in BESIDE and (marks > MARKS or not kind.startswith(("L", "Mn", "Mc", "Nd"))):
            raise Invalid(
                gettext("A name consists of letters and digits, with - _ . ' or a space between them.")
            )
        # A mark of another script may be invisible.
        if marked and (not letter or script(each) not in (*ANY_SCRIPT, script(letter))):
            mark = f"{ord(each):04X}"
            raise Invalid(gettext("The mark U+{mark} does not belong to the letter before it.", mark=mark))


def looks(name: str) -> str:
    """Return the look-alike form of any name, including an invalid one.

    Hidden characters and case are ignored.
    """
    return alike(folded(bare(name)))


def folded(name: str) -> str:
    """Return a name without differences of case and encoding."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name.strip()).casefold())


def alike(text: str) -> str:
    """Return a text with each look-alike character replaced by one representative."""
    one, several = _classes()
    text = unicodedata.normalize("NFKD", text)
    for group, single in several.items():
        text = text.replace(group, single)
    return unicodedata.normalize("NFKD", "".join(one.get(each, each) for each in text))


def _pairs(name: str) -> list[tuple[str, str]]:
    return [*zip(f" {name}", name, strict=False), (name[-1], "")]


@cache
def _reserved() -> frozenset[str]:
    written = ((name, name.title(), name.upper()) for name in RESERVED)
    return frozenset(alike(form).casefold() for forms in written for form in forms)


@cache
def _classes() -> tuple[dict[str, str], dict[str, str]]:
    """Return the representatives of look-alike characters, and single letters for groups such as "rn"."""
    like: dict[str, str] = {}
    several: dict[str, str] = {}

    def first(each: str) -> str:
        while like.setdefault(each, each) != each:
            each = like[each]
        return each

    for one, found in confusables_data.items():
        for other in (str(each["c"]) for each in found):
            if len(one) == len(other) == 1:
                low, high = sorted((first(one), first(other)))
                like[high] = low
            elif len(one) == 1 and (one + other).isascii() and other.isalpha():
                several[other] = one
    return {each: first(each) for each in like}, several
