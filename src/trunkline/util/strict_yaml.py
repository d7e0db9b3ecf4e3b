"""Fast and strict parsing of YAML files."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
import yaml

from trunkline.util.errors import DamagedError

Kind = TypeVar("Kind")
YamlError = yaml.YAMLError
DEPTH: Final = 50
TOO_DEEP: Final = "it is nested too deeply"
MAX_BYTES: Final = 5_000_000
MAX_VALUES: Final = 250_000
"""Maximum number of words, lists and tables in a text. An alias counts as all the values it repeats."""

_SafeLoader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_STRAY: Final = (
    ValueError,
    TypeError,
    AttributeError,
    LookupError,
    OverflowError,
    RecursionError,
)
"""Python errors that the YAML loader does not catch, on invalid dates, numbers, tags and keys."""


_PLAIN_NUMBER: Final = re.compile(r"[-+]?(0|[1-9][0-9_]*)")
_HINTS: Final = {
    "found character that cannot start any token": "there is a tab or a special character; indent with "
    "spaces, and quote texts with special characters",
    "found a tab character that violates indentation": "there is a tab; indent with spaces",
    "but found another document": "a line --- or ... divides the file; remove it",
    "could not find expected ':'": "a key has no colon with a space after it",
    "did not find expected ',' or '}'": "a comma or a } is missing, or a text with : or # has no quotes",
    "did not find expected ',' or ']'": "a comma or a ] is missing, or a text with : or # has no quotes",
    "found undefined alias": "no value before it has this name with &",
    "second occurrence": "two values have the same name with &",
}
"""Descriptions of common faults, by the first words of the parser's own."""


class _Loader(_SafeLoader):  # type: ignore[misc, valid-type]
    """A YAML loader that refuses duplicate keys, which plain YAML would silently overwrite.

    It also refuses numbers such as 0600 and 1:30, which plain YAML reads as 384 and as 90.
    """

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
        seen: set[Any] = set()
        for key_node, _ in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                raise yaml.MarkedYAMLError(
                    problem="a key must be a word or a number", problem_mark=key_node.start_mark
                )
            if key_node.value in seen:
                raise yaml.MarkedYAMLError(
                    problem=f"key {key_node.value!r} is given twice", problem_mark=key_node.start_mark
                )
            seen.add(key_node.value)
        mapping: dict[Any, Any] = super().construct_mapping(node, deep=deep)
        return mapping

    def construct_yaml_int(self, node: Any) -> int:
        """Return a whole number that is written in decimal digits."""
        if isinstance(node, yaml.ScalarNode) and not _PLAIN_NUMBER.fullmatch(node.value):
            raise yaml.MarkedYAMLError(
                problem=f"{node.value} is not a plain whole number; write it without a leading 0 or a colon, "
                "or quote it as a text",
                problem_mark=node.start_mark,
            )
        number: int = super().construct_yaml_int(node)
        return number


_Loader.add_constructor("tag:yaml.org,2002:int", _Loader.construct_yaml_int)


def _forbidden_tag(loader: _Loader, node: Any) -> None:
    """Refuse a value with a tag, such as ``!name``."""
    tag = node.tag.removeprefix("tag:yaml.org,2002:")
    raise yaml.MarkedYAMLError(
        problem=f"{tag} is not a type of value; remove the word with !", problem_mark=node.start_mark
    )


_Loader.add_constructor(None, _forbidden_tag)


def reason(error: Exception) -> str:
    """Return the reason why a file cannot be read, in one line."""
    return getattr(error, "strerror", None) or " ".join(str(error).split())


def fault(error: YamlError) -> tuple[int, str]:
    """Return the line of a fault, from 1, and its description. The line is 0 if it is not known."""
    if isinstance(error, yaml.MarkedYAMLError) and error.problem_mark is not None:
        problem = str(error.problem)
        hint = next((text for start, text in _HINTS.items() if problem.startswith(start)), "")
        parts = (hint,) if hint else (error.problem, error.context)
        return error.problem_mark.line + 1, ", ".join(part for part in parts if part)
    return 0, reason(error)


def read_yaml(path: Path) -> Any:
    """Return the data in a YAML file, with the same limits as a text. Raises ``OSError`` or ``YamlError``."""
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise yaml.YAMLError(f"it is larger than {MAX_BYTES // 1_000_000} MB")
    try:
        return parse_yaml(data.decode())
    except UnicodeDecodeError as error:
        raise yaml.YAMLError("it is no text") from error


def read_own(path: Path, kind: type[Kind]) -> Kind:
    """Return the data in a file of the program itself as a type. Raises ``DamagedError``."""
    try:
        return msgspec.convert(read_yaml(path), kind)
    except (OSError, YamlError, msgspec.ValidationError) as error:
        raise DamagedError(path, f"cannot be read: {reason(error)}") from error


def read_translation(path: Path, into: str, kind: type[Kind]) -> Kind:
    """Return the translation of a file of the program, such as ``rules.de.yaml`` for ``rules.yaml``.

    Without that file, return an empty value. Raises ``DamagedError``.
    """
    file = path.with_suffix(f".{into}.yaml")
    return read_own(file, kind) if file.exists() else kind()


def parse_yaml(text: str, most: int = MAX_VALUES) -> Any:
    """Return the data in an untrusted text, within limits of depth and size. Raises ``YamlError``."""
    try:
        _check_shape(text, most)
        return yaml.load(text, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        # Newer parsers have their own depth limit and may reach it first, because they read ahead.
        if "nesting depth" in str(error.problem):
            raise yaml.YAMLError(TOO_DEEP) from error
        raise
    except _STRAY as error:
        raise yaml.YAMLError(f"something in it is not what it claims to be: {error}") from error


def _check_shape(text: str, most: int) -> None:
    """Refuse a text that would keep the loader busy forever or crash the process.

    The loader follows any nesting and any alias, and aliases of aliases may expand without limit.
    """
    sizes: dict[str | None, int] = {}
    opened: list[tuple[str | None, int]] = []
    total = 0
    for event in yaml.parse(text, Loader=_SafeLoader):
        if isinstance(event, yaml.CollectionEndEvent):
            anchor, before = opened.pop()
            sizes[anchor] = total - before
        elif isinstance(event, yaml.AliasEvent):
            if any(anchor == event.anchor for anchor, _ in opened):
                raise yaml.YAMLError(f"{event.anchor!r} is made of itself")
            total += sizes.get(event.anchor, 1)
        elif isinstance(event, yaml.NodeEvent):
            if isinstance(event, yaml.CollectionStartEvent):
                opened.append((event.anchor, total))
            total += 1
        if len(opened) > DEPTH:
            raise yaml.YAMLError(TOO_DEEP)
        if total > most:
            raise yaml.YAMLError(f"it holds more than {most} values")


def line_of(text: str, way: Sequence[str | int]) -> int:
    """Return the line, from 1, of the value at a path of keys and list indexes.

    If the path does not exist, return the line of its last existing step.
    """
    node = yaml.compose(text, Loader=_SafeLoader)
    line = 1
    for step in way:
        if isinstance(node, yaml.MappingNode):
            found = next(((key, value) for key, value in node.value if key.value == str(step)), None)
            key, node = found or (None, None)
            line = line if key is None else key.start_mark.line + 1
        elif isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
            node = node.value[step]
            line = node.start_mark.line + 1
        else:
            break
    return line
