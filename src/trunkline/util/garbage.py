"""The garbage collector of processes that play games."""

from __future__ import annotations

import gc
from typing import Final

NEW_OBJECTS: Final = 10_000
"""New objects between two collections. Python's default is 700, or 2,000 in newer versions."""


def collect_rarely() -> None:
    """Let the garbage collector run less often.

    A decision creates thousands of objects, and hardly any of them are parts of a cycle. So frequent
    collections find nothing and take 5% to 10% of the time of a game.
    """
    _, *older = gc.get_threshold()
    gc.set_threshold(NEW_OBJECTS, *older)
