"""Reading YAML files quickly and strictly."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import yaml

YamlError = yaml.YAMLError
DEPTH: Final = 50

_SafeLoader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Loader(_SafeLoader):  # type: ignore[misc, valid-type]
    """YAML loader that refuses a key given twice, which plain YAML would silently overwrite."""

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
        seen: set[Any] = set()
        for key_node, _ in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                raise yaml.YAMLError(f"a key must be a word or a number, {key_node.start_mark}")
            if key_node.value in seen:
                raise yaml.YAMLError(f"key {key_node.value!r} is given twice, {key_node.start_mark}")
            seen.add(key_node.value)
        mapping: dict[Any, Any] = super().construct_mapping(node, deep=deep)
        return mapping


def read_yaml(path: Path) -> Any:
    """The data in a YAML file. Raises ``OSError`` or ``YamlError``."""
    return yaml.load(path.read_text(encoding="utf-8"), Loader=_Loader)


def parse_yaml(text: str) -> Any:
    """The data in a text from outside that is YAML, nested no deeper than ``DEPTH``. Raises ``YamlError``."""
    depth = 0
    # The loader itself would follow any nesting, and bring the process down where it is too deep for C.
    for event in yaml.parse(text, Loader=_SafeLoader):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > DEPTH:
            raise yaml.YAMLError("it is nested too deeply")
    return yaml.load(text, Loader=_Loader)
