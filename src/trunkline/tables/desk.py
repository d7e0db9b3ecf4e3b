"""Where requests are worked on, so that none holds up another.

The event loop does nothing long. What is short is done on threads: looking has some, acting others. Python
runs one thread at a time, so what is long would slow all of them down: it is done by processes of its own
(``jobs``), which stand back behind this one.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar
from weakref import WeakKeyDictionary

import anyio
from anyio import BrokenWorkerProcess, CapacityLimiter, to_process, to_thread

from trunkline.players.entrants import BUILT_IN
from trunkline.tables import files, jobs
from trunkline.tables.entries import BATCH
from trunkline.tables.errors import Busy, Impossible
from trunkline.tables.games import GameTables
from trunkline.tables.jobs import Way
from trunkline.tables.lanes import OURS, Lane
from trunkline.tables.limits import Limits
from trunkline.tables.records import PERSON, Made
from trunkline.tables.table import GameTable, Seen

T = TypeVar("T")
Given = TypeVar("Given")
log = logging.getLogger(__name__)
Ways = Callable[[GameTable], Way | None]
"""What must be replayed elsewhere before something can be done with a game, if anything."""


class Desk:
    """Takes requests to where they are worked on. ``who`` is the address that a request came from."""

    def __init__(self, tables: GameTables, limits: Limits, programs: Iterable[str] = ()) -> None:
        """``programs`` are the names of those that may take a seat beside our own."""
        self.tables = tables
        self.programs = tuple(name for name in programs if name not in BUILT_IN)
        self._limits = limits
        many, few = limits.waiting, limits.waiting_long
        self._looking = Lane(limits.looking, limits.looking // 2, waiting=many, in_all=4 * many, seconds=1)
        self._acting = Lane(limits.acting, limits.acting // 2, waiting=many, in_all=4 * many, seconds=1)
        self.long = Lane(limits.processes, 1, waiting=few, in_all=10 * few, seconds=3)
        self._room = CapacityLimiter(math.inf)
        """The lanes have counted already."""
        self._recalling: WeakKeyDictionary[GameTable, anyio.Lock] = WeakKeyDictionary()

    @property
    def lanes(self) -> dict[str, Lane]:
        """Where requests are worked on, by name."""
        return {"looking": self._looking, "acting": self._acting, "long": self.long}

    def admitted(self, kind: str) -> str:
        """Who may play a seat. Raises ``Impossible`` where there is no such program here."""
        known = (PERSON, *BUILT_IN, *self.programs)
        if kind not in known:
            raise Impossible(f"There is no program {kind!r}; there are {', '.join(known[1:])}.")
        return kind

    # -- what is short

    async def look(self, who: str, do: Callable[[], T]) -> T:
        """Do something that changes nothing."""
        async with self._looking.turn(who):
            return await self._on_a_thread(do)

    async def act(self, who: str, do: Callable[[], T]) -> T:
        """Do something that is written down."""
        async with self._acting.turn(who):
            return await self._on_a_thread(do)

    async def seen(self, who: str, id: str, at: int | None, do: Callable[[Seen], T]) -> T:
        """Look at a moment of a game."""
        return await self._near(
            self.look, who, id, lambda table: table.far(at), lambda table: do(table.seen(at))
        )

    async def acted(self, who: str, id: str, do: Callable[[GameTable], T], ways: Ways = GameTable.far) -> T:
        """Change a game."""
        return await self._near(self.act, who, id, ways, do)

    # -- what may be long

    async def take_in(self, who: str, data: bytes) -> Made:
        """A new game made of a file."""
        longest = self._limits.longest
        if len(data) <= self._limits.small:
            return await self.look(who, lambda: self.tables.bring(files.imported(data, longest)))
        async with self.long.turn(who):
            begun = await self._elsewhere(jobs.take_in, data, longest)
            return await self._on_a_thread(lambda: self.tables.bring(begun))

    async def branch(self, who: str, id: str, at: int) -> Made:
        """A new game that begins as this one did, up to a moment."""
        seen = await self.seen(who, id, at, lambda seen: seen)
        if seen.moment.depth <= BATCH:
            return await self.act(who, lambda: self.tables.branch(seen))
        async with self.long.turn(who):
            return await self._on_a_thread(lambda: self.tables.branch(seen))

    async def write_out(self, who: str, id: str, at: int | None, kind: str) -> bytes:
        """A game as a file."""
        way = await self.seen(who, id, at, lambda seen: seen.table.whole(seen.moment))
        if len(way.data) <= self._limits.export:
            return await self.look(who, lambda: jobs.write_out(way, kind))
        async with self.long.turn(who):
            return await self._elsewhere(jobs.write_out, way, kind)

    async def along(self, who: str, seen: Seen, make: jobs.Along[T]) -> T:
        """What a function of a module makes of all the positions on the way to a moment."""
        way = await self.look(who, lambda: seen.table.steps(seen.moment))
        if not isinstance(way, Way):
            return await self.look(who, lambda: make(seen.game.options, way))
        async with self.long.turn(who):
            return await self._elsewhere(jobs.along, way, make)

    async def apart(self, who: str, seen: Seen, make: jobs.Along[T]) -> T:
        """What a function of a module makes of a line of play, where that takes long however short it is."""
        way = await self.look(who, lambda: seen.table.whole(seen.moment))
        async with self.long.turn(who):
            return await self._elsewhere(jobs.along, way, make)

    async def about(self, who: str, seen: Seen, make: jobs.Along[T]) -> T:
        """What a function of a module makes of one moment, where that takes long."""
        way = await self.look(who, lambda: seen.table.here(seen.moment))
        async with self.long.turn(who):
            return await self._elsewhere(jobs.along, way, make)

    async def aside(self, who: str, work: Callable[[Given], T], piece: Given) -> T:
        """What a function of a module makes of a piece of plain data, where that takes long."""
        async with self.long.turn(who):
            return await self._elsewhere(work, piece)

    # -- elsewhere

    async def _near(
        self,
        lane: Callable[[str, Callable[[], tuple[GameTable, list[T]]]], Awaitable[tuple[GameTable, list[T]]]],
        who: str,
        id: str,
        ways: Ways,
        do: Callable[[GameTable], T],
    ) -> T:
        """Do something with a game at once, or after what must be replayed for it has been replayed."""

        def at_once() -> tuple[GameTable, list[T]]:
            table = self.tables[id]
            return table, [] if ways(table) else [do(table)]

        table, done = await lane(who, at_once)
        if not done:
            await self._recall(who, table, ways)
            table, done = await lane(who, lambda: (table, [do(table)]))
        return done[0]

    async def _recall(self, who: str, table: GameTable, ways: Ways) -> None:
        # Of those who want to see the same game one has it replayed, and the others wait for that.
        async with self._recalling.setdefault(table, anyio.Lock()):
            way = await self.look(who, lambda: ways(table))
            if way is not None:
                async with self.long.turn(who):
                    found = await self._elsewhere(jobs.recall, way)
                await self.look(who, lambda: table.recalled(found))

    async def _on_a_thread(self, do: Callable[[], T]) -> T:
        return await to_thread.run_sync(do, limiter=self._room)

    async def _elsewhere(self, job: Callable[..., T], *args: object) -> T:
        """Have a job done by a process of its own."""
        try:
            with anyio.fail_after(self._limits.patience):
                return await to_process.run_sync(
                    jobs.modestly, job, *args, cancellable=True, limiter=self._room
                )
        except TimeoutError as error:
            raise Impossible(
                f"This took longer than {self._limits.patience} seconds, and was given up."
            ) from error
        except BrokenWorkerProcess as error:
            log.error("A process ended while it worked on %s", job.__name__, exc_info=error)
            raise Busy("The process that worked on this has ended: try again.", OURS, 3) from error
