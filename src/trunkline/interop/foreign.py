"""What all readers of other programs' files share: plain data, faults in one sentence, types of fields."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from trunkline import saves
from trunkline.errors import UsageError

MAX_PLAYERS = 20
"""More than any title is for; how many are right is checked with the title's."""
MAX_ACTIONS = 10_000
"""Several times as many as any game that was finished."""

Fields = Mapping[str, Any]


class Source:
    """The bytes of a file, with the name it goes by."""

    def __init__(self, name: str) -> None:
        self.name = name

    def fault(self, text: str) -> NoReturn:
        """Raise the one sentence about what is wrong."""
        raise UsageError(f"{self.name}: {text}.")


def decode(source: str | Path | bytes, name: str) -> Any:
    """The plain data in a file or in bytes. Raises ``UsageError``."""
    data = source if isinstance(source, bytes) else saves.read(source, name)
    try:
        return msgspec.json.decode(data)
    except saves.UNREADABLE as error:
        why = str(error)
        cut = "it is cut off" if "truncated" in why else f"it is not JSON ({why})"
        raise UsageError(f"{name} cannot be read as a game: {cut}.") from error


def name_of(source: object, name: str) -> str:
    """What a source is called in messages where no name is given."""
    return name or (Path(source).name if isinstance(source, (str, Path)) else "The file")


def is_number(value: Any) -> bool:
    """Whether this is a finite number."""
    if isinstance(value, bool):
        return False
    return isinstance(value, int) or (isinstance(value, float) and math.isfinite(value))


def is_whole(value: Any) -> bool:
    """Whether this is a whole number."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_text(value: Any) -> bool:
    """Whether this is a text with something in it."""
    return isinstance(value, str) and bool(value)


def is_texts(value: Any) -> bool:
    """Whether this is a list of such texts."""
    return isinstance(value, list) and all(is_text(item) for item in value)


def is_copy(value: Any, mark: str = "-") -> bool:
    """Whether this is a name with its copy's number behind a mark."""
    if not is_text(value):
        return False
    name, _, copy = value.rpartition(mark)
    return bool(name) and copy.isdecimal()


def short(value: Any) -> str:
    """What stands in a field, shortened, as it would be written in Python."""
    return _clipped(repr, value)


def text_of(value: Any) -> str:
    """The text in a field, or what stands there instead, shortened unless it is text."""
    return value if isinstance(value, str) else _clipped(str, value)


def _clipped(words: Callable[[Any], str], value: Any) -> str:
    try:
        text = words(value)
    except (RecursionError, ValueError):  # nested too deeply, or a number of thousands of digits
        text = f"a {type(value).__name__} too large to show"
    return text if len(text) <= 40 else f"{text[:37]}..."
