"""Records in YAML files, with errors that name the line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
from yaml import MarkedYAMLError

from trunkline.util.errors import UsageError
from trunkline.util.strict_yaml import YamlError, line_of, read_yaml, reason

Way = tuple[str | int, ...]
"""The keys and indexes that lead to a value."""
_T = TypeVar("_T")
_UNKNOWN: Final = re.compile("Object contains unknown field `(.*)`")


def read_record(path: Path, kind: type[_T]) -> _T:
    """Return the record in a YAML file. Raises ``UsageError`` that names the line of a fault."""
    return converted(read_data(path), kind, path)


def read_data(path: Path) -> Any:
    """Return the plain data in a YAML file. Raises ``UsageError``."""
    try:
        return read_yaml(path)
    except MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise UsageError(
            f"{path}, line {line}: This is not YAML, because the reader {error.problem}."
        ) from error
    except (OSError, YamlError) as error:
        raise UsageError(f"{path} cannot be read: {reason(error)}.") from error


def converted(data: Any, kind: type[_T], path: Path, *, with_ids: bool = False) -> _T:
    """Return the record in the plain data of a file. Raises ``UsageError`` that names the line of a fault.

    Args:
        data: The plain data.
        kind: The type of the record.
        path: The file.
        with_ids: True if the file has records with an ``id`` by that id, not in a list.
    """
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        text, _, place = str(error).partition(" - at `$")
        way = _way(place)
        if unknown := _UNKNOWN.fullmatch(text):
            way, text = (*way, unknown[1]), f"There is no field {unknown[1]} here. Check its spelling"
        raise fault(path, by_ids(way, data) if with_ids else way, text) from error


def fault(path: Path, way: Sequence[str | int], text: str) -> UsageError:
    """Return the error about a value of a file. ``text`` has no full stop."""
    return UsageError(f"{path}, line {line_of(path.read_text(), way)}: {text}.")


def by_ids(way: Way, data: Any) -> Way:
    """Return a way through plain data that names each record with an ``id`` by that id."""
    found: list[str | int] = []
    for step in way:
        try:
            data = data[step]
        except (LookupError, TypeError):
            data = None
        found.append(
            data["id"] if isinstance(step, int) and isinstance(data, dict) and "id" in data else step
        )
    return tuple(found)


def _way(place: str) -> Way:
    """Return the keys and indexes of a place as msgspec names it, such as ``.exercises[0].player``."""
    parts = place.rstrip("`").replace("[", ".").replace("]", "").split(".")
    return tuple(int(each) if each.isdecimal() else each for each in parts if each)
