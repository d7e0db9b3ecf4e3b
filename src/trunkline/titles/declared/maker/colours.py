"""The colours of companies: names of 18xx-maker as colours of a board."""

from __future__ import annotations

import re
from typing import Any, Final

NAMED: Final = {
    "black": "#1d1d1d",
    "blue": "#1f66b0",
    "brightgreen": "#5fa83a",
    "brown": "#7a4526",
    "cyan": "#1d9fae",
    "gold": "#d9a521",
    "gray": "#85888c",
    "green": "#1f6f43",
    "grey": "#85888c",
    "lavender": "#b8a3d6",
    "lightblue": "#6db6e3",
    "lightbrown": "#b98a5e",
    "lightgreen": "#8cc98c",
    "lime": "#b5c334",
    "magenta": "#b5308c",
    "maroon": "#6e1f2e",
    "natural": "#efe3c2",
    "navy": "#1c3464",
    "orange": "#e27d26",
    "pink": "#d9669c",
    "purple": "#6b3a8c",
    "red": "#b32d2d",
    "tan": "#cdb38b",
    "teal": "#1f8a80",
    "turquoise": "#2fb0a3",
    "violet": "#7c559e",
    "white": "#f7f7f4",
    "yellow": "#e8c430",
}
"""Our own tones for the colour names that games of 18xx-maker use."""
OTHERS: Final = ("#1f6f43", "#22508f", "#a33327", "#e0b03c", "#5b3b7a", "#30808c", "#8c5a2b", "#444a50")
"""Colours of companies whose colour cannot be read, in turn."""
HEX: Final = re.compile("#[0-9a-fA-F]{6}")
SHORT: Final = re.compile("#([0-9a-fA-F])([0-9a-fA-F])([0-9a-fA-F])")
RGB: Final = re.compile(r"rgba?\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3}).*\)")
BRIGHT: Final = 140
"""The least brightness, of 255, that needs black letters."""


def ink(name: str, own: dict[str, Any]) -> str | None:
    """Return a colour such as #1f6f43, or None if the name is not known. ``own`` are the game's colours."""
    for _ in range(4):
        following = own.get(name)
        if not isinstance(following, str) or following == name:
            break
        name = following
    name = name.strip()
    if HEX.fullmatch(name):
        return name.lower()
    if found := SHORT.fullmatch(name):
        return "#" + "".join(2 * digit for digit in found.groups()).lower()
    if found := RGB.fullmatch(name):
        return "#" + "".join(f"{min(255, int(part)):02x}" for part in found.groups())
    return NAMED.get(name.lower().replace("-", "").replace("_", "").replace(" ", ""))


def letters_on(colour: str) -> str:
    """Return the colour of readable letters on a colour."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return "black" if (299 * red + 587 * green + 114 * blue) / 1000 >= BRIGHT else "white"
