"""Small pictures: terrain and signs."""

from __future__ import annotations

from trunkline.svg.hexes import number
from trunkline.svg.labels import LEAST, Label, line, width

MARK = 17.0
"""Radius of the disc under a mark."""
SIGN_SIZES = (1.0, 0.86, 0.74)
TERRAIN = {
    "mountain": '<path class="height" d="M-15 11L-3 -11L3 0L6 -5L15 11Z"/>',
    "hill": '<path class="height" d="M-15 9Q-7 -9 0 3Q7 -9 15 9Z"/>',
    "water": '<path class="wave" d="M-15 -5q5 -6 10 0t10 0t10 0M-15 6q5 -6 10 0t10 0t10 0"/>',
}
TERRAIN["river"] = TERRAIN["water"]
SIGNS = {
    "port": '<circle class="sign" cy="-8" r="3"/>'
    '<path class="sign" d="M0 -5V11M-5 -1H5M-9 3Q-8 11 0 11Q8 11 9 3"/>',
    "terminal": '<path class="gem" d="M0 -11L9 0L0 11L-9 0Z"/>',
    "mine": '<path class="sign" d="M-8 10L7 -5M-3 -11Q9 -9 11 3"/>',
    "tunnel": '<path class="sign" d="M-10 9V0A10 10 0 0 1 10 0V9M-5 9V1A5 5 0 0 1 5 1V9"/>',
    "bridge": '<path class="sign" d="M-12 7H12M-7 9V-7M7 9V-7M-12 3Q-7 0 -7 -7Q0 8 7 -7Q7 0 12 3"/>',
}


def sign(icon: str) -> str | None:
    """Return a mark around the origin, such as an anchor for a port."""
    drawn = SIGNS.get(icon)
    return f'<circle class="mark" r="{MARK:g}"/>{drawn}' if drawn else None


def signs(icons: tuple[str, ...]) -> list[tuple[Label, ...]]:
    """Return the marks of a hex, each in all its sizes."""
    return [
        tuple(
            Label("icon", 2 * MARK * size, 2 * MARK * size, f'<g transform="scale({size:g})">{drawn}</g>')
            for size in SIGN_SIZES
        )
        for icon in icons
        if (drawn := sign(icon))
    ]


def cost(terrain: str, dollars: int, ground: str) -> list[Label]:
    """Return the terrain cost with a picture of the terrain, in several sizes."""
    picture = TERRAIN.get(terrain, "")
    found = []
    for size in (28.0, 26.0, LEAST):
        wide = width(f"${dollars}", size)
        text = line(f"${dollars}", size, f"cost on-{ground}")
        if picture:
            left = number(-(wide + 4) / 2)
            text = (
                f'<g transform="translate({left} 0)">{picture}</g><g transform="translate(17 0)">{text}</g>'
            )
            wide += 34
        found.append(Label("cost", wide, max(24.0, 0.9 * size), text, size))
    return found
