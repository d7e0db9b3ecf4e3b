"""A fixed piece of plain Python, whose time makes figures of different machines comparable."""

from __future__ import annotations

import time
from collections.abc import Callable

Task = Callable[[], int]
"""Does something once and returns how many actions that were."""


def reference() -> int:
    """The yardstick: plain Python of the kind a referee does much of. Never change it."""
    table: dict[int, list[int]] = {}
    for number in range(40_000):
        table.setdefault(number * 7919 % 997, []).append(number)
    return sum(len(row) for row in table.values())


def clock(task: Task) -> tuple[float, int]:
    """Seconds one call took, and what it returned."""
    start = time.perf_counter()
    actions = task()
    return time.perf_counter() - start, actions
