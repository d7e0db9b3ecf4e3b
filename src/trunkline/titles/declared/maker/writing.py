"""The text of an imported title file, with the points for its designer as comments."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Any, Final

import yaml

from trunkline.titles.declared.maker.points import Kind, Point, Points

WIDTH: Final = 116
HEADINGS: Final[dict[Kind, str]] = {
    "missing": "MISSING. The title can be played after you answer these points:",
    "assumed": "ASSUMED. The title has usual values here. Check each point:",
    "left out": "LEFT OUT. The title does not have these parts of the game:",
}
BLOCKS: Final = ("hexes", "tiles", "players")
"""Tables with one entry in each line."""


def title_text(data: dict[str, Any], points: Points) -> str:
    """Return the title file."""
    lines = [f"# {data['title']}: imported from a game of 18xx-maker."]
    for kind in HEADINGS:
        found = points.of(kind)
        if found:
            lines += ["#", f"# {HEADINGS[kind]}", *(line for point in found for line in _comment(point))]
    for key, value in data.items():
        lines += ["", *_comments_at(key, points), *_entry(key, value)]
    return "\n".join([*lines, ""])


def _comment(point: Point) -> list[str]:
    return textwrap.wrap(
        f"{point.key}: {point.text}",
        WIDTH,
        initial_indent="#   - ",
        subsequent_indent="#     ",
        break_long_words=False,
    )


def _comments_at(key: str, points: Points) -> Iterator[str]:
    """Yield a line above a key that has points to answer."""
    for kind, word in (("missing", "MISSING"), ("assumed", "ASSUMED")):
        named = [point.key for point in points.of(kind) if point.key.split(".")[0] == key]  # type: ignore[arg-type]
        if named:
            yield from textwrap.wrap(
                f"{word}, see above: {', '.join(dict.fromkeys(named))}", WIDTH, initial_indent="# ",
                subsequent_indent="#   ",
            )  # fmt: skip


def _entry(key: str, value: Any) -> Iterator[str]:
    if key in BLOCKS and value:
        yield f"{key}:"
        for name, each in value.items():
            yield from _flow(f"  {_yaml(name)}: ", each)
    elif key == "chart":
        yield f"{key}:"
        if "shape" in value:
            yield f"  shape: {value['shape']}"
        yield "  rows:"
        for row in value["rows"]:
            yield from _flow("    - ", row)
        if "zones" in value:
            yield from _flow("  zones: ", value["zones"])
    elif isinstance(value, list) and value:
        yield f"{key}:"
        for each in value:
            yield from _flow("  - ", each)
    else:
        yield f"{key}: {_yaml(value)}"


def _flow(head: str, value: Any) -> list[str]:
    """Return an entry on one line, or on several if it is long."""
    indent = " " * (len(head) - len(head.lstrip()) + 3)
    first, *others = _yaml(value, WIDTH - len(head)).split("\n")
    return [head + first, *(indent + line.strip() for line in others)]


def _yaml(value: Any, width: int = 100_000) -> str:
    dumped = yaml.safe_dump(value, default_flow_style=True, sort_keys=False, allow_unicode=True, width=width)
    return dumped.removesuffix("\n").removesuffix("\n...").strip()
