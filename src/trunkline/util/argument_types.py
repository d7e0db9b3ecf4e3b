"""Types of command-line arguments shared by several commands."""

from __future__ import annotations

import argparse

RUNS = "best (the best runs bind), announced (higher earnings that a player announces) or free"


def count(text: str) -> int:
    """Return a whole number, 0 or more. Raises ``ArgumentTypeError``."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number")
    # Python refuses to parse numbers of thousands of digits. Numbers this long are too large anyway.
    return int(text[:100])


def seconds(text: str) -> float:
    """Return a number of seconds from 0 to 60. Raises ``ArgumentTypeError``."""
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 <= found <= 60:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds from 0 to 60")
    return found
