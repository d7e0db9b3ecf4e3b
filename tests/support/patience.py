"""Waiting for what other threads and processes bring about: until it has come, and never for a fixed time."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 120.0
"""Seconds after which something is taken for lost, on however slow a machine."""
PAUSE = 0.01


def until(come: Callable[[], object]) -> None:
    """Wait until something has come about."""
    # By turns and not by the clock: a machine that stood still has given nobody else time either.
    for _ in range(round(PATIENCE / PAUSE)):
        if come():
            return
        time.sleep(PAUSE)
    raise AssertionError("It has not come about.")
