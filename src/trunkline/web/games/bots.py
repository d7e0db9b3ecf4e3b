"""Bots in seats. They make one entry at a time, through the same methods as people."""

from __future__ import annotations

import contextlib
import itertools
import logging
import queue
import threading
import time
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from trunkline.engine.kernel import state as states
from trunkline.game.actions import AnyAction, validated
from trunkline.players import STALLED
from trunkline.players.random_player import RandomPlayer
from trunkline.players.registry import CLERK, RANDOM
from trunkline.web.errors import ActionRefused, GameNotFound, NotPossible, StaleVersion
from trunkline.web.games.bot_process import BotFailure, BotProcess
from trunkline.web.games.bot_worker import Question
from trunkline.web.games.game_cache import GameCache
from trunkline.web.games.hosted_game import HostedGame, MomentView
from trunkline.web.games.naming import open_seats
from trunkline.web.games.repository import GameRow, StorageUnavailable
from trunkline.web.schemas.log import PERSON, Seat

log = logging.getLogger(__name__)
PAUSE = 0.5
"""Seconds before a retry if the store could not be written."""
IDLE = 300.0
"""Idle seconds after which the processes of bots are closed."""
STOP, FIRST, LATER = range(3)
"""Priorities: first the stop signal, then games with people, then games with bots only."""


class _Waiting(NamedTuple):
    rank: int
    order: int
    game: str


