"""Reviews of finished games: one at a time, piece by piece in the processes for what is long.

A review gives its place back after every piece, so that whoever asks for something else meanwhile waits for
one piece at the most. What is known of it is kept in the store, where every process finds it. The one that
works on it says so every few seconds; where it has ended, the next that is asked about the review begins it
again: the same game has the same review.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Iterable

from trunkline.kernel import state as states
from trunkline.kernel.options import Options
from trunkline.reviews.records import Moment, Review
from trunkline.reviews.study import Study, worked
from trunkline.tables.desk import Desk
from trunkline.tables.entries import bound_by
from trunkline.tables.errors import Busy, Impossible
from trunkline.tables.history import Reached
from trunkline.tables.keeping import DONE, FAILED, UNDER_WAY, Full, KeptReview
from trunkline.tables.lanes import OURS
from trunkline.tables.table import Seen

log = logging.getLogger(__name__)
REVIEWS = "reviews"
"""As whom reviews wait for a place."""
WAITING = 4
"""Reviews under way and waiting, of all processes together; only the first of each process goes on."""
BEAT, STALE = 5.0, 30
"""Seconds after which a process says that it still works on a review, and after which another may take it."""


class Reviewing:
    """One review: as far as it has come."""

    def __init__(self) -> None:
        self.study: Study | None = None
        """None until its positions are at hand."""
        self.review: Review | None = None
        """What was found by the last batch of pieces."""
        self.failed = ""
        self.over = False
        """Whether nothing more will come."""


class Reviewer:
    """All reviews of a table. ``show`` makes of one what is answered about it."""

    def __init__(self, desk: Desk, budget: int, show: Callable[[Reviewing], bytes]) -> None:
        self._desk = desk
        self._store = desk.tables.store
        self._budget = budget
        self._show = show
        self._me = secrets.token_hex(8)
        self._tasks: set[asyncio.Task[None]] = set()
        self._turn = asyncio.Lock()

    async def of(self, who: str, seen: Seen) -> bytes | None:
        """What is known of the review of a game, as JSON; None where nobody has asked for one."""
        kept = await self._kept(who, seen)
        if kept is not None and _left(kept):
            await self._begin(who, seen)
        return None if kept is None else kept.said or self._show(Reviewing())

    async def begin(self, who: str, seen: Seen) -> bytes:
        """Begin a review, unless there is one; what is known of it. Raises ``Impossible`` and ``Busy``."""
        if not seen.game.over:
            raise Impossible("Games are reviewed once they are over.")
        kept = await self._kept(who, seen)
        if kept is None or kept.stands == FAILED or _left(kept):
            under_way = await self._desk.look(
                who, lambda: self._store.reviews_under_way(int(time.time()) - STALE)
            )
            if under_way >= WAITING:
                raise Busy("The table reviews other games: try again later.", OURS, 60)
            await self._begin(who, seen)
            kept = await self._kept(who, seen)
        return kept.said if kept is not None and kept.said else self._show(Reviewing())

    async def stop(self) -> None:
        """Give up what is under way; another process may go on with it at once."""
        for task in self._tasks:
            task.cancel()
        for task in list(self._tasks):
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def _kept(self, who: str, seen: Seen) -> KeptReview | None:
        bound = self._bound(seen)
        return await self._desk.look(who, lambda: self._store.review(seen.table.id, seen.at, bound))

    async def _begin(self, who: str, seen: Seen) -> None:
        now, bound = int(time.time()), self._bound(seen)
        id, at = seen.table.id, seen.at
        if await self._desk.act(
            who, lambda: self._store.take_review(id, at, bound, self._me, now, now - STALE)
        ):
            task = asyncio.create_task(self._work(seen))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _bound(self, seen: Seen) -> str:
        return f"{bound_by(seen.table.history.title)} {self._budget}"

    async def _work(self, seen: Seen) -> None:
        review = Reviewing()
        try:
            async with self._beating(seen), self._turn:
                await self._reviewed(seen, review)
            stands = DONE
        except asyncio.CancelledError:
            with contextlib.suppress(Full):
                self._store.keep_review(seen.table.id, seen.at, self._me, 0, UNDER_WAY, None)
            raise
        except (Busy, Impossible) as error:
            review.failed, stands = str(error), FAILED
        except Exception:
            log.exception("The review of game %s failed", seen.table.id)
            review.failed, stands = "The review has failed; the log of the table says why.", FAILED
        review.over = True
        with contextlib.suppress(Full):
            await asyncio.to_thread(self._keep, seen, review, stands)

    async def _reviewed(self, seen: Seen, review: Reviewing) -> None:
        moments = await self._desk.apart(REVIEWS, seen, moments_of)
        study = review.study = Study(seen.game.options, moments, self._budget)
        for pieces in study.batches():
            for piece in pieces:
                study.take(piece, await self._desk.aside(REVIEWS, worked, piece))
                if not await asyncio.to_thread(self._keep, seen, review, UNDER_WAY):
                    raise Impossible("Another process reviews this game.")
            review.review = study.found()
        review.review = study.found()

    def _keep(self, seen: Seen, review: Reviewing, stands: str) -> bool:
        said = self._show(review)
        now = int(time.time())
        return self._store.keep_review(seen.table.id, seen.at, self._me, now, stands, said)

    @contextlib.asynccontextmanager
    async def _beating(self, seen: Seen) -> AsyncIterator[None]:
        """Say again and again that it goes on, also while it waits for its turn."""

        async def beat() -> None:
            while True:
                await asyncio.sleep(BEAT)
                with contextlib.suppress(Full):
                    now = int(time.time())
                    await asyncio.to_thread(
                        self._store.keep_review, seen.table.id, seen.at, self._me, now, UNDER_WAY, None
                    )

        beating = asyncio.create_task(beat())
        try:
            yield
        finally:
            beating.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await beating


def _left(kept: KeptReview) -> bool:
    """Whether the process that worked on it has ended."""
    return kept.stands == UNDER_WAY and kept.seen < time.time() - STALE


def moments_of(options: Options, line: Iterable[Reached]) -> list[Moment]:
    """The decisions of a line of play, in writing."""
    found: list[Moment] = []
    before: Reached | None = None
    for reached in line:
        if before is not None and reached.action is not None:
            found.append(Moment(before.number, states.encode(before.state), reached.action))
        before = reached
    return found
