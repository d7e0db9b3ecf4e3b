"""The log of a game in memory: its last entries as they are, those before in writing.

A game is watched for hours, and who watches wants what is new; of a long log that lay there entry by entry
nearly all would be held for nobody.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from typing import Final, overload

from trunkline.tables.entries import LogEntry, packed, unpacked
from trunkline.tables.history import ACTION

PART: Final = 50
"""Entries that are put in writing together; as many, at least, are always at hand."""
FAST: Final = 1
"""How hard zlib tries: it halves what more of it would still save, in half the time."""


class Log(Sequence[LogEntry]):
    """The entries of a game, which are only ever added, one thread at a time; others may look meanwhile."""

    def __init__(self, entries: Iterable[LogEntry] = ()) -> None:
        self._written: list[bytes] = []
        self._at_hand: tuple[int, list[LogEntry]] = 0, []
        """How many entries are in writing, and those behind them."""
        self._read: tuple[int, list[LogEntry]] = -1, []
        """The part that was read last, by its place: who asks for an entry asks for its neighbours."""
        self.besides: list[LogEntry] = []
        """The entries that are no actions: undo and redo, who plays a seat, an end that was agreed on."""
        for entry in entries:
            self.append(entry)

    def append(self, entry: LogEntry) -> None:
        """Add an entry."""
        written, at_hand = self._at_hand
        at_hand.append(entry)
        if entry.kind != ACTION:
            self.besides.append(entry)
        if len(at_hand) == 2 * PART:
            self._written.append(zlib.compress(packed(at_hand[:PART]), FAST))
            # Both at once, for who looks meanwhile.
            self._at_hand = written + PART, at_hand[PART:]

    def __len__(self) -> int:
        """How many entries there are."""
        written, at_hand = self._at_hand
        return written + len(at_hand)

    @overload
    def __getitem__(self, place: int) -> LogEntry: ...
    @overload
    def __getitem__(self, place: slice) -> list[LogEntry]: ...
    def __getitem__(self, place: int | slice) -> LogEntry | list[LogEntry]:
        """The entry at a place, which is its number less one, or those in between."""
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
