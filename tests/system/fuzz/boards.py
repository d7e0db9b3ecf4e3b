"""Board files with one value replaced by nonsense, and the pages of such a board."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import yaml

LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
NONSENSE: Final = (
    *(
        '"nonsense"',
        '""',
        '"<b>&"',
        '"#12345"',
        '"#12345g"',
        '"red; x"',
        '"\\0"',
        '"\\u202e"',
        '"a b"',
        '"İ"',
        '"s3"',
    ),
    *(
        "0",
        "1",
        "3",
        "-1",
        "99",
        "9999999",
        "1.5",
        "9" * 30,
        "true",
        "null",
        "[]",
        "{}",
        "[0]",
        "[[0, 0]]",
        "{a: 1}",
    ),
)
"""Texts, numbers and other values that replace a value."""


class Change(NamedTuple):
    """One value of a board file, and the text that replaces it."""

    way: tuple[str, ...]
    """The keys and places in lists that lead to the value."""
    start: int
    end: int
    value: str

    @property
    def kind(self) -> tuple[str, ...]:
        """The way without the names of entries. Values of one kind have the same meaning."""
        named = ("hexes", "tiles", "players", "bonuses")
        return tuple(
            "*" if step.isdigit() or (self.way[place - 1] in named and place == 1) else step
            for place, step in enumerate(self.way)
        )

    def made(self, text: str) -> str:
        """Return the board file with the change."""
        return text[: self.start] + self.value + text[self.end :]


def changes(text: str) -> Iterator[Change]:
    """Yield every change: each value of a board file replaced by each piece of nonsense."""
    for way, node in _nodes(yaml.compose(text, Loader=LOADER), ()):
        for value in NONSENSE:
            yield Change(way, node.start_mark.index, node.end_mark.index, value)


def _nodes(node: Any, way: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    if way and (not isinstance(node, yaml.CollectionNode) or node.flow_style):
        yield way, node
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield from _nodes(value, (*way, key.value))
    elif isinstance(node, yaml.SequenceNode):
        for place, value in enumerate(node.value):
            yield from _nodes(value, (*way, str(place)))


def sampled(text: str, count: int) -> list[Change]:
    """Return up to this many changes of different kinds of values, the same each time."""
    rng = random.Random(count)
    kinds: dict[tuple[str, ...], list[Change]] = {}
    for change in changes(text):
        kinds.setdefault(change.kind, []).append(change)
    chosen = rng.sample(sorted(kinds), min(count, len(kinds)))
    return [rng.choice(kinds[kind]) for kind in chosen]


def of_colours(text: str) -> list[Change]:
    """Return each text of the nonsense in one colour of each kind, the same each time."""
    rng = random.Random(1)
    kinds: dict[tuple[tuple[str, ...], str], list[Change]] = {}
    for change in changes(text):
        if "colour" in change.way[-1] and change.value.startswith('"'):
            kinds.setdefault((change.kind, change.value), []).append(change)
    return [rng.choice(kinds[kind]) for kind in sorted(kinds)]
