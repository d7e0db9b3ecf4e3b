"""Scheduling of requests on threads and worker processes.

The event loop never blocks. Short reads and short writes run on separate thread pools. Long work runs in
lower-priority processes (``jobs``), because one busy thread would slow down the others.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Awaitable, Callable, Container, Iterable
from typing import TypeVar
from weakref import WeakKeyDictionary

import anyio
from anyio import BrokenWorkerProcess, CapacityLimiter, to_process, to_thread

from trunkline.players.registry import BUILT_IN
from trunkline.util.messages import gettext, language
from trunkline.web.errors import NotPossible, Overloaded
from trunkline.web.games import files, jobs
from trunkline.web.games.admission import SERVICE_UNAVAILABLE, RequestQueue
from trunkline.web.games.game_cache import GameCache
from trunkline.web.games.hosted_game import HostedGame, MomentView
from trunkline.web.games.jobs import ReplayPlan
from trunkline.web.games.limits import Limits
from trunkline.web.games.log_entries import BATCH
from trunkline.web.schemas.log import PERSON, Made

T = TypeVar("T")
Argument = TypeVar("Argument")
log = logging.getLogger(__name__)
ReplayNeeded = Callable[[HostedGame], ReplayPlan | None]
"""A function that returns the replay that a game needs first, or None."""


class Dispatcher:
    """The scheduler of requests. In all methods, ``client_key`` identifies the client for fair queueing."""

    def __init__(self, games: GameCache, limits: Limits, programs: Iterable[str] = ()) -> None:
        """Set up the queues. ``programs`` are the names of additional bots."""
        self.games = games
        self.programs = tuple(name for name in programs if name not in BUILT_IN)
        self._limits = limits
        many, few = limits.waiting, limits.waiting_long
        self._reads = RequestQueue(
            limits.read_threads, limits.read_threads // 2, max_waiting=many, total=4 * many, retry_after=1
        )
        self._writes = RequestQueue(
            limits.write_threads, limits.write_threads // 2, max_waiting=many, total=4 * many, retry_after=1
        )
        self.long_jobs = RequestQueue(limits.processes, 1, max_waiting=few, total=10 * few, retry_after=3)
        self._unlimited = CapacityLimiter(math.inf)
        """An unlimited limiter, because the queues already limit the number of threads."""
        self._replay_locks: WeakKeyDictionary[HostedGame, anyio.Lock] = WeakKeyDictionary()

    @property
    def queues(self) -> dict[str, RequestQueue]:
        """The queues by name."""
        return {"looking": self._reads, "acting": self._writes, "long": self.long_jobs}

    def check_seat_kind(self, kind: str) -> str:
        """Return the kind of player for a seat. Raises ``NotPossible`` if there is no such bot."""
        known = (PERSON, *BUILT_IN, *self.programs)
        if kind not in known:
            raise NotPossible(
                gettext(
                    "There is no program {kind!r}; there are {known}.", kind=kind, known=", ".join(known[1:])
                )
            )
        return kind

    # -- short work

    async def read(self, client_key: str, do: Callable[[], T]) -> T:
        """Run a function that only reads."""
        async with self._reads.slot(client_key):
            return await self._run_in_thread(do)

    async def write(self, client_key: str, do: Callable[[], T]) -> T:
        """Run a function that writes."""
        async with self._writes.slot(client_key):
            return await self._run_in_thread(do)

    async def read_moment(self, client_key: str, id: str, at: int | None, do: Callable[[MomentView], T]) -> T:
        """Run a function on a moment of a game."""
        return await self._run_after_replay(
            self.read,
            client_key,
            id,
            lambda hosted_game: hosted_game.long_replay(at),
            lambda hosted_game: do(hosted_game.view_at(at)),
        )

    async def write_game(
        self,
        client_key: str,
        id: str,
        do: Callable[[HostedGame], T],
        replay_needed: ReplayNeeded = HostedGame.long_replay,
    ) -> T:
        """Run a function that changes a game."""
        return await self._run_after_replay(self.write, client_key, id, replay_needed, do)

    # -- work that may be long

    async def import_file(self, client_key: str, data: bytes) -> Made:
        """Create a game from a file."""
        longest = self._limits.max_entries
        if len(data) <= self._limits.small_file:
            return await self.read(
                client_key, lambda: self.games.import_game(files.import_game(data, longest))
            )
        async with self.long_jobs.slot(client_key):
            imported = await self._run_job(jobs.import_game, data, longest)
            return await self._run_in_thread(lambda: self.games.import_game(imported))

    async def branch(self, client_key: str, id: str, at: int) -> Made:
        """Create a sandbox that starts with the actions of a game up to a moment."""
        moment_view = await self.read_moment(client_key, id, at, lambda moment_view: moment_view)
        if moment_view.moment.depth <= BATCH:
            return await self.write(client_key, lambda: self.games.branch(moment_view))
        async with self.long_jobs.slot(client_key):
            return await self._run_in_thread(lambda: self.games.branch(moment_view))

    async def export_file(self, client_key: str, id: str, at: int | None, kind: str) -> bytes:
        """Export a game as a file."""

        def planned(moment_view: MomentView) -> ReplayPlan:
            moment_view.hosted_game.check_past()
            return moment_view.hosted_game.replays.plan_full(moment_view.moment)

        plan = await self.read_moment(client_key, id, at, planned)
        if len(plan.data) <= self._limits.export:
            return await self.read(client_key, lambda: jobs.export_game(plan, kind))
        return await self._run_long_job(client_key, jobs.export_game, plan, kind)

    async def run_on_line(
        self,
        client_key: str,
        moment_view: MomentView,
        make: jobs.LineFunction[T],
        known: Container[int] = (),
    ) -> T:
        """Run a module-level function on all positions up to a moment.

        If the function needs no positions of ``known`` moments, it gets only the last one of them and those
        after it.
        """
        replays = moment_view.hosted_game.replays
        plan = await self.read(client_key, lambda: replays.list_positions_or_plan(moment_view.moment, known))
        if not isinstance(plan, ReplayPlan):
            return await self.read(client_key, lambda: make(moment_view.game.options, plan))
        return await self._run_long_job(client_key, jobs.run_on_line, plan, make)

    async def run_on_line_in_worker(
        self, client_key: str, moment_view: MomentView, make: jobs.LineFunction[T]
    ) -> T:
        """Run a slow module-level function on a line of play, always in a worker process."""
        plan = await self.read(
            client_key, lambda: moment_view.hosted_game.replays.plan_full(moment_view.moment)
        )
        return await self._run_long_job(client_key, jobs.run_on_line, plan, make)

    async def run_on_moment_in_worker(
        self, client_key: str, moment_view: MomentView, make: jobs.LineFunction[T]
    ) -> T:
        """Run a slow module-level function on one moment, in a worker process."""
        plan = await self.read(
            client_key, lambda: moment_view.hosted_game.replays.plan_single(moment_view.moment)
        )
        return await self._run_long_job(client_key, jobs.run_on_line, plan, make)

    async def run_in_worker(self, client_key: str, work: Callable[[Argument], T], argument: Argument) -> T:
        """Run a slow module-level function on plain data, in a worker process."""
        return await self._run_long_job(client_key, work, argument)

    # -- worker processes

    async def _run_after_replay(
        self,
        queue: Callable[
            [str, Callable[[], tuple[HostedGame, list[T]]]], Awaitable[tuple[HostedGame, list[T]]]
        ],
        client_key: str,
        id: str,
        replay_needed: ReplayNeeded,
        do: Callable[[HostedGame], T],
    ) -> T:
        """Run a function on a game, after a replay in a worker process if one is required."""

        def run_if_ready() -> tuple[HostedGame, list[T]]:
            hosted_game = self.games[id]
            return hosted_game, [] if replay_needed(hosted_game) else [do(hosted_game)]

        hosted_game, done = await queue(client_key, run_if_ready)
        if not done:
            await self._replay(client_key, hosted_game, replay_needed)
            hosted_game, done = await queue(client_key, lambda: (hosted_game, [do(hosted_game)]))
        return done[0]

    async def _replay(self, client_key: str, hosted_game: HostedGame, replay_needed: ReplayNeeded) -> None:
        # Of several clients that need the same replay, the first one starts it and the others wait.
        async with self._replay_locks.setdefault(hosted_game, anyio.Lock()):
            plan = await self.read(client_key, lambda: replay_needed(hosted_game))
            if plan is not None:
                found = await self._run_long_job(client_key, jobs.replay_states, plan)
                await self.read(client_key, lambda: hosted_game.replays.store_states(found))

    async def _run_in_thread(self, do: Callable[[], T]) -> T:
        return await to_thread.run_sync(do, limiter=self._unlimited)

    async def _run_long_job(self, client_key: str, job: Callable[..., T], *args: object) -> T:
        """Wait in the queue of long work, then run a job in a worker process."""
        async with self.long_jobs.slot(client_key):
            return await self._run_job(job, *args)

    async def _run_job(self, job: Callable[..., T], *args: object) -> T:
        """Run a job in a worker process.

        Raises ``NotPossible`` on a timeout and ``Overloaded`` if the process dies.
        """
        try:
            with anyio.fail_after(self._limits.job_seconds):
                return await to_process.run_sync(
                    jobs.at_low_priority, language(), job, *args, cancellable=True, limiter=self._unlimited
                )
        except TimeoutError as error:
            raise NotPossible(
                gettext(
                    "This took longer than {job_seconds} seconds, and was given up.",
                    job_seconds=str(self._limits.job_seconds),
                )
            ) from error
        except BrokenWorkerProcess as error:
            log.error("A process ended while it worked on %s", job.__name__, exc_info=error)
            raise Overloaded(
                gettext("The process that worked on this has ended: try again."), SERVICE_UNAVAILABLE, 3
            ) from error
