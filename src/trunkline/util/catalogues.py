"""Catalogues of messages: one PO file for each language, in ``trunkline/locales``.

``make messages`` collects the messages of the code into these files. A new file adds a language.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from gettext import c2py
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from trunkline.util.messages import SOURCE, Catalogue

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

FOLDER = "locales"
"""The folder of the package with the catalogues."""
PSEUDO: Final = "en-XA"
"""English with accents and longer words. It shows texts without a catalogue, and places without room."""
ACUTE: Final = "\u0301"


@lru_cache
def languages() -> tuple[str, ...]:
    """Return the languages that have a catalogue, and English first."""
    found = (each.name for each in files("trunkline").joinpath(FOLDER).iterdir())
    return (SOURCE, *sorted(name.removesuffix(".po") for name in found if name.endswith(".po")))


@lru_cache
def catalogue(language: str) -> Catalogue | None:
    """Return the catalogue of a language. None for English, and for a language without one."""
    if language == PSEUDO:
        return PseudoCatalogue()
    if language == SOURCE or language not in languages():
        return None
    return PoCatalogue(language)


def negotiated(wanted: Sequence[str]) -> str:
    """Return the first of the wanted languages that has a catalogue, else English.

    ``wanted`` has tags such as ``de-AT``, best first.
    """
    for tag in wanted:
        if tag == PSEUDO:
            return tag
        main = tag.split("-")[0].lower()
        if main in languages():
            return main
    return SOURCE


class PoCatalogue:
    """The messages of a PO file."""

    def __init__(self, language: str) -> None:
        # Only servers with readers of other languages need Babel.
        from babel.messages.pofile import read_po
        from babel.numbers import get_decimal_symbol, get_group_symbol

        self.language = language
        with files("trunkline").joinpath(FOLDER, f"{language}.po").open("rb") as file:
            self._messages: Catalog = read_po(file, locale=language)
        self._separator = get_group_symbol(language)
        self.point = get_decimal_symbol(language)
        self._form = c2py(self._messages.plural_expr)

    def translated(self, message: str) -> str:
        """Return the translation of a message, or the message itself."""
        found = self._messages.get(message)
        return str(found.string) if found and found.string and not found.fuzzy else message

    def translated_plural(self, one: str, others: str, count: int) -> str:
        """Return the translation of a message about a number of things, or the English form."""
        found = self._messages.get(one)
        if found and not found.fuzzy and isinstance(found.string, tuple) and all(found.string):
            return str(found.string[self._form(count)])
        return one if count == 1 else others

    def number(self, value: int) -> str:
        """Return a number with the separators of the language."""
        return f"{value:,}".replace(",", self._separator)


class PseudoCatalogue:
    """All messages of the code in the pseudo-language."""

    language = PSEUDO
    point = "."

    def translated(self, message: str) -> str:
        """Return a message with accents. Its fields remain."""
        return pseudo(message)

    def translated_plural(self, one: str, others: str, count: int) -> str:
        """Return the form for a number with accents."""
        return pseudo(one if count == 1 else others)

    def number(self, value: int) -> str:
        """Return a number with separators."""
        return f"{value:,}"


def pseudo(message: str) -> str:
    """Return a template with accents on its vowels, each written twice. Its fields remain."""
    inside, made = False, ""
    for letter in message:
        inside = letter == "{" or (inside and letter != "}")
        made += letter if inside else _accented(letter)
    return made


def _accented(letter: str) -> str:
    return unicodedata.normalize("NFC", letter + ACUTE) * 2 if letter in "aeiouAEIOU" else letter
