"""Texts of a drawing, with the room that each needs.

Fonts differ from one machine to another. Every text is therefore given its width (``textLength``), so that it
fills the room that was found for it and no more, in any font.
"""

from __future__ import annotations

from functools import lru_cache
from html import escape
from typing import NamedTuple

from trunkline.art.hexes import number

EM = 0.62
"""Width of a letter that is neither wide nor narrow, by the size of the font."""
WIDTHS = {
    **dict.fromkeys("iIjl.,'|:", 0.3),
    **dict.fromkeys("ft- /()", 0.36),
    **dict.fromkeys("rs", 0.48),
    **dict.fromkeys("mMwW&", 0.87),
    **dict.fromkeys("ABCDEFGHKLNOPQRSTUVXYZ", 0.72),
    **dict.fromkeys("$0123456789", 0.59),
}
LINE = 0.98
"""How far the lines of a name lie apart, by the size of the font."""
NAME_SIZES = (24, 22, 20, 18, 16, 14, 12, 10)


class Item(NamedTuple):
    """Something to be written on a hex, around a point that is not chosen yet."""

    kind: str
    width: float
    height: float
    body: str
    """SVG around the origin."""
    size: float = 0
    """Of its letters."""


def width(text: str, size: float) -> float:
    """How wide a text is written."""
    return size * sum(WIDTHS.get(letter, EM) for letter in text)


def line(text: str, size: float, kind: str, y: float = 0) -> str:
    """A line of text around a point of the vertical axis."""
    down = number(y + 0.36 * size)
    return (
        f'<text class="{kind}" y="{down}" font-size="{number(size)}" '
        f'textLength="{number(width(text, size))}" lengthAdjust="spacingAndGlyphs">{escape(text)}</text>'
    )


@lru_cache(maxsize=4096)
def words(text: str, sizes: tuple[float, ...], kind: str) -> tuple[Item, ...]:
    """The ways to write one line."""
    return tuple(Item(kind, width(text, size), 0.8 * size, line(text, size, kind), size) for size in sizes)


@lru_cache(maxsize=4096)
def names(text: str, ground: str) -> tuple[Item, ...]:
    """The ways to write a name, the best one first: in one line or two, ever smaller."""
    kind = f"name on-{ground}"
    found = []
    for size in NAME_SIZES:
        for lines in _broken(text):
            top = -LINE * size * (len(lines) - 1) / 2
            body = "".join(line(part, size, kind, top + LINE * size * row) for row, part in enumerate(lines))
            wide = max(width(part, size) for part in lines)
            found.append(Item("name", wide, size * (0.86 + LINE * (len(lines) - 1)), body, size))
    return tuple(found)


def _broken(text: str) -> list[tuple[str, ...]]:
    """The text in one line and, where it has several words, in the two that are most alike."""
    ways: list[tuple[str, ...]] = [(text,)]
    parts = text.replace(" - ", "- ").split(" ")
    if len(parts) > 1:
        two = ((" ".join(parts[:cut]), " ".join(parts[cut:])) for cut in range(1, len(parts)))
        ways.append(min(two, key=lambda pair: max(width(part, 1) for part in pair)))
    return ways


def fitted(text: str, most: float, radius: float) -> float:
    """The largest size in which a text stays inside a circle."""
    size = most
    while size > 8 and (width(text, size) / 2) ** 2 + (0.36 * size) ** 2 > radius**2:
        size -= 0.5
    return size
