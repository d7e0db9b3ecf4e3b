"""Questions of new players, with answers."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import msgspec

from trunkline.util.errors import DamagedError
from trunkline.util.strict_yaml import YamlError, read_yaml, reason

FILE = Path(__file__).with_name("questions.yaml")


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question and its answer. ``rules`` has ids of rules by title, without the title."""

    question: str
    answer: str
    rules: dict[str, tuple[str, ...]] = {}


@lru_cache
def questions() -> tuple[Question, ...]:
    """Return the questions in a useful order. Raises ``DamagedError`` if their file cannot be read."""
    try:
        return msgspec.convert(read_yaml(FILE), tuple[Question, ...])
    except (OSError, YamlError, msgspec.ValidationError) as error:
        raise DamagedError(FILE, f"cannot be read: {reason(error)}") from error
