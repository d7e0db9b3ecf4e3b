"""The entries of a file from the one at hand on."""

from __future__ import annotations

from collections.abc import Iterable

from trunkline.interop.eighteenxx.file import Entry

UPCOMING = 4
"""Entries looked at ahead."""


class FileRecord:
    """The effective entries of a game, and how far they have been replayed."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self.entries = list(entries)
        self.count = 0
        """Entries replayed; the next one is at hand."""
        self.autos: list[Entry] = []
        """What the entry at hand has yet to set off by itself."""

    def begin(self) -> Entry:
        """Take the entry at hand."""
        entry = self.entries[self.count]
        self.autos = list(entry.autos)
        return entry

    def upcoming(self) -> list[Entry]:
        """The next few entries, auto actions included, that may change something."""
        found = [*self.autos]
        for entry in self.entries[self.count + 1 :]:
            if len(found) > 2 * UPCOMING:
                break
            found.extend((entry, *entry.autos))
        return [entry for entry in found if not entry.silent][:UPCOMING]
