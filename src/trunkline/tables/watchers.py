"""Tells those who watch a game that it has moved on."""

from __future__ import annotations

import asyncio
import threading
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable
from functools import lru_cache
from typing import Protocol

import msgspec
from anyio.lowlevel import checkpoint

from trunkline.saves import UNREADABLE
from trunkline.tables.entries import LogEntry
from trunkline.tables.records import EntryKind
from trunkline.tables.table import GameTable

BEAT = 10.0
"""Seconds after which a watcher is sent a comment, so that a dead line is noticed."""
PART = 100
"""Entries that are sent at a time; then others have their turn."""


class Beside(Protocol):
    """What one stream carries beside the entries of a game."""

    @property
    def mark(self) -> str:
        """What stands behind the version in the id of each event."""

    def open(self) -> None:
        """The stream is being sent."""

    async def news(self, version: int) -> bytes:
        """Events that are new since this was asked last."""

    def close(self) -> None:
        """The stream has ended."""


class Bell:
    """What one watcher waits for, on the loop alone; an ``asyncio.Event`` and a task take kilobytes more."""

    __slots__ = ("_rung", "_waits")

    def __init__(self) -> None:
        self._rung = False
        self._waits: asyncio.Future[None] | None = None

    def ring(self) -> None:
        """The watcher goes on, or does not begin to wait."""
        self._rung = True
        self._wake()

    async def heard(self, seconds: float) -> bool:
        """Wait until it is rung; False where that takes longer."""
        if not self._rung:
            loop = asyncio.get_running_loop()
            self._waits = loop.create_future()
            late = loop.call_later(seconds, self._wake)
            try:
                await self._waits
            finally:
                late.cancel()
                self._waits = None
        rung, self._rung = self._rung, False
        return rung

    def _wake(self) -> None:
        if self._waits is not None and not self._waits.done():
            self._waits.set_result(None)


class Hub:
    """Wakes the watchers of a game, from whatever thread it was played on."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._watchers: defaultdict[str, set[Bell]] = defaultdict(set)
        self._lock = threading.Lock()
        self.closing = False

    def attach(self, loop: asyncio.AbstractEventLoop) -> None:
        """Watchers wait on this loop."""
        self._loop = loop

    def watch(self, game: str) -> Bell:
        """A bell that is rung whenever the game has moved on, or the server is about to stop."""
        bell = Bell()
        with self._lock:
            self._watchers[game].add(bell)
        return bell

    @property
    def watchers(self) -> int:
        """How many watch now."""
        with self._lock:
            return sum(map(len, self._watchers.values()))

    def leave(self, game: str, bell: Bell) -> None:
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

    async def told(self, table: GameTable, after: int, beside: Beside | None = None) -> AsyncIterator[bytes]:
        """The entries of a game after a number as Server-Sent Events: those there are, then those to come."""
        bell = self.watch(table.id)
        if beside:
            beside.open()
        # A client that knows more entries than there are has seen a store that is gone; it gets what comes
        # now.
        last = min(after, table.version)
        try:
            while not self.closing:
                while entries := table.log[last : last + PART]:
                    last = entries[-1].number
                    mark = beside.mark if beside else ""
                    yield b"".join(_event(entry, mark) for entry in entries)
                    await checkpoint()
                if beside and (news := await beside.news(last)):
                    yield news
                if not await bell.heard(BEAT):
                    yield b": still here\n\n"
        finally:
            self.leave(table.id, bell)
            if beside:
                beside.close()

    def close(self) -> None:
        """Send everybody home, so that the server can stop."""
        self.closing = True
        with self._lock:
            bells = [bell for found in self._watchers.values() for bell in found]
        self._wake(bells)

    def _wake(self, bells: list[Bell]) -> None:
        loop = self._loop
        if loop is None or not bells or loop.is_closed():
            return
        # At once for all: to wake the loop takes a call of the system.
        loop.call_soon_threadsafe(_ring, bells)


def _ring(bells: Iterable[Bell]) -> None:
    for bell in bells:
        bell.ring()


class _Outcome(msgspec.Struct):
    """What the watchers are told of what an entry is remembered by, without being looked into."""

    lines: msgspec.Raw = msgspec.Raw(b"[]")
    events: msgspec.Raw = msgspec.Raw(b"[]")
    to_act: msgspec.Raw = msgspec.Raw(b"[]")
    over: bool = False


class _Event(msgspec.Struct):
    """What ``server.answers.EntryNotice`` describes, with parts that are JSON already."""

    version: int
    kind: EntryKind
    seat: str
    to_act: msgspec.Raw
    over: bool
    lines: msgspec.Raw
    events: msgspec.Raw


@lru_cache(PART)
def _event(entry: LogEntry, mark: str) -> bytes:
    """An entry as all who watch are sent it."""
    try:
        kept = _kept.decode(entry.kept)
    except UNREADABLE:
        kept = _Outcome()
    event = _Event(entry.number, entry.kind, entry.seat, kept.to_act, kept.over, kept.lines, kept.events)
    return b"id: %d%b\nevent: entry\ndata: %b\n\n" % (entry.number, mark.encode(), msgspec.json.encode(event))


_kept = msgspec.json.Decoder(_Outcome)
