"""The seats that programs play: one entry at a time, through the same door as people."""

from __future__ import annotations

import contextlib
import itertools
import logging
import queue
import threading
import time
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from trunkline.actions import Action
from trunkline.kernel import state as states
from trunkline.players import STALLED
from trunkline.players.entrants import CLERK, RANDOM
from trunkline.players.random_player import RandomPlayer
from trunkline.tables.errors import Impossible, Refused, Stale, Unknown
from trunkline.tables.games import GameTables
from trunkline.tables.keeping import Full, GameRow
from trunkline.tables.naming import missing
from trunkline.tables.records import PERSON, Seat
from trunkline.tables.table import GameTable, Seen
from trunkline.tables.thinkers import Failed, Thinker
from trunkline.tables.thinking import Question

log = logging.getLogger(__name__)
PAUSE = 0.5
"""Seconds to wait before trying again where the store could not be written."""
IDLE = 300.0
"""Seconds without a question after which a process that thinks is let go."""
STOP, FIRST, LATER = range(3)
"""What comes first: the end, then the games that people sit at, then those of programs alone."""


class _Waiting(NamedTuple):
    rank: int
    order: int
    game: str


class Bots:
    """Threads that play the seats of programs in games that wait for them.

    There are as many processes that think for them, each begun when those at hand are busy. A program that
    fails leaves that one decision to a clerk; what is legal is always found.
    """

    def __init__(
        self, tables: GameTables, delay: float = 0.0, programs: Mapping[str, str] | None = None
    ) -> None:
        """``programs`` says which others play in place of the built-in ones, as ``module:Class``."""
        self._tables = tables
        self._delay = delay
        self._programs = programs or {}
        self._waiting: queue.PriorityQueue[_Waiting] = queue.PriorityQueue()
        self._order = itertools.count()
        self._queued: set[str] = set()
        self._playing: set[str] = set()
        self._lock = threading.Lock()
        self._here = threading.Lock()
        """Held by who plays at random in this process, which has other things to do."""
        self._stop = threading.Event()
        self._thinkers = [Thinker(tables.limits.guard) for _ in range(tables.limits.thinking)]
        # The one used last is taken first: it has begun, and others need not.
        self._free: queue.LifoQueue[Thinker] = queue.LifoQueue()
        for thinker in self._thinkers:
            self._free.put(thinker)
        self._threads = [
            threading.Thread(target=self._work, name=f"bots-{number}", daemon=True)
            for number in range(len(self._thinkers))
        ]

    def start(self) -> None:
        """Begin to wait for games."""
        for thread in self._threads:
            thread.start()

    @property
    def thinking(self) -> int:
        """How many programs think now."""
        return len(self._playing)

    def look_round(self) -> None:
        """Go on with the games that were left waiting when whoever played in them stopped."""
        for kept in self._tables.store.games():
            if waits_for_program(kept):
                self.wake(kept.id)

    def stop(self) -> None:
        """Finish the entry at hand and stop; what is being thought about is thought about again later."""
        self._stop.set()
        for thinker in self._thinkers:
            self._put("", STOP)
            thinker.close()
        for thread in self._threads:
            if thread.is_alive():
                thread.join(timeout=10)

    def wake(self, game: str) -> None:
        """A game has moved on: perhaps a seat of ours must decide in it."""
        if not self._tables.store.on_duty or self._tables.of_people(game):
            return
        with self._lock:
            known = game in self._queued
            self._queued.add(game)
            if known or game in self._playing:
                return
        self._put(game)

    def _put(self, game: str, rank: int = FIRST) -> None:
        self._waiting.put(_Waiting(rank, next(self._order), game))

    def _work(self) -> None:
        while not self._stop.is_set():
            try:
                rank, _, game = self._waiting.get(timeout=IDLE)
            except queue.Empty:
                self._rest()
                continue
            if rank == STOP:
                return
            thinker = self._free.get()
            again = self._turn(thinker, game, rank)
            if self._stop.is_set():
                thinker.close()
            # Free before the game is waited for again: who takes it then takes the same.
            self._free.put(thinker)
            if again is not None:
                self._put(game, again)

    def _rest(self) -> None:
        """Let go of the processes that nobody needs."""
        free: list[Thinker] = []
        with contextlib.suppress(queue.Empty):
            while True:
                free.append(self._free.get_nowait())
        for thinker in free:
            thinker.close()
            self._free.put(thinker)

    def _turn(self, thinker: Thinker, game: str, rank: int) -> int | None:
        """One entry of a game, then the next game in the queue: a long turn keeps nobody else waiting.

        Returns the rank at which it waits again; None where it does not.
        """
        with self._lock:
            self._queued.discard(game)
            self._playing.add(game)
        later = False
        try:
            table = self._tables[game]
            later = rank == FIRST and not table.people
            # What is played rings the bell, which puts the game into the queue again.
            if not later and self._play(table, thinker):
                self._stop.wait(self._delay)
        except (Unknown, Impossible):
            pass
        except Stale:
            self.wake(game)
        except Full:
            time.sleep(PAUSE)
            self.wake(game)
        except Exception:
            # One game that cannot go on is no reason to leave all others standing.
            log.exception("The programs of game %s failed", game)
        with self._lock:
            self._playing.discard(game)
            if not later and game not in self._queued:
                return None
            self._queued.add(game)
        return LATER if later else FIRST

    def _play(self, table: GameTable, thinker: Thinker) -> bool:
        """Play one entry for a program that must decide; False where there is none.

        Raises ``Stale`` where somebody else was faster.
        """
        if not self._tables.store.on_duty or missing(table.seats):
            return False
        seen = table.seen()
        seat = seat_to_play(table, seen.game.to_act)
        if seen.game.over or seen.moment.passes(STALLED) == STALLED:
            return False
        if seat is None:
            thoughtful = [seat for seat in table.seats if seat.kind not in (PERSON, RANDOM)]
            if thoughtful:
                # While people think, what will be needed next makes itself ready, by thinking of the same.
                program = next(self._in_turn(thoughtful[0]))
                thinker.begin(_question(program, seen, thoughtful[0], min(seen.game.to_act)))
            return False
        said = ""
        for program in self._in_turn(seat):
            try:
                action = self._decided(program, seen, seat, thinker)
                if self._stop.is_set():
                    return False
                table.act(seen.version, action, said)
            except (Failed, Refused) as error:
                if self._stop.is_set():
                    return False
                log.error("The %s of %s in game %s failed: %s", program, seat.name, table.id, error)
                failed = f"{seat.name}'s {seat.kind} has failed here"
                said = (
                    f"{failed}, and so has a clerk: chance decides" if said else f"{failed}: a clerk decides"
                )
            else:
                return True
        return False

    def _in_turn(self, seat: Seat) -> Iterator[str]:
        """Who decides for a seat, and who does where that fails."""
        yield self._programs.get(seat.kind, seat.kind)
        yield CLERK
        # It knows nothing that could be wrong.
        yield RANDOM

    def _decided(self, program: str, seen: Seen, seat: Seat, thinker: Thinker) -> Action:
        if program == RANDOM:
            with self._here:
                return RandomPlayer(seat.seed + seen.version + 1).choose(seen.game, seat.name)
        return thinker.ask(_question(program, seen, seat, seat.name))


def _question(program: str, seen: Seen, seat: Seat, player: str) -> Question:
    state = states.encode(seen.game.state)
    return Question(program, seat.seed, player, seen.game.options, state)


def waits_for_program(kept: GameRow) -> bool:
    """Whether a program must decide in a game, as the list of games has it."""
    kinds = {seat.name: seat.kind for seat in kept.seats}
    if kept.over or missing(kept.seats):
        return False
    return any(kinds.get(name, PERSON) != PERSON for name in kept.to_act)


def seat_to_play(table: GameTable, to_act: set[str]) -> Seat | None:
    """The first of those who must decide, where that is a program."""
    first = next((seat for seat in table.seats if seat.name in to_act), None)
    return first if first is not None and first.kind != PERSON else None
