"""Replays of a game that are long enough for a worker process, and those short enough to make here."""

from __future__ import annotations

from collections.abc import Container, Sequence
from threading import RLock

from trunkline.engine.kernel.options import Options
from trunkline.web.games.game_tree import GameTree, Moment, ReachedMoment
from trunkline.web.games.jobs import ReplayPlan


class ReplayPlanner:
    """The planner of replays of one game. It shares the lock of the game.

    Args:
        options: The options of the game.
        tree: The moments of the game.
        lock: The lock of the game.
        short_replay: The maximum number of actions of a short replay.
    """

    def __init__(self, options: Options, tree: GameTree, lock: RLock, short_replay: int) -> None:
        self._options = options
        self._tree = tree
        self._lock = lock
        self._short_replay = short_replay

    def plan_if_long(self, moment: Moment) -> ReplayPlan | None:
        """Return the replay up to a moment if it is long. Else None."""
        with self._lock:
            path = self._tree.replay_path(moment)
            if len(path) <= self._short_replay:
                return None
            assert path[0].parent is not None
            return self._plan(path[0].parent, path)

    def plan_full(self, moment: Moment) -> ReplayPlan:
        """Return the replay from the start to a moment."""
        with self._lock:
            start, *path = self._tree.path(moment)
            return self._plan(start, path)

    def plan_single(self, moment: Moment) -> ReplayPlan:
        """Return a single moment as data for a worker process."""
        with self._lock:
            self._tree.state(moment)
            return self._plan(moment, [])

    def list_positions_or_plan(
        self, moment: Moment, known: Container[int] = ()
    ) -> list[ReachedMoment] | ReplayPlan:
        """Return the positions from the start to a moment, or the replay to make if it is long.

        ``known`` are moments whose positions are not needed. The last of them before the first other one is
        the first position then, unless the replay to it is long.
        """
        with self._lock:
            path = self._tree.path(moment)
            place = next((place for place, each in enumerate(path) if each.number not in known), len(path))
            begin = max(0, place - 1)
            if self.plan_if_long(path[begin]) is None:
                path = path[begin:]
            if sum(each.state is None for each in path) > self._short_replay:
                return self._plan(path[0], path[1:])
            return self.list_positions(path)

    def list_positions(self, path: Sequence[Moment]) -> list[ReachedMoment]:
        """Return the positions along a path, replayed in this process."""
        with self._lock:
            return [
                ReachedMoment(each.number, each.action() if each.parent else None, self._tree.state(each))
                for each in path
            ]

    def store_states(self, found: dict[int, bytes]) -> None:
        """Store positions that a worker process has replayed, by moment."""
        with self._lock:
            for number, encoded_state in found.items():
                self._tree.store_state(number, encoded_state)

    def _plan(self, start: Moment, path: Sequence[Moment]) -> ReplayPlan:
        return ReplayPlan(
            self._options,
            start.number,
            self._tree.encode_state(start),
            [moment.number for moment in path],
            [moment.data for moment in path],
        )
