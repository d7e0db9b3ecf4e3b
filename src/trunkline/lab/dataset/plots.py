"""Plots as SVG: bars, and intervals with a reference line. Their text has the colour of the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from typing import Final, NamedTuple

from trunkline.svg.hexes import number

WIDTH: Final = 560.0
LEFT, RIGHT, TOP, BOTTOM = 70.0, 20.0, 30.0, 34.0
HEIGHT: Final = 190.0
ROW: Final = 24.0
"""Height of the row of an interval."""
COLOURS: Final = ("#2f6db5", "#c2703d", "#3f8f5f", "#8a5aa8", "#b0413e", "#6b6b6b")
"""The colours of series. They stand out on white and on black."""


class Interval(NamedTuple):
    """A row of a plot of intervals."""

    label: str
    low: float
    middle: float
    high: float


def bars(title: str, axis: str, series: Mapping[str, Mapping[int, float]]) -> str:
    """Return a bar chart. ``series`` has a share from 0 to 1 by value, for each series by name."""
    values = sorted({value for each in series.values() for value in each})
    most = max((share for each in series.values() for share in each.values()), default=0.0) or 1.0
    return _document(title, HEIGHT, "".join(_bars(axis, series, values, most)))


def intervals(title: str, rows: Sequence[Interval], fair: float) -> str:
    """Return a plot of intervals between 0 and 1, with a line at ``fair``."""
    height = TOP + ROW * len(rows) + BOTTOM
    most = min(1.0, max([fair, *(row.high for row in rows)]) * 1.1)
    return _document(title, height, "".join(_intervals(rows, fair, most, height)))


def _document(title: str, height: float, body: str) -> str:
    name = escape(title)
    size = f"0 0 {number(WIDTH)} {number(height)}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}" role="img" aria-label="{name}"'
    style = 'width="100%" style="max-width:35rem" font-family="sans-serif" font-size="12" fill="currentColor"'
    caption = f'<text x="{number(LEFT)}" y="16" font-weight="bold">{name}</text>'
    return f"{head} {style}>{caption}{body}</svg>"


def _bars(
    axis: str, series: Mapping[str, Mapping[int, float]], values: Sequence[int], most: float
) -> Iterator[str]:
    bottom = HEIGHT - BOTTOM
    room = (WIDTH - LEFT - RIGHT) / max(1, len(values))
    wide = min(28.0, room * 0.8 / max(1, len(series)))
    yield from _scale(most, lambda share: bottom - (bottom - TOP - 14) * share / most)
    for place, value in enumerate(values):
        middle = LEFT + room * (place + 0.5)
        yield _text(middle, bottom + 14, str(value), "middle")
        for order, each in enumerate(series.values()):
            tall = (bottom - TOP - 14) * each.get(value, 0.0) / most
            x = middle + wide * (order - len(series) / 2)
            yield (
                f'<rect x="{number(x)}" y="{number(bottom - tall)}" width="{number(wide - 1)}" '
                f'height="{number(tall)}" fill="{COLOURS[order % len(COLOURS)]}"/>'
            )
    yield _text(LEFT + (WIDTH - LEFT - RIGHT) / 2, HEIGHT - 4, axis, "middle")
    x = WIDTH - RIGHT
    for order, name in reversed(list(enumerate(series))):
        colour = COLOURS[order % len(COLOURS)]
        yield f'<text x="{number(x)}" y="16" text-anchor="end" fill="{colour}">{escape(name)}</text>'
        x -= 10 + 6.5 * len(name)


def _scale(most: float, at: Callable[[float], float]) -> Iterator[str]:
    """Yield the horizontal lines of a chart: none, half and the greatest share."""
    for share in (0.0, most / 2, most):
        line = f"M{number(LEFT)} {number(at(share))}H{number(WIDTH - RIGHT)}"
        yield f'<path d="{line}" stroke="currentColor" opacity="0.25"/>'
        yield _text(LEFT - 6, at(share) + 4, f"{share:.0%}", "end")


def _intervals(rows: Sequence[Interval], fair: float, most: float, height: float) -> Iterator[str]:
    def at(share: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * share / most

    bottom = height - BOTTOM
    yield (
        f'<path d="M{number(at(fair))} {number(TOP - 4)}V{number(bottom)}" stroke="currentColor" '
        'stroke-dasharray="4 4" opacity="0.6"/>'
    )
    yield _text(at(fair), bottom + 26, f"fair: {fair:.0%}", "middle")
    for share in (0.0, most):
        yield _text(at(share), bottom + 12, f"{share:.0%}", "middle")
    for order, row in enumerate(rows):
        y = TOP + ROW * (order + 0.5)
        yield _text(LEFT - 10, y + 4, row.label, "end")
        yield (
            f'<path d="M{number(at(row.low))} {number(y)}H{number(at(row.high))}" stroke="{COLOURS[0]}" '
            'stroke-width="3"/>'
        )
        yield f'<circle cx="{number(at(row.middle))}" cy="{number(y)}" r="5" fill="{COLOURS[0]}"/>'


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{number(x)}" y="{number(y)}" text-anchor="{anchor}">{escape(text)}</text>'
