"""What all readers of other programs' files share: plain data, faults in one sentence, types of fields."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from trunkline import saves
from trunkline.errors import UsageError
from trunkline.files import recognised, unmarked
from trunkline.titles import RESERVED
from trunkline.visible import shows

MAX_PLAYERS = 20
"""More than any title is for; how many are right is checked with the title's."""
MAX_ACTIONS = 10_000
"""Several times as many as any game that was finished."""
LONGEST_NAME = 40
"""Characters of a player's name that tables accept."""

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
    data = unmarked(source if isinstance(source, bytes) else saves.read(source, name))
    try:
        return msgspec.json.decode(data)
    except saves.UNREADABLE as error:
        cut = "it is cut off" if "truncated" in str(error) else f"it is not JSON ({error})"
        raise UsageError(f"{name} cannot be read as a game: {recognised(data) or cut}.") from error


def name_of(source: object, name: str) -> str:
    """What a source is called in messages where no name is given."""
    return name or (Path(source).name if isinstance(source, (str, Path)) else "The file")


def player_names(given: Mapping[str, str]) -> dict[str, str]:
    """Return a name that our rules accept for each player's name, by id.

    Names of other programs may repeat, hold line breaks or be words that our notation needs. An id in
    brackets tells such names apart.
    """
    found: dict[str, str] = {}
    for id, name in given.items():
        plain = " ".join("".join(letter if _is_written(letter) else " " for letter in name).split())
        plain = plain[:LONGEST_NAME] if shows(plain[:LONGEST_NAME]) else "Player"
        tries = itertools.chain([plain], (_with_id(plain, id, again) for again in itertools.count()))
        found[id] = next(each for each in tries if each not in RESERVED and each not in found.values())
    return found


def _is_written(letter: str) -> bool:
    """Return whether a character may be part of a name; a joiner holds an emoji together."""
    return letter.isprintable() or letter == "\u200d"


def _with_id(name: str, id: str, again: int) -> str:
    """Return a name with an id behind it, and with a number if that is taken too."""
    mark = f" ({id[:10]}{f', {again}' if again else ''})"
    return name[: LONGEST_NAME - len(mark)] + mark


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
