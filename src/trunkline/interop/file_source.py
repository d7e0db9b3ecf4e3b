"""Shared helpers for readers of other programs' files: JSON data, error messages and field types."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from trunkline.game import saves
from trunkline.titles import RESERVED
from trunkline.util.errors import UsageError
from trunkline.util.files import recognised, unmarked
from trunkline.util.messages import gettext
from trunkline.util.visible_text import shows

MAX_PLAYERS = 20
"""Maximum number of players in a file, above that of every title. Each title checks its own limit."""
MAX_ACTIONS = 10_000
"""Maximum number of actions in a file, several times the length of any finished game."""
LONGEST_NAME = 40
"""Maximum length in characters of a player's name that tables accept."""

Fields = Mapping[str, Any]


class FileSource:
    """The bytes of a file, with the file's name in messages."""

    def __init__(self, name: str) -> None:
        self.name = name

    def fault(self, text: str) -> NoReturn:
        """Raise ``UsageError`` with one sentence about the fault."""
        raise UsageError(f"{self.name}: {text}.")


def decode(source: str | Path | bytes, name: str) -> Any:
    """Return the plain data in a file or in bytes. Raises ``UsageError``."""
    data = unmarked(source if isinstance(source, bytes) else saves.read(source, name))
    try:
        return msgspec.json.decode(data)
    except saves.UNREADABLE as error:
        cut = (
            gettext("it is cut off")
            if "truncated" in str(error)
            else gettext("it is not JSON ({error})", error=error)
        )
        raise UsageError(
            gettext("{name} cannot be read as a game: {why}.", name=name, why=recognised(data) or cut)
        ) from error


def name_of(source: object, name: str) -> str:
    """Return the name of a source in messages if no name is given."""
    return name or (Path(source).name if isinstance(source, (str, Path)) else gettext("The file"))


def player_names(given: Mapping[str, str]) -> dict[str, str]:
    """Return a name that our rules accept for each player's name, by id.

    Names from other programs may repeat, contain line breaks or be words that our notation reserves. An id in
    brackets makes such names unique.
    """
    found: dict[str, str] = {}
    for id, name in given.items():
        plain = " ".join("".join(letter if _is_written(letter) else " " for letter in name).split())
        plain = plain[:LONGEST_NAME] if shows(plain[:LONGEST_NAME]) else "Player"
        tries = itertools.chain([plain], (_with_id(plain, id, again) for again in itertools.count()))
        found[id] = next(each for each in tries if each not in RESERVED and each not in found.values())
    return found


def _is_written(letter: str) -> bool:
    """Return whether a character may be part of a name. A joiner holds an emoji together."""
    return letter.isprintable() or letter == "\u200d"


def _with_id(name: str, id: str, again: int) -> str:
    """Return a name followed by an id, and by a number if that name is taken too."""
    mark = f" ({id[:10]}{f', {again}' if again else ''})"
    return name[: LONGEST_NAME - len(mark)] + mark


def is_number(value: Any) -> bool:
    """Return whether a value is a finite number."""
    if isinstance(value, bool):
        return False
    return isinstance(value, int) or (isinstance(value, float) and math.isfinite(value))


def is_whole(value: Any) -> bool:
    """Return whether a value is a whole number."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_text(value: Any) -> bool:
    """Return whether a value is text that is not empty."""
    return isinstance(value, str) and bool(value)


def is_texts(value: Any) -> bool:
    """Return whether a value is a list of such texts."""
    return isinstance(value, list) and all(is_text(item) for item in value)


def is_copy(value: Any, mark: str = "-") -> bool:
    """Return whether a value is a name with a copy number after a mark."""
    if not is_text(value):
        return False
    name, _, copy = value.rpartition(mark)
    return bool(name) and copy.isdecimal()


def short(value: Any) -> str:
    """Return the value of a field as Python code, shortened."""
    return _clipped(repr, value)


def text_of(value: Any) -> str:
    """Return the text in a field. Convert and shorten any other value."""
    return value if isinstance(value, str) else _clipped(str, value)


def _clipped(words: Callable[[Any], str], value: Any) -> str:
    try:
        text = words(value)
    except (RecursionError, ValueError):  # nested too deeply, or a number of thousands of digits
        text = f"a {type(value).__name__} too large to show"
    return text if len(text) <= 40 else f"{text[:37]}..."
