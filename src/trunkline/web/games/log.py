"""The log of a game in memory: the last entries as objects, older ones compressed.

Clients usually need new entries only. Keeping all entries of a long log as objects would waste memory.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from typing import Final, overload

from trunkline.web.games.game_tree import ACTION
from trunkline.web.games.log_entries import LogEntry, pack, unpack

PART: Final = 50
"""The number of entries compressed together. At least as many are kept as objects."""
FAST: Final = 1
"""The zlib level: the fastest one. Higher levels compress better but take twice as long."""


class Log(Sequence[LogEntry]):
    """The entries of a game. One thread at a time may append, and others may read meanwhile."""

    def __init__(self, entries: Iterable[LogEntry] = ()) -> None:
        self._compressed: list[bytes] = []
        self._recent: tuple[int, list[LogEntry]] = 0, []
        """The number of compressed entries, and the entries after them."""
        self._read: tuple[int, list[LogEntry]] = -1, []
        """The last decompressed part, with its index. Neighbouring entries are usually requested next."""
        self.non_actions: list[LogEntry] = []
        """The entries other than actions: undo, redo, seat changes and the end by agreement."""
        for entry in entries:
            self.append(entry)

    def append(self, entry: LogEntry) -> None:
        """Append an entry."""
        compressed, recent = self._recent
        recent.append(entry)
        if entry.kind != ACTION:
            self.non_actions.append(entry)
        if len(recent) == 2 * PART:
            self._compressed.append(zlib.compress(pack(recent[:PART]), FAST))
            # Replace both values in one assignment, for concurrent readers.
            self._recent = compressed + PART, recent[PART:]

    def __len__(self) -> int:
        """Return the number of entries."""
        compressed, recent = self._recent
        return compressed + len(recent)

    @overload
    def __getitem__(self, index: int) -> LogEntry: ...
    @overload
    def __getitem__(self, index: slice) -> list[LogEntry]: ...
    def __getitem__(self, index: int | slice) -> LogEntry | list[LogEntry]:
        """Return the entry at an index, which is its number minus one, or a slice of entries."""
        if isinstance(index, slice):
            return [self._entry(each) for each in range(*index.indices(len(self)))]
        length = len(self)
        if not -length <= index < length:
            raise IndexError(index)
        return self._entry(index % length)

    def _entry(self, index: int) -> LogEntry:
        compressed, recent = self._recent
        if index >= compressed:
            return recent[index - compressed]
        number, entries = self._read
        if number != index // PART:
            number = index // PART
            entries = unpack(zlib.decompress(self._compressed[number]))
            self._read = number, entries
        return entries[index % PART]
