"""The file of a new title: a small map that can be played, with comments that explain its keys.

``skeleton.yaml`` has the title without comments. The comments are the descriptions of the records that read
the file, so they agree with it. The section of the switches is made from its record.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Literal, get_args, get_origin

import msgspec
import yaml

from trunkline.engine.board import Board
from trunkline.engine.board.valid_values import bare, fields_of, valid
from trunkline.titles.declared.schema import descriptions, json_schema
from trunkline.titles.declared.title_file import FILE, SECTIONS
from trunkline.util.strict_yaml import parse_yaml

TEMPLATE: Final = Path(__file__).with_name("skeleton.yaml")
SCHEMA: Final = "title.schema.json"
"""The name of the schema in the folder of a title."""
NAME: Final = "NAME"
"""The placeholder for the id of the title."""
WIDTH: Final = 116
HEAD: Final = f"""\
# yaml-language-server: $schema={SCHEMA}
# {NAME}: a title of Trunkline in one file. Each key has a comment.
# The schema next to this file has all keys. An editor can show them while you type.
#   trunkline play ./{NAME}         play it in the terminal
#   trunkline title check ./{NAME}  look for faults in random games
#   trunkline title watch ./{NAME}  show the board in a browser while you edit it
"""


def skeleton_files(id: str) -> dict[str, str]:
    """Return the files of a new title by name."""
    schema = json.dumps(json_schema(), indent=1, ensure_ascii=False)
    return {FILE: skeleton(id), SCHEMA: f"{schema}\n"}


def skeleton(id: str) -> str:
    """Return the text of a new title file."""
    template = TEMPLATE.read_text(encoding="utf-8")
    data = parse_yaml(template)
    parts: list[str] = [HEAD]
    for block in template.rstrip("\n").split("\n\n"):
        key = re.search(r"(?m)^([a-z_]+):", block)
        assert key is not None, block
        parts.append("\n".join([*_comments(key[1], data[key[1]]), *_body(key[1], block), ""]))
    return "\n".join(parts).replace(NAME, id)


def _body(key: str, block: str) -> list[str]:
    return [f"{key}:", *_switches()] if key == "switches" else [block]


def _comments(key: str, data: Any) -> Iterator[str]:
    """Yield the description of a key, and those of the keys in its entries."""
    yield from _wrapped(json_schema()["properties"][key]["description"], "# ")
    kind = SECTIONS[key] if key in SECTIONS else fields_of(Board)[key]
    for name, text in dict(_used(kind, data)).items():
        yield from _wrapped(f"{name}: {text}", "#   ", "#     ")


def _used(kind: Any, data: Any, way: str = "") -> Iterator[tuple[str, str]]:
    """Yield the keys of records in a part of the data, such as "stops.value", with their descriptions."""
    kind = bare(kind, data)
    if isinstance(data, list):
        for entry in data:
            yield from _used(get_args(kind)[0], entry, way)
    elif isinstance(data, dict) and get_origin(kind) is dict:
        for entry in data.values():
            yield from _used(get_args(kind)[1], entry, way)
    elif isinstance(data, dict):
        docs, types = descriptions(kind), fields_of(kind)
        for key, value in data.items():
            yield f"{way}{key}", docs.get(key, "")
            yield from _used(types[key], value, f"{way}{key}.")


def _switches() -> Iterator[str]:
    """Yield a line for each switch with its default value, and comments on it."""
    section = SECTIONS["switches"]
    docs, types = descriptions(section), fields_of(section)
    names = dict(zip(section.__struct_encode_fields__, section.__struct_fields__, strict=True))
    usual = section()
    for key, kind in types.items():
        yield from _wrapped(docs.get(key, ""), "  # ")
        if get_origin(kind) is Literal:
            yield from _wrapped(f"Values: {', '.join(map(str, get_args(kind)))}.", "  # ")
        value = msgspec.to_builtins(getattr(usual, names[key]))
        simple = isinstance(value, bool | int | str) and value != ""
        yield f"  {key}: {_yaml(value)}" if simple else f"  # {key}: {valid(kind)}"


def _yaml(value: Any) -> str:
    return yaml.safe_dump(value, default_flow_style=True).removesuffix("...\n").strip()


def _wrapped(text: str, first: str, later: str = "") -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=later or first)
