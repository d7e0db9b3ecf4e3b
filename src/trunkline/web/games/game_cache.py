"""The games of a store, with the most recently used ones in memory."""

from __future__ import annotations

import contextlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any
from weakref import WeakValueDictionary

import msgspec

from trunkline.engine.kernel.options import Options
from trunkline.game import Game
from trunkline.util.messages import gettext, gettext_noop
from trunkline.web.errors import GameNotFound, NotPossible
from trunkline.web.games.game_tree import GameTree
from trunkline.web.games.hosted_game import HostedGame, MomentView
from trunkline.web.games.limits import USUAL, Limits
from trunkline.web.games.log_entries import (
    ImportedGame,
    ending_of,
    players_to_act,
    round_to_store,
    snapshot,
    winners_of,
)
from trunkline.web.games.names import draw_seed
from trunkline.web.games.repository import NO_WISHES, ExpiryTimes, GameRepository, Start
from trunkline.web.schemas.log import EntryOutcome, Made, Origin, Seat, Wishes

NO_SUCH_GAME = gettext_noop("There is no such game.")


class GameCache:
    """The games of a store, with the most recently used ones in memory."""

    def __init__(self, store: GameRepository, limits: Limits = USUAL) -> None:
        self.store = store
        self.limits = limits
        self.on_entry_added: Callable[[str], None] = lambda id: None
        """The callback for a game that has a new entry."""
        self._lock = threading.Lock()
        self._loading: dict[str, threading.Lock] = {}
        self._recent: OrderedDict[str, HostedGame] = OrderedDict()
        # A thread may still use a game that is no longer among the latest. It must get the same object
        # again.
        self._alive: WeakValueDictionary[str, HostedGame] = WeakValueDictionary()

    def __getitem__(self, id: str) -> HostedGame:
        """Return the game with this id. Raises ``GameNotFound``."""
        found = self._find(id)
        if found is None:
            with self._lock:
                loading = self._loading.setdefault(id, threading.Lock())
            try:
                with loading:
                    found = self._find(id) or self._remember(self._load(id))
            finally:
                with self._lock:
                    self._loading.pop(id, None)
        if not self.store.is_only_process:
            # A client may know an entry from another process, so it must be visible here too. Read the known
            # version first, because it may grow during the query.
            known, version = found.version, self.store.version(id)
            if version < known:
                # The log only grows, so a lower version means that the game was deleted.
                self._forget(id)
                raise GameNotFound(gettext(NO_SUCH_GAME))
            found.catch_up(version)
        return found

    @property
    def loaded_count(self) -> int:
        """The number of games in memory."""
        with self._lock:
            return len(self._alive)

    def has_people_only(self, id: str) -> bool:
        """Return whether a game is in memory and only people play in it."""
        with self._lock:
            hosted_game = self._alive.get(id)
        return hosted_game is not None and len(hosted_game.people) == len(hosted_game.seats)

    def catch_up_to(self, id: str, version: int) -> bool:
        """Follow a game to a version written by another process. Return whether the game is in memory."""
        with self._lock:
            hosted_game = self._alive.get(id)
        if hosted_game is None:
            return False
        hosted_game.catch_up(version)
        return True

    def catch_up(self) -> None:
        """Follow the entries that other processes may have written to the games in memory."""
        with self._lock:
            loaded = list(self._alive.values())
        for hosted_game in loaded:
            # An error is reported to the next request for that game.
            with contextlib.suppress(NotPossible):
                hosted_game.catch_up(self.store.version(hosted_game.id))

    def expire(self, before: ExpiryTimes) -> int:
        """Permanently delete some games without entries since these times. Return the number deleted."""
        expired = self.store.expire(before)
        for id in expired:
            self._forget(id)
        return len(expired)

    def rank(self, id: str) -> None:
        """Store the result of an old game that has none. The game is not kept in memory.

        Raises ``GameNotFound`` and ``NotPossible``.
        """
        self._load(id).view_at()

    def create(
        self,
        options: Options,
        seats: Sequence[Seat],
        wishes: Wishes = NO_WISHES,
        rematch_of: str | None = None,
        also: Callable[[Any, str], None] | None = None,
        start: Start | None = None,
    ) -> Made:
        """Create a game. For a rematch that already exists, return that one.

        ``also`` writes more in the same transaction, with its connection and the id of the game.
        """
        history = GameTree(options)
        game = Game.at_state(options, history.state(history.start))
        first = EntryOutcome(
            next_round=round_to_store(game.state), to_act=players_to_act(game), over=game.over
        )
        return self._report_created(
            self.store.create(options, seats, first, game.over, wishes, rematch_of, also, start), 0
        )

    def import_game(self, imported: ImportedGame, start: Start | None = None) -> Made:
        """Create a game from imported actions, or that of a lesson or a puzzle. People play all seats."""
        seats = [Seat(name, seed=draw_seed()) for name in imported.options.players]
        made = self._report_created(self.store.import_game(imported, seats, start), imported.snapshot.number)
        return msgspec.structs.replace(made, note=imported.note)

    def branch(self, moment_view: MomentView) -> Made:
        """Create a sandbox from the actions up to a moment of a game. People play all its seats."""
        hosted_game = moment_view.hosted_game
        hosted_game.check_past()
        # A game that was ended by agreement continues in a sandbox.
        state = hosted_game.state(moment_view.moment)
        numbers = [moment.number for moment in hosted_game.path(moment_view.moment)[1:]]
        game = Game.at_state(hosted_game.options, state)
        last = EntryOutcome(
            next_round=round_to_store(state),
            to_act=players_to_act(game),
            over=state.over,
            winners=winners_of(game),
            ending=ending_of(game),
        )
        last_snapshot = snapshot(hosted_game.title, len(numbers), state)
        # Use new seeds: a bot in the sandbox must not reveal the random choices of the bot in the game.
        seats = [Seat(seat.name, seed=draw_seed()) for seat in hosted_game.seats]
        origin = Origin(hosted_game.id, moment_view.at)
        id = self.store.branch(hosted_game.row, numbers, seats, origin, last, last_snapshot, state.over)
        return self._report_created(id, len(numbers))

    def _report_created(self, id: str, version: int) -> Made:
        self.on_entry_added(id)
        return Made(id, version)

    def _load(self, id: str) -> HostedGame:
        stored = self.store.load(id)
        if stored is None:
            raise GameNotFound(gettext(NO_SUCH_GAME))
        return HostedGame(stored, self.store, self.on_entry_added, self.limits)

    def _forget(self, id: str) -> None:
        with self._lock:
            self._recent.pop(id, None)
            self._alive.pop(id, None)

    def _find(self, id: str) -> HostedGame | None:
        with self._lock:
            hosted_game = self._alive.get(id)
            if hosted_game is not None:
                self._recent[id] = hosted_game
                self._recent.move_to_end(id)
            return hosted_game

    def _remember(self, hosted_game: HostedGame) -> HostedGame:
        with self._lock:
            self._alive[hosted_game.id] = hosted_game
            self._recent[hosted_game.id] = hosted_game
            entries = sum(each.version for each in self._recent.values())
            while len(self._recent) > 1 and (
                len(self._recent) > self.limits.games or entries > self.limits.cached_entries
            ):
                entries -= self._recent.popitem(last=False)[1].version
        return hosted_game
