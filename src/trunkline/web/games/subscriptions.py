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
from trunkline.util.messages import SOURCE, language
from trunkline.web.errors import NotPossible
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

    __slots__ = ("_is_set", "_waits", "comments")

    def __init__(self) -> None:
        self._is_set = False
        self.comments = False
        """True if the comments on the game have changed since the stream reported them."""
        self._waits: asyncio.Future[None] | None = None

    def set(self, *, comments: bool = False) -> None:
        """Wake the stream, or make its next wait return immediately."""
        self._is_set = True
        self.comments |= comments
        self._resume()

    async def wait(self, seconds: float) -> bool:
        """Wait for the signal. Return False after a timeout in seconds."""
        if not self._is_set:
            loop = asyncio.get_running_loop()
            self._waits = loop.create_future()
            late = loop.call_later(seconds, self._resume)
            try:
                await self._waits
            finally:
                late.cancel()
                self._waits = None
        was_set, self._is_set = self._is_set, False
        return was_set

    def _resume(self) -> None:
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
        wakeup = Wakeup()
        with self._lock:
            self._watchers[game].add(wakeup)
        return wakeup

    @property
    def watchers(self) -> int:
        """The number of open streams."""
        with self._lock:
            return sum(map(len, self._watchers.values()))

    def unwatch(self, game: str, wakeup: Wakeup) -> None:
        """Remove the signal of a stream."""
        with self._lock:
            self._watchers[game].discard(wakeup)
            if not self._watchers[game]:
                del self._watchers[game]

    def wake(self, game: str, *, comments: bool = False) -> None:
        """Signal new entries of a game, or changed comments on it. Safe to call from any thread."""
        with self._lock:
            wakeups = list(self._watchers.get(game, ()))
        self._wake(wakeups, comments=comments)

    def wake_all(self) -> None:
        """Signal all streams that comments may have changed. Safe to call from any thread."""
        self._wake(self._all(), comments=True)

    async def event_stream(
        self, hosted_game: HostedGame, after: int, side_channel: SideChannel | None = None
    ) -> AsyncIterator[bytes]:
        """Yield the entries of a game after a number as Server-Sent Events, first old ones, then new ones."""
        wakeup = self.watch(hosted_game.id)
        if side_channel:
            side_channel.open()
        # A client with a higher number knows a database that no longer exists. It gets new entries only.
        last = min(after, hosted_game.version)
        try:
            while not self.closing:
                while entries := hosted_game.log[last : last + PART]:
                    last = entries[-1].number
                    mark = side_channel.mark if side_channel else ""
                    yield b"".join(_event_for(hosted_game, entry, mark) for entry in entries)
                    await checkpoint()
                if side_channel and (news := await side_channel.news(last)):
                    yield news
                if wakeup.comments:
                    wakeup.comments = False
                    yield b"event: comments\ndata: {}\n\n"
                if not await wakeup.wait(HEARTBEAT):
                    yield b": still here\n\n"
        finally:
            self.unwatch(hosted_game.id, wakeup)
            if side_channel:
                side_channel.close()

    def close(self) -> None:
        """End all streams, so that the server can stop."""
        self.closing = True
        self._wake(self._all())

    def _all(self) -> list[Wakeup]:
        with self._lock:
            return [wakeup for found in self._watchers.values() for wakeup in found]

    def _wake(self, wakeups: list[Wakeup], *, comments: bool = False) -> None:
        loop = self._loop
        if loop is None or not wakeups or loop.is_closed():
            return
        # Wake the loop once for all streams, because each wake-up takes a system call.
        loop.call_soon_threadsafe(_set_all, wakeups, comments)


def _set_all(wakeups: Iterable[Wakeup], comments: bool) -> None:
    for wakeup in wakeups:
        wakeup.set(comments=comments)


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


def _event_for(hosted_game: HostedGame, entry: LogEntry, mark: str) -> bytes:
    """Return the encoded event of an entry for a stream in the language of its reader."""
    if language() == SOURCE:
        return _event(entry, mark)
    try:
        lines = hosted_game.texts.outcome(entry).lines
    except NotPossible:
        # A damaged entry has no lines.
        return _event(entry, mark)
    return _event(entry, mark, msgspec.json.encode(lines))


@lru_cache(PART)
def _event(entry: LogEntry, mark: str, lines: bytes | None = None) -> bytes:
    """Return the encoded event of an entry. It is the same for all streams of a language.

    ``lines`` are the lines in another language as JSON, or None for the stored ones.
    """
    try:
        outcome = _outcome_decoder.decode(entry.outcome_json)
    except UNREADABLE:
        outcome = _Outcome()
    shown = outcome.lines if lines is None else msgspec.Raw(lines)
    event = _Event(entry.number, entry.kind, entry.seat, outcome.to_act, outcome.over, shown, outcome.events)
    return b"id: %d%b\nevent: entry\ndata: %b\n\n" % (entry.number, mark.encode(), msgspec.json.encode(event))


_outcome_decoder = msgspec.json.Decoder(_Outcome)
