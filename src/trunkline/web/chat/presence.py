"""Presence of people at tables, based on the event streams that are open in any process.

Each process counts its own streams and reports them to the others. A report expires after ``HOLDS`` seconds
unless it is repeated, so a process that ends leaves nothing behind. Presence is not stored in a database.
"""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

SAYS = 10.0
"""Seconds between two reports of a process."""
HOLDS = 25.0


class PresentPeople(NamedTuple):
    """The presence at a table: the seats of the players, and the number of spectators."""

    seats: frozenset[str] = frozenset()
    watching: int = 0


NOBODY = PresentPeople()


class Presence:
    """The presence at all tables."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._here: defaultdict[str, dict[object, str]] = defaultdict(dict)
        """The event streams of this process by game, with the person or visitor of each."""
        self._elsewhere: defaultdict[str, dict[str, tuple[float, PresentPeople]]] = defaultdict(dict)
        """The reports of other processes by game, with their expiry times."""
        self._lock = threading.Lock()

    def come(self, game: str, stream: object, who: str) -> None:
        """Register an open stream. ``who`` identifies the person or, without an account, the visitor."""
        with self._lock:
            self._here[game][stream] = who

    def go(self, game: str, stream: object) -> None:
        """Remove a stream that has ended."""
        with self._lock:
            self._here[game].pop(stream, None)
            if not self._here[game]:
                del self._here[game]

    def games(self) -> list[str]:
        """Return the games that have a stream in this process."""
        with self._lock:
            return list(self._here)

    def here(self, game: str, sits: Mapping[str, Collection[str]]) -> PresentPeople:
        """Return the presence from the streams of this process. ``sits`` maps a person to seats."""
        with self._lock:
            who = set(self._here.get(game, {}).values())
        seats = frozenset(seat for each in who for seat in sits.get(each, ()))
        return PresentPeople(seats, sum(not sits.get(each) for each in who))

    def heard(self, process: str, game: str, there: PresentPeople) -> None:
        """Store the report of another process."""
        with self._lock:
            if there == NOBODY:
                self._elsewhere[game].pop(process, None)
                if not self._elsewhere[game]:
                    del self._elsewhere[game]
            else:
                self._elsewhere[game][process] = self._clock() + HOLDS, there

    def all(self, game: str, here: PresentPeople) -> PresentPeople:
        """Return the presence across all processes. ``here`` is the presence in this process."""
        now = self._clock()
        with self._lock:
            said = self._elsewhere.get(game, {})
            for process in [each for each, (until, _) in said.items() if until < now]:
                del said[process]
            found = [here, *(there for _, there in said.values())]
        return PresentPeople(
            frozenset().union(*(each.seats for each in found)), sum(each.watching for each in found)
        )
