"""The JSON Schema of a title file, for editors.

It is derived from the records that read the file: their types, and the descriptions of their fields. The
keys that a file may leave out follow from the families and from the catalogue of tiles. The schema is
draft 7, which editors know best.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final, get_args, get_origin

import msgspec

from trunkline.engine.board import Board, BoardCorporation, TileType
from trunkline.engine.board.checks import COORDINATE, LARGEST, TILE
from trunkline.engine.board.valid_values import bare, fields_of
from trunkline.titles.declared import families, tile_catalogue
from trunkline.titles.declared.title_file import NEEDED, NOT_YET, SECTIONS
from trunkline.util.field_docs import field_docs

DRAFT: Final = "http://json-schema.org/draft-07/schema#"
NAMES: Final = {"hexes": COORDINATE.pattern, "tiles": TILE.pattern}
"""Patterns of the names of entries, by the key of the board."""
WHOLE_NUMBER: Final = "[0-9]+"
LISTED_TILE: Final = "ListedTile"
"""The definition of a standard tile."""


def json_schema() -> dict[str, Any]:
    """Return the schema of a title file."""
    roots = (Board, *SECTIONS.values())
    _, parts = msgspec.json.schema_components(roots, ref_template="#/definitions/{name}")
    definitions = {kind.__name__: _described(parts[kind.__name__], kind) for kind in records(*roots)}
    whole = definitions.pop(Board.__name__)
    keys = whole["properties"]
    for key, kind in SECTIONS.items():
        keys[key] = {"description": definitions[kind.__name__]["description"], "$ref": _ref(kind.__name__)}
    for key, pattern in NAMES.items():
        keys[key]["propertyNames"] = {"pattern": f"^({pattern})$"}
    whole["required"] = [key for key in (*whole["required"], *NEEDED) if key not in families.DERIVED]
    _add_listed_tiles(keys["tiles"], definitions)
    _add_families(whole, definitions)
    del whole["title"], whole["description"]
    head = {"$schema": DRAFT, "title": "A title of Trunkline in one file"}
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
    tag = kind.__struct_config__.tag_field
    if tag is not None:
        docs[tag] = part["description"]
    keys: dict[str, Any] = {}
    for key, value in part["properties"].items():
        if key in NOT_YET.get(kind, ()):
            continue
        keys[key] = {**value, "description": docs[key]} if key in docs else value
        if kind is Board and key in NEEDED:
            del keys[key]["default"]
            keys[key] |= next(each for each in keys[key].pop("anyOf") if each != {"type": "null"})
        if key in types and _has_numbers(types[key]):
            keys[key]["propertyNames"] = {"pattern": f"^{WHOLE_NUMBER}$"}
    return {**part, "properties": keys}


def _has_numbers(kind: Any) -> bool:
    """Return whether a type is a table with numbers as names."""
    kind = bare(kind)
    return get_origin(kind) is dict and bare(get_args(kind)[0]) is int


def _add_listed_tiles(tiles: dict[str, Any], definitions: dict[str, Any]) -> None:
    """Let a file list standard tiles by number: as a count, or with only the keys that differ."""
    whole = definitions[TileType.__name__]
    count = {**whole["properties"]["count"], "description": "A standard tile: the pieces in the box."}
    definitions[LISTED_TILE] = {"anyOf": [count, {**whole, "required": []}]}
    numbers = "|".join(map(re.escape, tile_catalogue.catalogue()))
    tiles["patternProperties"] = {f"^({numbers})$": {"$ref": _ref(LISTED_TILE)}}


def _add_families(whole: dict[str, Any], definitions: dict[str, Any]) -> None:
    """Let a file leave out the keys that its family gives."""
    known = families.families()
    given = [*known.values()]
    whole["properties"][families.KEY] = {
        "description": "The family of the title, which gives the values of the keys that are left out.",
        # YAML reads 1830 without quotes as a number.
        "enum": [value for name in known for value in (name, *([int(name)] if name.isdecimal() else []))],
    }
    without: dict[str, Any] = {"required": whole["required"], "properties": {}}
    whole["required"] = _not_in(whole["required"], given)
    for key in families.MERGED:
        if key in SECTIONS:
            continue
        name = bare(fields_of(Board)[key]).__name__
        without["properties"][key] = {"required": definitions[name].get("required", [])}
        definitions[name]["required"] = _not_in(
            definitions[name].get("required", []), [each.get(key, {}) for each in given]
        )
    corporation = definitions[BoardCorporation.__name__]
    without["properties"]["corporations"] = {"items": {"required": corporation["required"]}}
    corporation["required"] = _not_in(
        corporation["required"], [each[families.EACH_CORPORATION] for each in given]
    )
    whole["if"], whole["else"] = {"required": [families.KEY]}, without


def _not_in(required: Iterable[str], given: Iterable[Iterable[str]]) -> list[str]:
    """Return the required keys that not every family gives."""
    return [key for key in required if not all(key in each for each in given)]


def _ref(name: str) -> str:
    return f"#/definitions/{name}"


def _for_draft_7(part: Any) -> Any:
    """Return a part of a schema with the keywords and the patterns that editors know."""
    if isinstance(part, list | tuple):
        return [_for_draft_7(each) for each in part]
    if not isinstance(part, dict):
        return part
    found = {key: _for_draft_7(value) for key, value in part.items() if key != "discriminator"}
    if "prefixItems" in found:  # draft 7 calls it items
        found["items"] = found.pop("prefixItems")
    if isinstance(pattern := found.get("pattern"), str):
        found["pattern"] = pattern.replace(r"\Z", "$")
    if found.get("type") == "integer":
        # Checked for every number of a board.
        found = {"minimum": 0, "maximum": LARGEST, **found}
    return found
