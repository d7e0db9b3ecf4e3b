"""Event streams: notification of the watchers of a game."""

from __future__ import annotations

import asyncio
import threading
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable
from functools import lru_cache
from typing import Protocol

import msgspec
from anyio.lowlevel import checkpoint

from trunkline.game.saves import UNREADABLE
from trunkline.web.games.hosted_game import HostedGame
from trunkline.web.games.log_entries import LogEntry
from trunkline.web.schemas.log import EntryKind

HEARTBEAT = 10.0
"""Seconds between keep-alive comments, which detect dead connections."""
PART = 100
"""The number of entries sent before other tasks get a turn."""


class SideChannel(Protocol):
    """The interface for the data of a stream besides entries."""

    @property
    def mark(self) -> str:
        """The suffix of the event id, after the version."""

    def open(self) -> None:
        """Register the stream as open."""

    async def news(self, version: int) -> bytes:
        """Return the events since the last call."""

    def close(self) -> None:
        """Register the end of the stream."""


class Wakeup:
    """The wake-up signal of one stream, for use on the event loop only.

    ``asyncio.Event`` with a task would take kilobytes more.
    """

    __slots__ = ("_rung", "_waits")

    def __init__(self) -> None:
        self._rung = False
        self._waits: asyncio.Future[None] | None = None

    def ring(self) -> None:
        """Wake the stream, or make its next wait return immediately."""
        self._rung = True
        self._wake()

    async def heard(self, seconds: float) -> bool:
        """Wait for the signal. Return False after a timeout in seconds."""
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


class Subscriptions:
    """Notification of the watchers of games, from any thread."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._watchers: defaultdict[str, set[Wakeup]] = defaultdict(set)
        self._lock = threading.Lock()
        self.closing = False

    def attach(self, loop: asyncio.AbstractEventLoop) -> None:
        """Set the event loop on which the watchers wait."""
        self._loop = loop

    def watch(self, game: str) -> Wakeup:
        """Return a signal for new entries of a game and for the stop of the server."""
        bell = Wakeup()
        with self._lock:
            self._watchers[game].add(bell)
        return bell

    @property
    def watchers(self) -> int:
        """The number of open streams."""
        with self._lock:
            return sum(map(len, self._watchers.values()))

    def leave(self, game: str, bell: Wakeup) -> None:
        """Remove the signal of a stream."""
        with self._lock:
            self._watchers[game].discard(bell)
            if not self._watchers[game]:
                del self._watchers[game]

    def ring(self, game: str) -> None:
        """Signal new entries of a game. Safe to call from any thread."""
        with self._lock:
            bells = list(self._watchers.get(game, ()))
        self._wake(bells)

    async def told(
        self, table: HostedGame, after: int, beside: SideChannel | None = None
    ) -> AsyncIterator[bytes]:
        """Yield the entries of a game after a number as Server-Sent Events, first old ones, then new ones."""
        bell = self.watch(table.id)
        if beside:
            beside.open()
        # A client with a higher number knows a database that no longer exists. It gets new entries only.
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
                if not await bell.heard(HEARTBEAT):
                    yield b": still here\n\n"
        finally:
            self.leave(table.id, bell)
            if beside:
                beside.close()

    def close(self) -> None:
        """End all streams, so that the server can stop."""
        self.closing = True
        with self._lock:
            bells = [bell for found in self._watchers.values() for bell in found]
        self._wake(bells)

    def _wake(self, bells: list[Wakeup]) -> None:
        loop = self._loop
        if loop is None or not bells or loop.is_closed():
            return
        # Wake the loop once for all streams, because each wake-up takes a system call.
        loop.call_soon_threadsafe(_ring, bells)


def _ring(bells: Iterable[Wakeup]) -> None:
    for bell in bells:
        bell.ring()


class _Outcome(msgspec.Struct):
    """The parts of a stored outcome that are sent, as raw JSON."""

    lines: msgspec.Raw = msgspec.Raw(b"[]")
    events: msgspec.Raw = msgspec.Raw(b"[]")
    to_act: msgspec.Raw = msgspec.Raw(b"[]")
    over: bool = False


class _Event(msgspec.Struct):
    """The data of an entry event, as in ``EntryNotice``, with parts as raw JSON."""

    version: int
    kind: EntryKind
    seat: str
    to_act: msgspec.Raw
    over: bool
    lines: msgspec.Raw
    events: msgspec.Raw


@lru_cache(PART)
def _event(entry: LogEntry, mark: str) -> bytes:
    """Return the encoded event of an entry. It is the same for all streams."""
    try:
        kept = _kept.decode(entry.kept)
    except UNREADABLE:
        kept = _Outcome()
    event = _Event(entry.number, entry.kind, entry.seat, kept.to_act, kept.over, kept.lines, kept.events)
    return b"id: %d%b\nevent: entry\ndata: %b\n\n" % (entry.number, mark.encode(), msgspec.json.encode(event))


_kept = msgspec.json.Decoder(_Outcome)
