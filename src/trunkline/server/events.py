"""Tells those who watch a game that it has moved on."""

from __future__ import annotations

import asyncio
import threading
from collections import defaultdict


class Hub:
    """Wakes the watchers of a game, from whatever thread it was played on."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._watchers: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self._lock = threading.Lock()
        self.closing = False

    def attach(self, loop: asyncio.AbstractEventLoop) -> None:
        """Watchers wait on this loop."""
        self._loop = loop

    def watch(self, game: str) -> asyncio.Event:
        """An event that is set whenever the game has moved on, or the server is about to stop."""
        bell = asyncio.Event()
        with self._lock:
            self._watchers[game].add(bell)
        return bell

    def leave(self, game: str, bell: asyncio.Event) -> None:
        """Watch no longer."""
        with self._lock:
            self._watchers[game].discard(bell)
            if not self._watchers[game]:
                del self._watchers[game]

    def ring(self, game: str) -> None:
        """The game has moved on. May be called from any thread."""
        with self._lock:
            bells = list(self._watchers.get(game, ()))
        self._wake(bells)

    def close(self) -> None:
        """Send everybody home, so that the server can stop."""
        self.closing = True
        with self._lock:
            bells = [bell for found in self._watchers.values() for bell in found]
        self._wake(bells)

    def _wake(self, bells: list[asyncio.Event]) -> None:
        loop = self._loop
        if loop is None or not bells or loop.is_closed():
            return
        for bell in bells:
            loop.call_soon_threadsafe(bell.set)
