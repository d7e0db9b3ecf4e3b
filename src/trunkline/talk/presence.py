"""Who is at a table now: whoever has a stream of it open, here or at another process.

Each process counts its own streams and says so to the others; what one has not repeated for ``HOLDS`` seconds
is forgotten, so nothing is left of a process that ends. Nothing of it is kept in a database.
"""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

SAYS = 10.0
"""Seconds after which a process says again who is there."""
HOLDS = 25.0


class There(NamedTuple):
    """Who is at a table: the seats of those who sit there, and how many others look on."""

    seats: frozenset[str] = frozenset()
    watching: int = 0


NOBODY = There()


class Presence:
    """Who is where."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._here: defaultdict[str, dict[object, str]] = defaultdict(dict)
        """For each game the streams of this process, and who has each."""
        self._elsewhere: defaultdict[str, dict[str, tuple[float, There]]] = defaultdict(dict)
        """For each game what other processes have said, and until when that holds."""
        self._lock = threading.Lock()

    def come(self, game: str, stream: object, who: str) -> None:
        """Somebody opens a stream; ``who`` is the person, or what else tells one from another."""
        with self._lock:
            self._here[game][stream] = who

    def go(self, game: str, stream: object) -> None:
        """A stream has ended."""
        with self._lock:
            self._here[game].pop(stream, None)
            if not self._here[game]:
                del self._here[game]

    def games(self) -> list[str]:
        """The games that have a stream at this process."""
        with self._lock:
            return list(self._here)

    def here(self, game: str, sits: Mapping[str, Collection[str]]) -> There:
        """Who is there by the streams of this process alone. ``sits`` says which seats a person has."""
        with self._lock:
            who = set(self._here.get(game, {}).values())
        seats = frozenset(seat for each in who for seat in sits.get(each, ()))
        return There(seats, sum(not sits.get(each) for each in who))

    def heard(self, process: str, game: str, there: There) -> None:
        """Another process says who is there by its streams."""
        with self._lock:
            if there == NOBODY:
                self._elsewhere[game].pop(process, None)
                if not self._elsewhere[game]:
                    del self._elsewhere[game]
            else:
                self._elsewhere[game][process] = self._clock() + HOLDS, there

    def all(self, game: str, here: There) -> There:
        """Who is there by all processes, with what this one found."""
        now = self._clock()
        with self._lock:
            said = self._elsewhere.get(game, {})
            for process in [each for each, (until, _) in said.items() if until < now]:
                del said[process]
            found = [here, *(there for _, there in said.values())]
        return There(frozenset().union(*(each.seats for each in found)), sum(each.watching for each in found))
