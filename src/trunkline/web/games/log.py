"""The log of a game in memory: the last entries as objects, older ones compressed.

Clients usually need new entries only. Keeping all entries of a long log as objects would waste memory.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from typing import Final, overload

from trunkline.web.games.game_tree import ACTION
from trunkline.web.games.log_entries import LogEntry, packed, unpacked

PART: Final = 50
"""The number of entries compressed together. At least as many are kept as objects."""
FAST: Final = 1
"""The zlib level: the fastest one. Higher levels compress better but take twice as long."""


class Log(Sequence[LogEntry]):
    """The entries of a game. One thread at a time may append, and others may read meanwhile."""

    def __init__(self, entries: Iterable[LogEntry] = ()) -> None:
        self._written: list[bytes] = []
        self._at_hand: tuple[int, list[LogEntry]] = 0, []
        """The number of compressed entries, and the entries after them."""
        self._read: tuple[int, list[LogEntry]] = -1, []
        """The last decompressed part, with its index. Neighbouring entries are usually requested next."""
        self.non_actions: list[LogEntry] = []
        """The entries other than actions: undo, redo, seat changes and the end by agreement."""
        for entry in entries:
            self.append(entry)

    def append(self, entry: LogEntry) -> None:
        """Append an entry."""
        written, at_hand = self._at_hand
        at_hand.append(entry)
        if entry.kind != ACTION:
            self.non_actions.append(entry)
        if len(at_hand) == 2 * PART:
            self._written.append(zlib.compress(packed(at_hand[:PART]), FAST))
            # Replace both values in one assignment, for concurrent readers.
            self._at_hand = written + PART, at_hand[PART:]

    def __len__(self) -> int:
        """Return the number of entries."""
        written, at_hand = self._at_hand
        return written + len(at_hand)

    @overload
    def __getitem__(self, place: int) -> LogEntry: ...
    @overload
    def __getitem__(self, place: slice) -> list[LogEntry]: ...
    def __getitem__(self, place: int | slice) -> LogEntry | list[LogEntry]:
        """Return the entry at an index, which is its number minus one, or a slice of entries."""
        if isinstance(place, slice):
            return [self._entry(each) for each in range(*place.indices(len(self)))]
        length = len(self)
        if not -length <= place < length:
            raise IndexError(place)
        return self._entry(place % length)

    def _entry(self, place: int) -> LogEntry:
        written, at_hand = self._at_hand
        if place >= written:
            return at_hand[place - written]
        number, entries = self._read
        if number != place // PART:
            number = place // PART
            entries = unpacked(zlib.decompress(self._written[number]))
            self._read = number, entries
        return entries[place % PART]
