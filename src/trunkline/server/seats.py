"""The seats that the server plays itself: one entry at a time, through the same door as people."""

from __future__ import annotations

import logging
import queue
import random
import threading
import time
from collections.abc import Collection, Iterable

from trunkline.kernel.errors import UsageError
from trunkline.players import STALLED
from trunkline.players.random_player import RandomPlayer
from trunkline.server.errors import Impossible, Stale, Unknown
from trunkline.server.records import RANDOM, Seat
from trunkline.server.store import Full
from trunkline.server.table import Table, Tables

log = logging.getLogger(__name__)
PAUSE = 0.5
"""Seconds to wait before trying again where the store could not be written."""


TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that turn the text after them round, which is that of others."""
LONGEST_NAME = 40


def check_names(names: Iterable[str], taken: Collection[str] = ()) -> None:
    """Names must be seen, fit and be nobody else's, such as those of corporations. Raises ``UsageError``."""
    for name in names:
        if not any(each.isprintable() and not each.isspace() for each in name):
            raise UsageError("Every player needs a name that can be seen.")
        if TURNING & set(name):
            raise UsageError(f"The name {name!a} would turn the text around it round.")
        if len(name) > LONGEST_NAME:
            raise UsageError(f"A player's name may have {LONGEST_NAME} characters, not {len(name)}.")
        if name.casefold() in {each.casefold() for each in taken}:
            raise UsageError(f"{name} is the name of a corporation, and cannot be that of a player.")


def drawn_seed() -> int:
    """A seed for a seat or a game."""
    return random.SystemRandom().randrange(1_000_000)


class Bots:
    """A thread of its own that plays the random seats of games that wait for them."""

    def __init__(self, tables: Tables, delay: float = 0.0) -> None:
        self._tables = tables
        self._delay = delay
        self._waiting: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._queued: set[str] = set()
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._work, name="bots", daemon=True)

    def start(self) -> None:
        """Begin, with the games that were left waiting when the server stopped."""
        for kept in self._tables.store.games():
            kinds = {seat.name: seat.kind for seat in kept.seats}
            if not kept.over and any(kinds.get(name) == RANDOM for name in kept.to_act):
                self.wake(kept.id)
        self._thread.start()

    def stop(self) -> None:
        """Finish the entry at hand and stop."""
        self._stop.set()
        self._waiting.put(None)
        if self._thread.is_alive():
            self._thread.join(timeout=10)

    def wake(self, game: str) -> None:
        """A game has moved on: perhaps a seat of ours must decide in it."""
        with self._lock:
            if game in self._queued:
                return
            self._queued.add(game)
        self._waiting.put(game)

    def _work(self) -> None:
        while not self._stop.is_set():
            game = self._waiting.get()
            if game is None:
                return
            with self._lock:
                self._queued.discard(game)
            try:
                # One entry, then the next game in the queue: a long turn keeps nobody else waiting. What was
                # played rings the bell, which puts the game into the queue again.
                if play_one(self._tables[game]):
                    self._stop.wait(self._delay)
            except (Unknown, Impossible):
                continue
            except Stale:
                self.wake(game)
            except Full:
                time.sleep(PAUSE)
                self.wake(game)
            except Exception:
                # One game that cannot go on is no reason to leave all others standing.
                log.exception("The random player of game %s failed", game)


def play_one(table: Table) -> bool:
    """Play one entry for a random seat that must decide; False where there is none.

    Raises ``Stale`` where somebody else was faster.
    """
    seen = table.seen()
    seat = seat_to_play(table, seen.game.to_act)
    if seat is None or seen.game.over or seen.moment.passes >= STALLED:
        return False
    chooser = RandomPlayer(seat.seed + seen.version + 1)
    table.act(seen.version, chooser.choose(seen.game, seat.name))
    return True


def seat_to_play(table: Table, to_act: set[str]) -> Seat | None:
    """The first of those who must decide, where that is a random player."""
    first = next((seat for seat in table.seats if seat.name in to_act), None)
    return first if first is not None and first.kind == RANDOM else None
