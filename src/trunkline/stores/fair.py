"""A lock that is had in the order in which it was asked for."""

from __future__ import annotations

import threading
from collections import deque
from types import TracebackType


class FairLock:
    """Like ``threading.Lock``, which whoever has just let go of it may take again before those who wait.

    Who writes a thousand entries in turns would have it all the time.
    """

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._held = False
        self._waiting: deque[threading.Event] = deque()

    def __enter__(self) -> None:
        with self._guard:
            if not self._held:
                self._held = True
                return
            turn = threading.Event()
            self._waiting.append(turn)
        turn.wait()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._guard:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._held = False
