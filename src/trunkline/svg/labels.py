"""Texts of a drawing, with the space that each needs.

Fonts differ from one machine to another. Every text therefore has a fixed width (``textLength``), so that it
exactly fills its space in any font.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import lru_cache
from html import escape
from typing import NamedTuple

from trunkline.svg.hexes import number

EM = 0.62
"""Width of a letter of average width, relative to the font size."""
WIDTHS = {
    **dict.fromkeys("iIjl.,'|:", 0.3),
    **dict.fromkeys("ft- /()", 0.36),
    **dict.fromkeys("rs", 0.48),
    **dict.fromkeys("mMwW&", 0.87),
    **dict.fromkeys("ABCDEFGHKLNOPQRSTUVXYZ", 0.72),
    **dict.fromkeys("$0123456789", 0.59),
}
LINE = 1.0
"""Line spacing of a name, relative to the font size."""
LEAST = 24.0
"""Smallest size of map text, except tile numbers. At 2.8 units per pixel it is 8.5 pixels."""
NAME_SIZES = (28.0, 26.0, LEAST)
TIGHT = (0.92, 0.84, 0.76, 0.68)
"""Width factors of narrow letters. A name is written narrower rather than smaller."""
BADGES = (7.0, 4.0)
"""Widths of a label's ground on each side of its text."""


class Label(NamedTuple):
    """A text or sign for a hex, drawn around a point that is chosen later."""

    kind: str
    width: float
    height: float
    body: str
    """SVG around the origin."""
    size: float = 0
    """Size of the letters."""


def width(text: str, size: float) -> float:
    """Return the width of a text."""
    return size * sum(WIDTHS.get(letter, EM) for letter in text)


def line(text: str, size: float, kind: str, y: float = 0, *, tight: float = 1) -> str:
    """Return a line of text around a point of the vertical axis."""
    down, wide = number(y + 0.36 * size), number(tight * width(text, size))
    return (
        f'<text class="{kind}" y="{down}" font-size="{number(size)}" textLength="{wide}" '
        f'lengthAdjust="spacingAndGlyphs">{escape(text)}</text>'
    )


@lru_cache(maxsize=4096)
def words(text: str, sizes: tuple[float, ...], kind: str) -> tuple[Label, ...]:
    """Return the ways to write one line."""
    return tuple(Label(kind, width(text, size), 0.8 * size, line(text, size, kind), size) for size in sizes)


@lru_cache(maxsize=4096)
def badges(text: str, sizes: tuple[float, ...]) -> tuple[Label, ...]:
    """Return the ways to write a tile's label, in white on ink."""
    found = []
    for size, aside in itertools.chain(((size, BADGES[0]) for size in sizes), [(sizes[-1], BADGES[1])]):
        wide, high = width(text, size) + 2 * aside, size + aside - BADGES[0]
        ground = (
            f'<rect class="badge" x="{number(-wide / 2)}" y="{number(-high / 2)}" width="{number(wide)}" '
            f'height="{number(high)}" rx="5"/>'
        )
        found.append(Label("label", wide, high, ground + line(text, size, "label"), size))
    return tuple(found)


@lru_cache(maxsize=4096)
def names(text: str, ground: str) -> tuple[Label, ...]:
    """Return the ways to write a name: first large, then narrow, on one line or several."""
    ways = [(size, 1.0) for size in NAME_SIZES] + [(LEAST, tight) for tight in TIGHT]
    return tuple(_name(lines, f"name on-{ground}", *way) for way in ways for lines in _broken(text))


def _name(lines: Sequence[str], kind: str, size: float, tight: float) -> Label:
    top = -LINE * size * (len(lines) - 1) / 2
    # Draw from the bottom, so that the ground around a line does not cover the line above.
    body = "".join(
        line(part, size, kind, top + LINE * size * row, tight=tight)
        for row, part in reversed(list(enumerate(lines)))
    )
    wide = tight * max(width(part, size) for part in lines)
    return Label("name", wide, size * (0.86 + LINE * (len(lines) - 1)), body, size * tight)


def _broken(text: str) -> list[tuple[str, ...]]:
    """Return the text on one line, and its most even splits into two and three lines."""
    ways: list[tuple[str, ...]] = [(text,)]
    parts = text.replace(" - ", "- ").replace(" / ", "/ ").split(" ")
    for many in range(2, min(len(parts), 3) + 1):
        cuts = itertools.combinations(range(1, len(parts)), many - 1)
        broken = (
            tuple(" ".join(parts[a:b]) for a, b in itertools.pairwise((0, *cut, len(parts)))) for cut in cuts
        )
        ways.append(min(broken, key=lambda lines: max(width(part, 1) for part in lines)))
    return ways


def fitted(text: str, most: float, radius: float) -> float:
    """Return the largest size at which a text stays inside a circle."""
    size = most
    while size > 8 and (width(text, size) / 2) ** 2 + (0.36 * size) ** 2 > radius**2:
        size -= 0.5
    return size
