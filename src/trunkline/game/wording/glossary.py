"""The glossary: the words of this project, and the words of other sources for the same things.

``glossary.yaml`` is the English one. A file such as ``glossary.de.yaml`` has its entries in another language.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from trunkline.util.messages import SOURCE, language
from trunkline.util.strict_yaml import read_own, read_translation

FILE = Path(__file__).with_name("glossary.yaml")
HEAD = """\
# Glossary

This documentation and the page use one word for each thing. The last column shows the different words of
the rulebooks of 1856, 1851 and 18GL, of the site 18xx.games, and of the program Rails. A source that this
column does not name uses the same word, or does not have the thing.
"""


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A word and its meaning.

    ``words`` has the word, then others that mean the same. ``of`` is what the word belongs to: "a step".
    ``meaning`` is one phrase without a full stop. ``elsewhere`` names the words of other sources.
    ``forms`` are those that the page explains in its texts; None means the words and their plurals with s.
    ``search`` has beginnings of words that a search of the rules takes for one another. Several words are a
    phrase of the rules.
    """

    words: tuple[str, ...]
    meaning: str
    of: str = ""
    elsewhere: str = ""
    forms: tuple[str, ...] | None = None
    search: tuple[str, ...] = ()

    @property
    def found_as(self) -> tuple[str, ...]:
        """The forms that the page explains in its texts."""
        if self.forms is not None:
            return self.forms
        return tuple(form for word in self.words for form in (word, f"{word}s"))


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words of one subject."""

    section: str
    entries: tuple[Entry, ...]


class TranslatedEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry in another language. ``forms`` has all inflected forms: no rule makes them of the words."""

    words: tuple[str, ...]
    meaning: str
    forms: tuple[str, ...]
    elsewhere: str = ""
    search: tuple[str, ...] = ()

    def as_entry(self) -> Entry:
        """Return the entry as one of a glossary."""
        return Entry(self.words, self.meaning, elsewhere=self.elsewhere, forms=self.forms, search=self.search)


class Translations(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The glossary in another language. Keys are the English sections, and the first words of entries."""

    sections: dict[str, str] = {}
    entries: dict[str, TranslatedEntry] = {}


class Explained(NamedTuple):
    """A word of the glossary, and its meaning."""

    word: str
    meaning: str


def glossary() -> tuple[Section, ...]:
    """Return the glossary by subject in the language of the reader.

    Entries without a translation stay English. Raises ``DamagedError`` if a file cannot be read.
    """
    return _glossary(language())


def explained(word: str) -> Explained:
    """Return an English word of the glossary with its meaning, both in the language of the reader."""
    return _explained(language())[word]


@lru_cache
def translations(into: str) -> Translations:
    """Return the glossary in a language other than English, without the entries that have no translation."""
    return read_translation(FILE, into, Translations)


@lru_cache
def _glossary(into: str) -> tuple[Section, ...]:
    english = read_own(FILE, tuple[Section, ...])
    return english if into == SOURCE else tuple(_translated(each, translations(into)) for each in english)


def _translated(section: Section, into: Translations) -> Section:
    found = (into.entries.get(entry.words[0], entry) for entry in section.entries)
    return Section(
        into.sections.get(section.section, section.section),
        tuple(each.as_entry() if isinstance(each, TranslatedEntry) else each for each in found),
    )


@lru_cache
def _explained(into: str) -> Mapping[str, Explained]:
    pairs = [
        (entry, translated)
        for section, other in zip(_glossary(SOURCE), _glossary(into), strict=True)
        for entry, translated in zip(section.entries, other.entries, strict=True)
    ]
    return {
        word: Explained(_same_word(entry, translated, word), translated.meaning)
        for entry, translated in pairs
        for word in entry.words
    }


def _same_word(entry: Entry, translated: Entry, word: str) -> str:
    """Return the word at the same place, or the first one if the language has another number of words."""
    if len(entry.words) != len(translated.words):
        return translated.words[0]
    return translated.words[entry.words.index(word)]


def as_markdown() -> str:
    """Return the glossary as a page of the documentation."""
    return "\n".join([HEAD, *_lines()])


def _lines() -> Iterator[str]:
    for number, section in enumerate(glossary()):
        if number:
            yield ""
        yield from (f"## {section.section}", "", "| word | meaning | elsewhere |", "|---|---|---|")
        for entry in section.entries:
            word = ", ".join(f"**{each}**" for each in entry.words)
            head = f"{word} of {entry.of}" if entry.of else word
            yield f"| {head} | {entry.meaning} | {entry.elsewhere}{' ' * bool(entry.elsewhere)}|"
    yield ""


if __name__ == "__main__":
    print(as_markdown(), end="")
