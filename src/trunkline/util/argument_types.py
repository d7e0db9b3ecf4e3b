"""Types of command-line arguments shared by several commands."""

from __future__ import annotations

import argparse

RUNS = "best (the best runs bind), announced (higher earnings that a player announces) or free"


MOST = 1_000_000_000
MOST_JOBS = 1_000


def count(text: str) -> int:
    """Return a whole number from 0 to ``MOST``. Raises ``ArgumentTypeError``."""
    return _whole(text, 0, MOST)


def jobs(text: str) -> int:
    """Return a number of processes, from 1 to ``MOST_JOBS``. Raises ``ArgumentTypeError``."""
    return _whole(text, 1, MOST_JOBS)


def _whole(text: str, least: int, most: int) -> int:
    # Python refuses to parse numbers of thousands of digits. Numbers this long are too large anyway.
    if not text.isdecimal() or not least <= int(text[:100]) <= most:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from {least} to {most:,}")
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
