"""Questions of new players, with answers.

``questions.yaml`` has the English ones. A file such as ``questions.de.yaml`` has them in another language.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import msgspec

from trunkline.util.messages import SOURCE, language
from trunkline.util.strict_yaml import read_own, read_translation

FILE = Path(__file__).with_name("questions.yaml")


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question and its answer. ``rules`` has ids of rules by title, without the title."""

    question: str
    answer: str
    rules: dict[str, tuple[str, ...]] = {}


class TranslatedQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question and its answer in another language."""

    question: str
    answer: str


def questions() -> tuple[Question, ...]:
    """Return the questions in a useful order, in the language of the reader.

    A question without a translation stays English. Raises ``DamagedError`` if a file cannot be read.
    """
    return _questions(language())


@lru_cache
def translated_questions(into: str) -> dict[str, TranslatedQuestion]:
    """Return the questions in a language other than English. Keys are the English questions."""
    return read_translation(FILE, into, dict[str, TranslatedQuestion])


@lru_cache
def _questions(into: str) -> tuple[Question, ...]:
    english = read_own(FILE, tuple[Question, ...])
    found = {} if into == SOURCE else translated_questions(into)
    return tuple(
        Question(other.question, other.answer, each.rules) if (other := found.get(each.question)) else each
        for each in english
    )
