"""Progress reports of long work, on standard error."""

from __future__ import annotations

import sys
import time
from typing import TextIO

PATIENCE = 1.0
"""Seconds of silence after which work counts as long."""
ON_SCREEN, IN_A_LOG = 0.1, 5.0
"""Seconds between two reports, on a terminal and in a log."""


class Progress:
    """A progress report on a stream.

    A terminal shows one line that is overwritten. A log gets a new line from time to time.
    """

    def __init__(self, what: str, stream: TextIO | None = None, *, unit: str = "actions") -> None:
        self._what = what
        self._unit = unit
        self._stream = stream or sys.stderr
        self._screen = self._stream.isatty()
        self._next = time.monotonic() + (ON_SCREEN if self._screen else PATIENCE)
        self._written = 0

    def show(self, done: int, total: int) -> None:
        """Write a report when it is due."""
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + (ON_SCREEN if self._screen else IN_A_LOG)
        text = (
            f"{self._what}: {done} of {total} {self._unit}" if total else f"{self._what}: {done} {self._unit}"
        )
        if self._screen:
            self._stream.write("\r" + text.ljust(self._written))
        else:
            self._stream.write(text + "\n")
        self._written = len(text)
        self._stream.flush()

    def done(self) -> None:
        """Remove the line from the screen."""
        if self._screen and self._written:
            self._stream.write("\r" + " " * self._written + "\r")
            self._stream.flush()
