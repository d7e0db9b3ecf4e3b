"""The entries of a file from the current one on."""

from __future__ import annotations

from collections.abc import Iterable

from trunkline.interop.eighteenxx.file import Entry

UPCOMING = 4
"""Number of entries to look ahead."""


class EntryCursor:
    """The effective entries of a game, and the progress of the replay."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self.entries = list(entries)
        self.count = 0
        """Number of entries replayed. It is also the index of the current entry."""
        self.autos: list[Entry] = []
        """Auto actions of the current entry that are not yet replayed."""

    def begin(self) -> Entry:
        """Start the current entry and return it."""
        entry = self.entries[self.count]
        self.autos = list(entry.autos)
        return entry

    def upcoming(self) -> list[Entry]:
        """Return the next few entries, auto actions included, that may change the game."""
        found = [*self.autos]
        for entry in self.entries[self.count + 1 :]:
            if len(found) > 2 * UPCOMING:
                break
            found.extend((entry, *entry.autos))
        return [entry for entry in found if not entry.silent][:UPCOMING]
