"""Scheduling of requests on threads and worker processes.

The event loop never blocks. Short reads and short writes run on separate thread pools. Long work runs in
lower-priority processes (``jobs``), because one busy thread would slow down the others.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar
from weakref import WeakKeyDictionary

import anyio
from anyio import BrokenWorkerProcess, CapacityLimiter, to_process, to_thread

from trunkline.players.registry import BUILT_IN
from trunkline.web.errors import Conflict, Overloaded
from trunkline.web.games import files, jobs
from trunkline.web.games.admission import OURS, RequestQueue
from trunkline.web.games.game_cache import GameCache
from trunkline.web.games.hosted_game import HostedGame, MomentView
from trunkline.web.games.jobs import ReplayPlan
from trunkline.web.games.limits import Limits
from trunkline.web.games.log_entries import BATCH
from trunkline.web.schemas.log import PERSON, Made

T = TypeVar("T")
Given = TypeVar("Given")
log = logging.getLogger(__name__)
Ways = Callable[[HostedGame], ReplayPlan | None]
"""Functions that return the replay required before a game can be used, or None."""


class Dispatcher:
    """The scheduler of requests. In all methods, ``who`` identifies the client for fair queueing."""

    def __init__(self, tables: GameCache, limits: Limits, programs: Iterable[str] = ()) -> None:
        """Set up the queues. ``programs`` are the names of additional bots."""
        self.tables = tables
        self.programs = tuple(name for name in programs if name not in BUILT_IN)
        self._limits = limits
        many, few = limits.waiting, limits.waiting_long
        self._looking = RequestQueue(
            limits.looking, limits.looking // 2, waiting=many, in_all=4 * many, seconds=1
        )
        self._acting = RequestQueue(
            limits.acting, limits.acting // 2, waiting=many, in_all=4 * many, seconds=1
        )
        self.long = RequestQueue(limits.processes, 1, waiting=few, in_all=10 * few, seconds=3)
        self._room = CapacityLimiter(math.inf)
        """An unlimited limiter, because the queues already limit the number of threads."""
        self._recalling: WeakKeyDictionary[HostedGame, anyio.Lock] = WeakKeyDictionary()

    @property
    def lanes(self) -> dict[str, RequestQueue]:
        """The queues by name."""
        return {"looking": self._looking, "acting": self._acting, "long": self.long}

    def admitted(self, kind: str) -> str:
        """Return the name of the player for a seat. Raises ``Conflict`` if there is no such bot."""
        known = (PERSON, *BUILT_IN, *self.programs)
        if kind not in known:
            raise Conflict(f"There is no program {kind!r}; there are {', '.join(known[1:])}.")
        return kind

    # -- short work

    async def look(self, who: str, do: Callable[[], T]) -> T:
        """Run a function that only reads."""
        async with self._looking.turn(who):
            return await self._on_a_thread(do)

    async def act(self, who: str, do: Callable[[], T]) -> T:
        """Run a function that writes."""
        async with self._acting.turn(who):
            return await self._on_a_thread(do)

    async def seen(self, who: str, id: str, at: int | None, do: Callable[[MomentView], T]) -> T:
        """Run a function on a moment of a game."""
        return await self._near(
            self.look, who, id, lambda table: table.far(at), lambda table: do(table.seen(at))
        )

    async def acted(self, who: str, id: str, do: Callable[[HostedGame], T], ways: Ways = HostedGame.far) -> T:
        """Run a function that changes a game."""
        return await self._near(self.act, who, id, ways, do)

    # -- work that may be long

    async def take_in(self, who: str, data: bytes) -> Made:
        """Create a game from a file."""
        longest = self._limits.longest
        if len(data) <= self._limits.small:
            return await self.look(who, lambda: self.tables.bring(files.imported(data, longest)))
        async with self.long.turn(who):
            begun = await self._elsewhere(jobs.import_game, data, longest)
            return await self._on_a_thread(lambda: self.tables.bring(begun))

    async def branch(self, who: str, id: str, at: int) -> Made:
        """Create a sandbox that starts with the actions of a game up to a moment."""
        seen = await self.seen(who, id, at, lambda seen: seen)
        if seen.moment.depth <= BATCH:
            return await self.act(who, lambda: self.tables.branch(seen))
        async with self.long.turn(who):
            return await self._on_a_thread(lambda: self.tables.branch(seen))

    async def write_out(self, who: str, id: str, at: int | None, kind: str) -> bytes:
        """Export a game as a file."""
        way = await self.seen(who, id, at, lambda seen: seen.table.replays.whole(seen.moment))
        if len(way.data) <= self._limits.export:
            return await self.look(who, lambda: jobs.export_game(way, kind))
        async with self.long.turn(who):
            return await self._elsewhere(jobs.export_game, way, kind)

    async def along(self, who: str, seen: MomentView, make: jobs.Along[T]) -> T:
        """Run a module-level function on all positions up to a moment."""
        way = await self.look(who, lambda: seen.table.replays.steps(seen.moment))
        if not isinstance(way, ReplayPlan):
            return await self.look(who, lambda: make(seen.game.options, way))
        async with self.long.turn(who):
            return await self._elsewhere(jobs.along, way, make)

    async def apart(self, who: str, seen: MomentView, make: jobs.Along[T]) -> T:
        """Run a slow module-level function on a line of play, always in a worker process."""
        way = await self.look(who, lambda: seen.table.replays.whole(seen.moment))
        async with self.long.turn(who):
            return await self._elsewhere(jobs.along, way, make)

    async def about(self, who: str, seen: MomentView, make: jobs.Along[T]) -> T:
        """Run a slow module-level function on one moment, in a worker process."""
        way = await self.look(who, lambda: seen.table.replays.single(seen.moment))
        async with self.long.turn(who):
            return await self._elsewhere(jobs.along, way, make)

    async def aside(self, who: str, work: Callable[[Given], T], piece: Given) -> T:
        """Run a slow module-level function on plain data, in a worker process."""
        async with self.long.turn(who):
            return await self._elsewhere(work, piece)

    # -- worker processes

    async def _near(
        self,
        lane: Callable[
            [str, Callable[[], tuple[HostedGame, list[T]]]], Awaitable[tuple[HostedGame, list[T]]]
        ],
        who: str,
        id: str,
        ways: Ways,
        do: Callable[[HostedGame], T],
    ) -> T:
        """Run a function on a game, after a replay in a worker process if one is required."""

        def at_once() -> tuple[HostedGame, list[T]]:
            table = self.tables[id]
            return table, [] if ways(table) else [do(table)]

        table, done = await lane(who, at_once)
        if not done:
            await self._recall(who, table, ways)
            table, done = await lane(who, lambda: (table, [do(table)]))
        return done[0]

    async def _recall(self, who: str, table: HostedGame, ways: Ways) -> None:
        # Of several clients that need the same replay, the first one starts it and the others wait.
        async with self._recalling.setdefault(table, anyio.Lock()):
            way = await self.look(who, lambda: ways(table))
            if way is not None:
                async with self.long.turn(who):
                    found = await self._elsewhere(jobs.recall, way)
                await self.look(who, lambda: table.replays.remember(found))

    async def _on_a_thread(self, do: Callable[[], T]) -> T:
        return await to_thread.run_sync(do, limiter=self._room)

    async def _elsewhere(self, job: Callable[..., T], *args: object) -> T:
        """Run a job in a worker process.

        Raises ``Conflict`` on a timeout and ``Overloaded`` if the process dies.
        """
        try:
            with anyio.fail_after(self._limits.patience):
                return await to_process.run_sync(
                    jobs.at_low_priority, job, *args, cancellable=True, limiter=self._room
                )
        except TimeoutError as error:
            raise Conflict(
                f"This took longer than {self._limits.patience} seconds, and was given up."
            ) from error
        except BrokenWorkerProcess as error:
            log.error("A process ended while it worked on %s", job.__name__, exc_info=error)
            raise Overloaded("The process that worked on this has ended: try again.", OURS, 3) from error
