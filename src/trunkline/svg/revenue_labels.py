"""Values of a place: one figure, or one for each era of the game.

Off-board values change during the game. An *era* is the time in which one of their figures counts. Each
figure has the colour of the tiles of its time. It also has the class ``worth-N`` of each era that it counts
in, so that a page can highlight the current one by ``data-era``.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from functools import lru_cache

from trunkline.engine.board import Board, Stop
from trunkline.svg.hexes import number
from trunkline.svg.labels import LEAST, Label, line, width

SIZE = 28.0
HIGH = 33.0


def eras(board: Board) -> dict[str, str]:
    """Return the keys of off-board values in order of play, each with the colour of its time."""
    found: dict[str, str] = {}
    for phase in board.phases:
        found.setdefault(phase.off_board, phase.tiles[-1] if phase.tiles else "yellow")
    return found


def era_of(board: Board, phase: int) -> int:
    """Return the number of the era of a phase."""
    return list(eras(board)).index(board.phases[phase].off_board)


def figures(board: Board, stop: Stop) -> list[Label]:
    """Return the ways to write the value of a stop, the best first. Without value the list is empty."""
    if stop.values:
        return [_row(board, stop.values, size) for size in (SIZE, 26, LEAST)] + [_pile(board, stop.values)]
    if not stop.value:
        return []
    return [*(badge(str(stop.value), size) for size in (SIZE, 26, LEAST)), badge(str(stop.value), LEAST, 0.2)]


@lru_cache
def badge(text: str, size: float, aside: float = 0.45) -> Label:
    """Return a figure on a white ground. ``aside`` is its margin on both sides, relative to the letters."""
    wide, high = width(text, size) + aside * size, (0.8 + 0.667 * aside) * size
    return Label("pill", wide, high, _box("pill", wide, high) + line(text, size, "value"), size)


def _row(board: Board, values: Mapping[str, int], size: float) -> Label:
    parts = _parts(board, values)
    wides = [width(str(value), size) + 0.36 * size for value, _, _ in parts]
    high = HIGH * size / SIZE
    left = -sum(wides) / 2
    body = ""
    for (value, colour, kinds), wide in zip(parts, wides, strict=True):
        body += _figure(str(value), colour, kinds, (left + wide / 2, 0), (wide, high), size)
        left += wide
    return Label("pill", sum(wides) + 2, high, body, size)


def _pile(board: Board, values: Mapping[str, int]) -> Label:
    parts = _parts(board, values)
    size, high = LEAST, 27.0
    wide = max(width(str(value), size) for value, _, _ in parts) + 9
    top = -high * (len(parts) - 1) / 2
    body = "".join(
        _figure(str(value), colour, kinds, (0, top + high * row), (wide, high), size)
        for row, (value, colour, kinds) in enumerate(parts)
    )
    return Label("pill", wide, high * len(parts) + 2, body, size)


def _parts(board: Board, values: Mapping[str, int]) -> list[tuple[int, str, str]]:
    """Return each figure with its colour and classes. Equal figures of successive eras appear once."""
    told = [
        (values[key], colour, index)
        for index, (key, colour) in enumerate(eras(board).items())
        if key in values
    ]
    found = []
    for value, group in itertools.groupby(told, key=lambda part: part[0]):
        same = list(group)
        found.append((value, same[0][1], " ".join(f"worth-{index}" for _, _, index in same)))
    return found


def _figure(
    text: str, colour: str, kinds: str, at: tuple[float, float], size: tuple[float, float], letters: float
) -> str:
    # Draw a paper ground, so that a figure can be pale and still hide the track under it.
    box = _box("paper", *size, corner=4) + _box(f"pay {colour}", *size, corner=4)
    place = f"{number(at[0])} {number(at[1])}"
    return f'<g class="worth {kinds}" transform="translate({place})">{box}{line(text, letters, "value")}</g>'


def _box(kind: str, wide: float, high: float, corner: float | None = None) -> str:
    return (
        f'<rect class="{kind}" x="{number(-wide / 2)}" y="{number(-high / 2)}" width="{number(wide)}" '
        f'height="{number(high)}" rx="{number(high / 2 if corner is None else corner)}"/>'
    )
