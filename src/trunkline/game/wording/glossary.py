"""The glossary: the words of this project, and the words of other sources for the same things."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import msgspec

from trunkline.util.strict_yaml import read_own

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
    """

    words: tuple[str, ...]
    meaning: str
    of: str = ""
    elsewhere: str = ""
    forms: tuple[str, ...] | None = None

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


@lru_cache
def glossary() -> tuple[Section, ...]:
    """Return the glossary by subject. Raises ``DamagedError`` if its file cannot be read."""
    return read_own(FILE, tuple[Section, ...])


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
