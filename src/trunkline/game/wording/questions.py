"""Questions of new players, with answers."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import msgspec

from trunkline.util.strict_yaml import read_own

FILE = Path(__file__).with_name("questions.yaml")


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question and its answer. ``rules`` has ids of rules by title, without the title."""

    question: str
    answer: str
    rules: dict[str, tuple[str, ...]] = {}


@lru_cache
def questions() -> tuple[Question, ...]:
    """Return the questions in a useful order. Raises ``DamagedError`` if their file cannot be read."""
    return read_own(FILE, tuple[Question, ...])
