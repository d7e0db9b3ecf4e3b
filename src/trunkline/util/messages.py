"""Messages for people, in the language of their reader.

A message is its English text, a template in the style of ``str.format``. A catalogue has the text in another
language; a message without one stays English. ``gettext`` and ``ngettext`` return finished text in the
language that ``speak`` has set. Their lazy forms keep the parts, for texts that are written before their
reader is known, such as refusals.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from typing import Final, NamedTuple, Protocol

SOURCE: Final = "en"
"""The language of the messages in the code."""


class Catalogue(Protocol):
    """The messages of one language."""

    language: str
    """The language as a BCP 47 tag, such as ``de``."""

    def translated(self, message: str) -> str:
        """Return the translation of a message, or the message itself."""
        ...

    def translated_plural(self, one: str, others: str, count: int) -> str:
        """Return the translation of a message about a number of things, or the English form."""
        ...

    point: str
    """The sign between the whole part and the decimals of a number."""

    def number(self, value: int) -> str:
        """Return a number with the separators of the language."""
        ...


_catalogue: ContextVar[Catalogue | None] = ContextVar("catalogue", default=None)
"""The catalogue of the reader. None is English. Threads inherit it; processes do not."""


def language() -> str:
    """Return the language of the reader."""
    found = _catalogue.get()
    return found.language if found else SOURCE


@contextmanager
def speak(catalogue: Catalogue | None) -> Iterator[None]:
    """Write the texts inside in the language of a catalogue; None is English."""
    token = _catalogue.set(catalogue)
    try:
        yield
    finally:
        _catalogue.reset(token)


def gettext_noop(message: str) -> str:
    """Return a template unchanged. This marks it for the catalogues; ``gettext`` receives it later."""
    return message


class Plural(NamedTuple):
    """The templates of a table for a number of things. This marks them for the catalogues."""

    one: str
    others: str
    field: str = "count"
    """The field with the number."""


def gettext(message: str, /, **values: object) -> str:
    """Return a message in the language of the reader, filled with values. Numbers get separators."""
    template = translated(message)
    if not values:
        return template
    return template.format(**{name: _written(value) for name, value in values.items()})


def ngettext(one: str, others: str, count: int, /, **values: object) -> str:
    """Return a message about a number of things, filled with values. ``{count}`` is the number."""
    template = translated_plural(one, others, count)
    return template.format(count=number(count), **{name: _written(value) for name, value in values.items()})


def translated(message: str) -> str:
    """Return a template in the language of the reader, not filled."""
    found = _catalogue.get()
    return found.translated(message) if found else message


def translated_plural(one: str, others: str, count: int) -> str:
    """Return the template for a number of things in the language of the reader, not filled."""
    found = _catalogue.get()
    return found.translated_plural(one, others, count) if found else one if count == 1 else others


def number(value: int) -> str:
    """Return a number with the separators of the language, such as 1,234 or −5, with a true minus sign."""
    found = _catalogue.get()
    return with_minus(found.number(value) if found else f"{value:,}")


def decimal(value: float) -> str:
    """Return a number with one digit after the point of the language, such as 2.5 or −1.3."""
    found = _catalogue.get()
    return with_minus(f"{value:.1f}".replace(".", found.point if found else "."))


def with_minus(text: str) -> str:
    """Return a number as text, with a true minus sign in place of a hyphen at its start."""
    return f"−{text[1:]}" if text.startswith("-") else text


def _written(value: object) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return number(value)
    return str(value)


@dataclass(slots=True)
class Message:
    """A message with its values. ``str`` returns it in the language of the reader.

    No message ever changes. The class is not frozen, because that would make it several times as slow to
    create, and rules create many messages.
    """

    template: str
    values: dict[str, object] = field(default_factory=dict)
    """The values of the fields: text, numbers and other messages."""
    others: str = ""
    """The template for numbers other than one. Empty if the message is not about a number."""
    count: int = 0

    def __str__(self) -> str:
        """Return the message in the language of the reader."""
        if self.others:
            return ngettext(self.template, self.others, self.count, **self.values)
        return gettext(self.template, **self.values)

    def __hash__(self) -> int:
        return hash((self.template, *self.values.values(), self.count))


def gettext_lazy(message: str, /, **values: object) -> Message:
    """Return a message with values, for readers who are not known yet."""
    return Message(message, values) if values else _plain(message)


@cache
def _plain(message: str) -> Message:
    return Message(message)


def ngettext_lazy(one: str, others: str, count: int, /, **values: object) -> Message:
    """Return a message about a number of things, for readers who are not known yet."""
    return Message(one, values, others, count)
