"""Reviews of finished games: one at a time, piece by piece in the processes for what is long.

A review gives its place back after every piece, so that whoever asks for something else meanwhile waits for
one piece at the most. It stands in memory alone: the same game has the same review again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import Iterable

from trunkline.kernel import state as states
from trunkline.kernel.options import Options
from trunkline.reviews.records import Moment, Review
from trunkline.reviews.study import Study, worked
from trunkline.tables.desk import Desk
from trunkline.tables.errors import Busy, Impossible
from trunkline.tables.history import Reached
from trunkline.tables.lanes import OURS
from trunkline.tables.table import Seen

log = logging.getLogger(__name__)
REVIEWS = "reviews"
"""As whom reviews wait for a place."""
WAITING = 4
"""Reviews under way and waiting; only the first of them goes on."""
KEPT = 16
"""Reviews that are kept in memory, the last ones that were asked for."""
Key = tuple[str, int]


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
    """All reviews of a table. The event loop alone asks it."""

    def __init__(self, desk: Desk, budget: int) -> None:
        self._desk = desk
        self._budget = budget
        self._known: OrderedDict[Key, Reviewing] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self._turn = asyncio.Lock()

    def of(self, seen: Seen) -> Reviewing | None:
        """The review of a game as it stands, if one has been asked for."""
        return self._known.get((seen.table.id, seen.at))

    def begin(self, seen: Seen) -> Reviewing:
        """Begin a review, unless there is one. Raises ``Impossible`` and ``Busy``."""
        if not seen.game.over:
            raise Impossible("Games are reviewed once they are over.")
        key = seen.table.id, seen.at
        found = self._known.get(key)
        if found is not None and not found.failed:
            return found
        if len(self._tasks) >= WAITING:
            raise Busy("The table reviews other games: try again later.", OURS, 60)
        self._known[key] = found = Reviewing()
        for old in [each for each, review in self._known.items() if review.over][:-KEPT]:
            del self._known[old]
        task = asyncio.create_task(self._work(seen, found))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return found

    async def stop(self) -> None:
        """Give up what is under way."""
        for task in self._tasks:
            task.cancel()
        for task in list(self._tasks):
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def _work(self, seen: Seen, review: Reviewing) -> None:
        try:
            async with self._turn:
                await self._reviewed(seen, review)
        except (Busy, Impossible) as error:
            review.failed = str(error)
        except Exception:
            log.exception("The review of game %s failed", seen.table.id)
            review.failed = "The review has failed; the log of the table says why."
        finally:
            review.over = True

    async def _reviewed(self, seen: Seen, review: Reviewing) -> None:
        moments = await self._desk.apart(REVIEWS, seen, moments_of)
        study = review.study = Study(seen.game.options, moments, self._budget)
        for pieces in study.batches():
            for piece in pieces:
                study.take(piece, await self._desk.aside(REVIEWS, worked, piece))
            review.review = study.found()
        review.review = study.found()


def moments_of(options: Options, line: Iterable[Reached]) -> list[Moment]:
    """The decisions of a line of play, in writing."""
    found: list[Moment] = []
    before: Reached | None = None
    for reached in line:
        if before is not None and reached.action is not None:
            found.append(Moment(before.number, states.encode(before.state), reached.action))
        before = reached
    return found