class BotRunner:
    """Threads that play for bots.

    Each thread can use a separate process, which starts when the running ones are busy. If a bot fails, a
    ``clerk`` makes that one decision, and if it fails too, a random choice is made.
    """

    def __init__(
        self, games: GameCache, delay: float = 0.0, programs: Mapping[str, str] | None = None
    ) -> None:
        """Set up the threads.

        ``programs`` maps names of bots to those that replace them, as ``module:Class``.
        """
        self._games = games
        self._delay = delay
        self._programs = programs or {}
        self._waiting: queue.PriorityQueue[_Waiting] = queue.PriorityQueue()
        self._order = itertools.count()
        self._queued: set[str] = set()
        self._playing: set[str] = set()
        self._lock = threading.Lock()
        self._random_play_lock = threading.Lock()
        """The lock for random play, which runs in this process and must not occupy it fully."""
        self._stop = threading.Event()
        self._processes = [
            BotProcess(games.limits.bot_cpu_seconds) for _ in range(games.limits.bot_processes)
        ]
        # Use the most recently used process first: it is already running.
        self._free: queue.LifoQueue[BotProcess] = queue.LifoQueue()
        for process in self._processes:
            self._free.put(process)
        self._threads = [
            threading.Thread(target=self._work, name=f"bots-{number}", daemon=True)
            for number in range(len(self._processes))
        ]

    def start(self) -> None:
        """Start the threads."""
        for thread in self._threads:
            thread.start()

    @property
    def active_count(self) -> int:
        """The number of bots that are thinking."""
        return len(self._playing)

    def queue_waiting_games(self) -> None:
        """Continue the games that were waiting for a bot when another process stopped."""
        for row in self._games.store.games():
            if waits_for_program(row):
                self.wake(row.id)

    def stop(self) -> None:
        """Finish the current entry and stop. Decisions in progress are repeated later."""
        self._stop.set()
        for process in self._processes:
            self._put("", STOP)
            process.close()
        for thread in self._threads:
            if thread.is_alive():
                thread.join(timeout=10)

    def wake(self, game: str) -> None:
        """Queue a game that has a new entry, if a bot may have to decide."""
        if not self._games.store.is_elected or self._games.has_people_only(game):
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
                self._close_idle()
                continue
            if rank == STOP:
                return
            process = self._free.get()
            again = self._play_turn(process, game, rank)
            if self._stop.is_set():
                process.close()
            # Free the process before queueing the game, so that the next turn gets the same process.
            self._free.put(process)
            if again is not None:
                self._put(game, again)

    def _close_idle(self) -> None:
        """Close the idle processes."""
        free: list[BotProcess] = []
        with contextlib.suppress(queue.Empty):
            while True:
                free.append(self._free.get_nowait())
        for process in free:
            process.close()
            self._free.put(process)

    def _play_turn(self, process: BotProcess, game: str, rank: int) -> int | None:
        """Play one entry of a game, so that long turns do not delay other games.

        Returns the priority at which the game waits again, or None if it does not.
        """
        with self._lock:
            self._queued.discard(game)
            self._playing.add(game)
        later = False
        try:
            hosted_game = self._games[game]
            later = rank == FIRST and not hosted_game.people
            # A new entry notifies ``wake``, which queues the game again.
            if not later and self._play(hosted_game, process):
                self._stop.wait(self._delay)
        except (GameNotFound, NotPossible):
            pass
        except StaleVersion:
            self.wake(game)
        except StorageUnavailable:
            time.sleep(PAUSE)
            self.wake(game)
        except Exception:
            # A failure in one game must not stop the others.
            log.exception("The programs of game %s failed", game)
        with self._lock:
            self._playing.discard(game)
            if not later and game not in self._queued:
                return None
            self._queued.add(game)
        return LATER if later else FIRST

    def _play(self, hosted_game: HostedGame, process: BotProcess) -> bool:
        """Play one entry for a bot that must decide. Return False if no bot must.

        Raises ``StaleVersion`` if another entry was made first.
        """
        if not self._games.store.is_elected or open_seats(hosted_game.seats):
            return False
        moment_view = hosted_game.view_at()
        seat = seat_to_play(hosted_game, moment_view.game.to_act)
        if moment_view.game.over or moment_view.moment.passes(STALLED) == STALLED:
            return False
        if seat is None:
            thoughtful = [seat for seat in hosted_game.seats if seat.kind not in (PERSON, RANDOM)]
            if thoughtful:
                # While people think, start the process for the next decision and let it warm up on this
                # position.
                program = next(self._bots_to_try(thoughtful[0]))
                process.begin(_question(program, moment_view, thoughtful[0], min(moment_view.game.to_act)))
            return False
        note = ""
        for program in self._bots_to_try(seat):
            try:
                action = self._decide(program, moment_view, seat, process)
                if self._stop.is_set():
                    return False
                hosted_game.act(moment_view.version, action, note)
            except (BotFailure, ActionRefused) as error:
                if self._stop.is_set():
                    return False
                log.error("The %s of %s in game %s failed: %s", program, seat.name, hosted_game.id, error)
                failed = f"{seat.name}'s {seat.kind} has failed here"
                note = (
                    f"{failed}, and so has a clerk: chance decides" if note else f"{failed}: a clerk decides"
                )
            else:
                return True
        return False

    def _bots_to_try(self, seat: Seat) -> Iterator[str]:
        """Yield the bot of a seat, then the fallbacks."""
        yield self._programs.get(seat.kind, seat.kind)
        yield CLERK
        # Random play cannot fail.
        yield RANDOM

    def _decide(self, program: str, moment_view: MomentView, seat: Seat, process: BotProcess) -> AnyAction:
        if program == RANDOM:
            with self._random_play_lock:
                return validated(
                    RandomPlayer(seat.seed + moment_view.version + 1).choose(moment_view.game, seat.name)
                )
        return process.ask(_question(program, moment_view, seat, seat.name))


def _question(program: str, moment_view: MomentView, seat: Seat, player: str) -> Question:
    state = states.encode(moment_view.game.state)
    return Question(program, seat.seed, player, moment_view.game.options, state)


def waits_for_program(row: GameRow) -> bool:
    """Return whether a bot must decide in a game, according to its stored row."""
    kinds = {seat.name: seat.kind for seat in row.seats}
    if row.over or open_seats(row.seats):
        return False
    return any(kinds.get(name, PERSON) != PERSON for name in row.to_act)


def seat_to_play(hosted_game: HostedGame, to_act: set[str]) -> Seat | None:
    """Return the first seat that must decide, if a bot plays it."""
    first = next((seat for seat in hosted_game.seats if seat.name in to_act), None)
    return first if first is not None and first.kind != PERSON else None
