"""A fixed piece of plain Python, whose time makes figures of different machines comparable."""

from __future__ import annotations

import time
from collections.abc import Callable

Task = Callable[[], int]
"""A function that does some work once and returns the number of actions."""


def reference() -> int:
    """Run plain Python of the kind that a referee does often. Never change it."""
    table: dict[int, list[int]] = {}
    for number in range(40_000):
        table.setdefault(number * 7919 % 997, []).append(number)
    return sum(len(row) for row in table.values())


def clock(task: Task) -> tuple[float, int]:
    """Return the seconds that one call took, and its result."""
    start = time.perf_counter()
    actions = task()
    return time.perf_counter() - start, actions
