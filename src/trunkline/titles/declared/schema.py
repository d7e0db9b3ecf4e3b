"""The JSON Schema of a title file, for editors.

It is derived from the records that read the file: their types, and the descriptions of their fields. The
schema is draft 7, which editors know best.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, get_args, get_origin

import msgspec

from trunkline.engine.board import Board
from trunkline.engine.board.checks import COORDINATE, LARGEST, TILE
from trunkline.engine.board.valid_values import bare, fields_of
from trunkline.titles.declared.title_file import NEEDED, NOT_YET, SECTIONS
from trunkline.util.field_docs import field_docs

DRAFT: Final = "http://json-schema.org/draft-07/schema#"
NAMES: Final = {"hexes": COORDINATE.pattern, "tiles": TILE.pattern}
"""Patterns of the names of entries, by the key of the board."""
WHOLE_NUMBER: Final = "[0-9]+"


def json_schema() -> dict[str, Any]:
    """Return the schema of a title file."""
    roots = (Board, *SECTIONS.values())
    _, parts = msgspec.json.schema_components(roots, ref_template="#/definitions/{name}")
    definitions = {kind.__name__: _described(parts[kind.__name__], kind) for kind in records(*roots)}
    whole = definitions.pop(Board.__name__)
    for key, kind in SECTIONS.items():
        whole["properties"][key] = {
            "description": definitions[kind.__name__]["description"],
            "$ref": f"#/definitions/{kind.__name__}",
        }
    for key, pattern in NAMES.items():
        whole["properties"][key]["propertyNames"] = {"pattern": f"^({pattern})$"}
    whole["required"] += NEEDED
    head = {"$schema": DRAFT, "title": "A title of Trunkline in one file"}
    del whole["title"], whole["description"]
    found: dict[str, Any] = _for_draft_7({**head, **whole, "definitions": definitions})
    return found


def records(*kinds: Any) -> Iterator[type[msgspec.Struct]]:
    """Yield the records among types and the types of their fields, each once."""
    seen: set[Any] = set()
    todo = [*kinds]
    while todo:
        kind = todo.pop(0)
        if get_origin(kind) is not None:
            todo += get_args(kind)
        elif isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind not in seen:
            seen.add(kind)
            yield kind
            todo += [value for key, value in fields_of(kind).items() if key not in NOT_YET.get(kind, ())]


def descriptions(kind: type[msgspec.Struct]) -> dict[str, str]:
    """Return the descriptions of a record's keys, in the words of a file."""
    docs = field_docs(kind)
    names = zip(kind.__struct_encode_fields__, kind.__struct_fields__, strict=True)
    return {key: re.sub(r"\bNone\b", "null", docs[name]) for key, name in names if name in docs}


def _described(part: dict[str, Any], kind: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the schema of a record with its descriptions, without the keys that a title file cannot have."""
    docs, types = descriptions(kind), fields_of(kind)
    keys: dict[str, Any] = {}
    for key, value in part["properties"].items():
        if key in NOT_YET.get(kind, ()):
            continue
        keys[key] = {**value, "description": docs[key]} if key in docs else value
        if kind is Board and key in NEEDED:
            del keys[key]["default"]
            keys[key] |= next(each for each in keys[key].pop("anyOf") if each != {"type": "null"})
        if _has_numbers(types[key]):
            keys[key]["propertyNames"] = {"pattern": f"^{WHOLE_NUMBER}$"}
    return {**part, "properties": keys}


def _has_numbers(kind: Any) -> bool:
    """Return whether a type is a table with numbers as names."""
    kind = bare(kind)
    return get_origin(kind) is dict and bare(get_args(kind)[0]) is int


def _for_draft_7(part: Any) -> Any:
    """Return a part of a schema with the keywords and the patterns that editors know."""
    if isinstance(part, list | tuple):
        return [_for_draft_7(each) for each in part]
    if not isinstance(part, dict):
        return part
    found = {key: _for_draft_7(value) for key, value in part.items()}
    if "prefixItems" in found:  # draft 7 calls it items
        found["items"] = found.pop("prefixItems")
    if isinstance(pattern := found.get("pattern"), str):
        found["pattern"] = pattern.replace(r"\Z", "$")
    if found.get("type") == "integer":
        # Checked for every number of a board.
        found = {"minimum": 0, "maximum": LARGEST, **found}
    return found
