"""The width of the terminal."""

from __future__ import annotations

import shutil


def terminal_width() -> int:
    """Return the width of the terminal in characters, or 120 without a terminal."""
    return shutil.get_terminal_size((120, 40)).columns
