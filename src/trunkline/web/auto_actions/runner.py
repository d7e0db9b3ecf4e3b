"""The thread that acts for auto-actions and plans, and passes for people who can only pass."""

from __future__ import annotations

import heapq
import itertools
import logging
import random
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from trunkline.game.actions import Pass
from trunkline.game.auto_actions import only_pass
from trunkline.web.auto_actions.source import Choice, Source
from trunkline.web.database.pool import Unavailable
from trunkline.web.errors import ActionRefused, GameNotFound, NotPossible, StaleVersion
from trunkline.web.games.game_cache import GameCache
from trunkline.web.games.hosted_game import HostedGame, MomentView
from trunkline.web.games.naming import open_seats
from trunkline.web.games.repository import StorageUnavailable

log = logging.getLogger(__name__)
RETRY = 0.5
"""Seconds before a retry if the database is unavailable."""


class _Wait(NamedTuple):
    """The end of the pause before the next action of a game, at a version."""

    version: int
    due: float


class AutoActionRunner:
    """A thread that acts at most once at each version of a game, in the process that is elected for bots."""

    def __init__(
        self,
        games: GameCache,
        sources: Sequence[Source],
        pause: float = 0.0,
    ) -> None:
        """Set up the thread.

        Args:
            games: The games of the server.
            sources: The stored instructions, in the order in which they act. Empty without accounts.
            pause: The mean pause in seconds before an automatic action, of any kind.
        """
        self._games = games
        self._sources = sources
        self.draw_pause: Callable[[], float] = lambda: pause * random.uniform(0.5, 1.5)
        """Draws a pause. Other players could distinguish kinds of automatic action by their pauses."""
        self._condition = threading.Condition()
        self._queue: list[tuple[float, int, str]] = []
        self._order = itertools.count()
        self._waits: dict[str, _Wait] = {}
        self._passes: dict[str, bool] = {}
        """Tables with auto-pass. The setting of a table never changes."""
        self._stopping = False
        self._thread = threading.Thread(target=self._work, name="auto-actions", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Finish the current action and stop."""
        with self._condition:
            self._stopping = True
            self._condition.notify()
        if self._thread.is_alive():
            self._thread.join(timeout=10)

    def wake(self, game: str) -> None:
        """Look at a game that has a new entry or a new auto-action."""
        if self._games.store.is_elected:
            self._put(game, 0.0)

    def queue_waiting_games(self) -> None:
        """Continue the games of a process that has stopped."""
        found = {game for source in self._sources for game in source.games()}
        found |= {row.id for row in self._games.store.games() if row.wishes.auto_pass and not row.over}
        for game in sorted(found):
            self.wake(game)

    def _put(self, game: str, seconds: float) -> None:
        with self._condition:
            heapq.heappush(self._queue, (time.monotonic() + seconds, next(self._order), game))
            self._condition.notify()

    def _work(self) -> None:
        while (game := self._next()) is not None:
            try:
                self._look(game)
            except (StorageUnavailable, Unavailable) as error:
                log.error("Auto-actions of game %s must wait: %s", game, error)
                self._put(game, RETRY)
            except (GameNotFound, NotPossible):
                self._waits.pop(game, None)
            except Exception:
                # The thread must continue for other games.
                log.exception("Auto-actions of game %s failed", game)

    def _next(self) -> str | None:
        """Wait for the next game to look at. Return None to stop."""
        with self._condition:
            while not self._stopping:
                if not self._queue:
                    self._condition.wait()
                    continue
                due, _, game = self._queue[0]
                left = due - time.monotonic()
                if left <= 0:
                    heapq.heappop(self._queue)
                    return game
                self._condition.wait(left)
        return None

    def _look(self, game: str) -> None:
        """Let the guards of a game see its new entries, and act if it is time."""
        if not self._games.store.is_elected:
            return
        active = [(source, rows) for source in self._sources if (rows := source.active(game))]
        if not active and not self._has_auto_pass(game):
            return
        hosted = self._games[game]
        if hosted.broken:
            return
        view = hosted.view_at()
        followed = [(source, source.follow(hosted, rows, view.version)) for source, rows in active]
        choice = self._choice(hosted, view, followed)
        if choice is None:
            self._waits.pop(game, None)
            return
        wait = self._waits.get(game)
        if wait is None or wait.version != view.version:
            wait = self._waits[game] = _Wait(view.version, time.monotonic() + self.draw_pause())
        left = wait.due - time.monotonic()
        if left > 0:
            self._put(game, left)
        else:
            self._act(hosted, view.version, choice)

    def _has_auto_pass(self, game: str) -> bool:
        known = self._passes.get(game)
        if known is None:
            row = self._games.store.game(game)
            # A sandbox belongs to one person, so the settings of the original game do not apply.
            known = self._passes[game] = row is not None and row.origin is None and row.wishes.auto_pass
        return known

    def _choice(
        self, hosted: HostedGame, view: MomentView, followed: Sequence[tuple[Source, Sequence[Any]]]
    ) -> Choice | None:
        if open_seats(hosted.seats):
            return None
        for source, rows in followed:
            for row in rows:
                if (choice := source.choose(hosted, view, row)) is not None:
                    return choice
        if self._has_auto_pass(hosted.id) and hosted.has_begun:
            for player in sorted(view.game.to_act & hosted.people):
                if only_pass(view.game, player):
                    return Choice(Pass(player))
        return None

    def _act(self, hosted: HostedGame, version: int, choice: Choice) -> None:
        if not choice.begin():
            self._put(hosted.id, 0.0)
            return
        try:
            hosted.act(version, choice.action)
        except StaleVersion:
            self._put(hosted.id, 0.0)
        except ActionRefused as error:
            if choice.refused is None:
                raise
            choice.refused(str(error))
