"""What several commands take."""

from __future__ import annotations

import argparse

RUNS = "best (the best runs bind), announced (higher earnings that a player announces) or free"


def count(text: str) -> int:
    """A whole number, 0 or more. Raises ``ArgumentTypeError``."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number")
    # Python reads no numbers of thousands of digits; so many are too many in any case.
    return int(text[:100])


def seconds(text: str) -> float:
    """Seconds up to a minute. Raises ``ArgumentTypeError``."""
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 <= found <= 60:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds from 0 to 60")
    return found
