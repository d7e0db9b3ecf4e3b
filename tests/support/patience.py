"""Waiting for the results of other threads and processes, without fixed delays."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 120.0
"""Seconds before a test gives up waiting, long enough for slow machines."""
PAUSE = 0.01


def until(come: Callable[[], object]) -> None:
    """Wait until a condition is true."""
    # Count attempts and not seconds: a machine that was suspended gave the other threads no time either.
    for _ in range(round(PATIENCE / PAUSE)):
        if come():
            return
        time.sleep(PAUSE)
    raise AssertionError("It has not come about.")
