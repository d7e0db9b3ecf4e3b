"""The thread that acts for auto-actions and passes for people who can only pass."""

from __future__ import annotations

import heapq
import itertools
import logging
import random
import threading
import time
from collections.abc import Callable
from typing import NamedTuple

from trunkline.game.actions import AnyAction, Pass, validated
from trunkline.game.auto_actions import Stop, decide, only_pass
from trunkline.web.auto_actions.guards import Ended, as_ended, follow
from trunkline.web.auto_actions.repository import AutoActions, Standing, StoredAutoAction
from trunkline.web.database.pool import Unavailable
from trunkline.web.errors import ActionRefused, GameNotFound, NotPossible, StaleVersion
from trunkline.web.games.game_cache import GameCache
from trunkline.web.games.hosted_game import HostedGame, MomentView
from trunkline.web.games.naming import open_seats
from trunkline.web.games.repository import StorageUnavailable

log = logging.getLogger(__name__)
RETRY = 0.5
"""Seconds before a retry if the database is unavailable."""


class _Choice(NamedTuple):
    """An action to take, and the auto-action that takes it; None if the person can only pass."""

    row: StoredAutoAction | None
    action: AnyAction


class _Wait(NamedTuple):
    """The end of the pause before the next action of a game, at a version."""

    version: int
    due: float


class AutoActionRunner:
    """A thread that acts at most once at each version of a game, in the process that is elected for bots."""

    def __init__(
        self,
        games: GameCache,
        auto_actions: AutoActions | None,
        pause: float = 0.0,
    ) -> None:
        """Set up the thread.

        Args:
            games: The games of the server.
            auto_actions: The stored auto-actions. None on a server without accounts.
            pause: The mean pause in seconds before an automatic action, of any kind.
        """
        self._games = games
        self._auto_actions = auto_actions
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
        found = set(self._auto_actions.games_with_active()) if self._auto_actions else set()
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
        rows = self._auto_actions.active(game) if self._auto_actions else []
        if not rows and not self._has_auto_pass(game):
            return
        hosted = self._games[game]
        if hosted.broken:
            return
        view = hosted.view_at()
        active = self._follow(hosted, rows, view.version)
        choice = self._choice(hosted, view, active)
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

    def _follow(
        self, hosted: HostedGame, rows: list[StoredAutoAction], version: int
    ) -> list[StoredAutoAction]:
        """Let the guards of auto-actions see the new entries. Return those that are still active.

        An auto-action that its owner cancels meanwhile does not act: ``AutoActions.act`` checks it.
        """
        active: list[StoredAutoAction] = []
        for row in rows:
            ended, acted = follow(hosted, row, version)
            known = row._replace(acted=acted, seen=version)
            if ended is not None:
                self._end(known, ended)
            else:
                active.append(known)
        if self._auto_actions is not None and any(row.seen < version for row in rows):
            self._auto_actions.see(active)
        return active

    def _choice(self, hosted: HostedGame, view: MomentView, rows: list[StoredAutoAction]) -> _Choice | None:
        if open_seats(hosted.seats):
            return None
        for row in rows:
            found = decide(view.game, row.auto_action)
            if isinstance(found, Stop):
                self._end(row, as_ended(found, view.version))
            elif found is not None:
                return _Choice(row, validated(found))
        if self._has_auto_pass(hosted.id) and hosted.has_begun:
            for player in sorted(view.game.to_act & hosted.people):
                if only_pass(view.game, player):
                    return _Choice(None, Pass(player))
        return None

    def _act(self, hosted: HostedGame, version: int, choice: _Choice) -> None:
        row = choice.row
        if row is not None:
            assert self._auto_actions is not None
            if not self._auto_actions.act(row, version):
                self._put(hosted.id, 0.0)
                return
        try:
            hosted.act(version, choice.action)
        except StaleVersion:
            self._put(hosted.id, 0.0)
        except ActionRefused as error:
            if row is None:
                raise
            self._end(row, Ended(Standing.STOPPED, str(error), version))

    def _end(self, row: StoredAutoAction, ended: Ended) -> None:
        """Store the end of an auto-action. Its owner gets a notice."""
        assert self._auto_actions is not None
        self._auto_actions.end(row, ended.standing, ended.reason, ended.version, row.acted)
