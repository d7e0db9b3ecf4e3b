"""Translations of lessons and of the guided game: files with the texts of another file.

A translation has the same nesting as its original, and only texts. Lists agree by index; records with an
``id`` are named by it. A text that a translation lacks stays as it is in the original.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from string import Formatter
from typing import Any, Final, NamedTuple, Protocol, TypeAlias, TypeVar

from trunkline.learn.records import Way, by_ids, converted, fault, read_data
from trunkline.util.errors import UsageError

TEXT: Final = "text"
ANY: Final = "*"
Shape: TypeAlias = "str | list[Shape] | dict[str, Shape]"
"""The texts of a record: ``TEXT``, a list with the shape of its entries, or shapes by key.

The key ``ANY`` is each key of the original.
"""

_ANSWER: Final[Shape] = {"text": TEXT, "say": TEXT}
_STEP: Final[Shape] = {
    "heading": TEXT,
    "text": TEXT,
    "task": TEXT,
    "otherwise": TEXT,
    "hints": [TEXT],
    "done": TEXT,
    "answers": [_ANSWER],
    "replies": [{"say": TEXT}],
    "refusals": {ANY: TEXT},
}
LESSON: Final[Shape] = {"name": TEXT, "about": TEXT, "exercises": [{"steps": [_STEP]}]}
"""The texts of a lesson."""
_SAID: Final[Shape] = {"heading": TEXT, "text": TEXT}
GUIDE: Final[Shape] = {"name": TEXT, "about": TEXT, "stop": _SAID, "topics": [_SAID]}
"""The texts of a guided game."""
_T = TypeVar("_T", bound="Translated")


class Translated(Protocol):
    """A record that can have a translation."""

    @property
    def language(self) -> str:
        """The language of the texts."""


class Translation(NamedTuple):
    """The plain data of an original with the texts of a translation, and the ways to the texts it lacks."""

    data: Any
    missing: tuple[Way, ...]


def read_translated(original: Path, language: str, kind: type[_T], shape: Shape) -> _T:
    """Return the record of a file with the texts of a language, or that of the file if it has none there.

    Raises ``UsageError`` that names the file and the line of a fault.
    """
    data = read_data(original)
    found = converted(data, kind, original)
    path = translation_of(original, language)
    if not path.exists():
        return found
    translation = laid_over(data, path, shape)
    lacking = {_at(data, way): found.language for way in translation.missing}
    laid = translation.data | {"language": language, "lacking": lacking}
    return converted(laid, kind, path, with_ids=True)


def _at(data: Any, way: Way) -> Any:
    """Return the value at the end of a way."""
    for step in way:
        data = data[step]
    return data


def translation_of(original: Path, language: str) -> Path:
    """Return the path of the translation of a file, which need not exist."""
    return original.parent / language / original.name


def laid_over(original: Any, path: Path, shape: Shape) -> Translation:
    """Lay the texts of a translation over the valid plain data of its original. Raises ``UsageError``."""
    overlay = _Overlay(original, path)
    data = overlay.laid(original, read_data(path), shape, ())
    return Translation(data, tuple(overlay.missing))


class _Overlay:
    """The work on one translation. ``missing`` has the ways through the original to texts that it lacks."""

    def __init__(self, original: Any, path: Path) -> None:
        self._original = original
        self._path = path
        self.missing: list[Way] = []

    def laid(self, original: Any, given: Any, shape: Shape, way: Way) -> Any:
        """Return a part of the original with the given texts. Without any, it is None."""
        if isinstance(shape, str):
            return self._text(original, given, way)
        if isinstance(shape, list):
            pairs = zip(original, self._items(original, given, way), strict=True)
            return [
                self.laid(item, own, shape[0], (*way, number)) for number, (item, own) in enumerate(pairs)
            ]
        texts = self._record(given, way)
        for key in texts:
            if key not in shape and ANY not in shape:
                raise self._fault((*way, key), _odd_key(key, original))
            if not original.get(key):
                raise self._fault((*way, key), f"The original has no {key} here")
        shapes = {key: shape.get(key, shape.get(ANY)) for key in original}
        return original | {
            key: self.laid(original[key], texts.get(key), inner, (*way, key))
            for key, inner in shapes.items()
            if inner is not None
        }

    def _text(self, original: str, given: Any, way: Way) -> str:
        if given is None or given == "":
            if original:
                self.missing.append(way)
            return original
        if not isinstance(given, str):
            raise self._fault(way, f"{given} is no text. Write text, and a number in quotation marks")
        fields, found = _fields(original), _fields(given)
        if found != fields:
            raise self._fault(
                way, f"The fields in braces are {_listed(found)}, and the original has {_listed(fields)}"
            )
        return given

    def _items(self, original: list[Any], given: Any, way: Way) -> list[Any]:
        """Return the texts for each entry of a list, or None for those without any."""
        ids = [each["id"] for each in original if isinstance(each, dict) and "id" in each]
        if ids:
            texts = self._record(given, way)
            if odd := [key for key in texts if key not in ids]:
                raise self._fault((*way, odd[0]), f"The original has no {odd[0]} here")
            return [texts.get(id) for id in ids]
        if given is None:
            return [None for _ in original]
        if not isinstance(given, list):
            raise self._fault(way, f"{way[-1]} must be a list")
        if len(given) != len(original):
            text = f"{way[-1]} has the length {len(given)}, and in the original the length {len(original)}"
            raise self._fault(way, text)
        return given

    def _record(self, given: Any, way: Way) -> Mapping[Any, Any]:
        if given is None:
            return {}
        if not isinstance(given, dict):
            raise self._fault(way, "There must be fields with texts here")
        return given

    def _fault(self, way: Way, text: str) -> UsageError:
        return fault(self._path, by_ids(way, self._original), text)


def _odd_key(key: Any, original: Mapping[str, Any]) -> str:
    if key in original:
        return f"{key} is no text, so only the original has it. Delete it here"
    return f"There is no field {key} here. Check its spelling"


def _fields(text: str) -> set[str] | None:
    """Return the fields in braces. None if a brace has no partner."""
    try:
        return {_written(name, form, conversion) for _, name, form, conversion in Formatter().parse(text)} - {
            ""
        }
    except ValueError:
        return None


def _written(name: str | None, form: str | None, conversion: str | None) -> str:
    if name is None:
        return ""
    return "{" + name + (f"!{conversion}" if conversion else "") + (f":{form}" if form else "") + "}"


def _listed(fields: Iterable[str] | None) -> str:
    return "not closed" if fields is None else ", ".join(sorted(fields)) or "none"
