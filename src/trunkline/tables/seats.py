"""The seats that the server plays itself: one entry at a time, through the same door as people."""

from __future__ import annotations

import logging
import queue
import threading
import time

from trunkline.players import STALLED
from trunkline.players.random_player import RandomPlayer
from trunkline.tables.errors import Impossible, Stale, Unknown
from trunkline.tables.records import RANDOM, Seat
from trunkline.tables.store import Full
from trunkline.tables.table import GameTable, GameTables

log = logging.getLogger(__name__)
PAUSE = 0.5
"""Seconds to wait before trying again where the store could not be written."""


class Bots:
    """A thread of its own that plays the random seats of games that wait for them."""

    def __init__(self, tables: GameTables, delay: float = 0.0) -> None:
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


def play_one(table: GameTable) -> bool:
    """Play one entry for a random seat that must decide; False where there is none.

    Raises ``Stale`` where somebody else was faster.
    """
    seen = table.seen()
    seat = seat_to_play(table, seen.game.to_act)
    if seat is None or seen.game.over or seen.moment.passes(STALLED) == STALLED:
        return False
    chooser = RandomPlayer(seat.seed + seen.version + 1)
    table.act(seen.version, chooser.choose(seen.game, seat.name))
    return True


def seat_to_play(table: GameTable, to_act: set[str]) -> Seat | None:
    """The first of those who must decide, where that is a random player."""
    first = next((seat for seat in table.seats if seat.name in to_act), None)
    return first if first is not None and first.kind == RANDOM else None
